import { useQueryClient } from '@tanstack/react-query'
import { type FuneralPlan, funeralPlanQuery } from '@/data/funeral-plan'
import { useSaveFuneralPlan } from '@/data/save-funeral-plan'
import { TextField } from '@/ui/forms/field'
import { useVersionedForm } from '@/ui/forms/use-versioned-form'
import { VersionedForm } from '@/ui/forms/versioned-form'
import { musicSchema } from './playlist'

interface Props {
  ownerId: string
  /** The plan that the page shows; null when there is none. */
  plan: FuneralPlan | null
}

/** A field for a pasted link, which stays in the field until it is saved. */
export function PlaylistForm({ ownerId, plan }: Props) {
  const cache = useQueryClient()
  const query = funeralPlanQuery(ownerId)
  const { mutateAsync: save } = useSaveFuneralPlan(ownerId)
  const editing = useVersionedForm({
    schema: musicSchema,
    loaded: plan,
    toValues: () => ({ link: '' }),
    // Saves over the music that the page shows now: it may have been removed there after the link was typed.
    save: ({ link }) => {
      const shown = cache.getQueryData(query.queryKey) ?? null
      return save({
        values: link,
        isNew: shown === null,
        loaded: { music_playlist_ref: shown?.music_playlist_ref ?? null },
        success: { title: 'Saved', description: 'Your music has been saved.' },
      })
    },
    reread: () => cache.fetchQuery({ ...query, staleTime: 0 }),
  })

  return (
    <VersionedForm editing={editing} what="the music" submitLabel="Save playlist">
      <TextField
        label="Playlist link"
        type="url"
        hint="Copied from Spotify, Apple Music, YouTube Music or any other page that starts with https://"
        {...editing.field('link')}
      />
    </VersionedForm>
  )
}
