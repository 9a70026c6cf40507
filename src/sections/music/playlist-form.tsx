import { zodResolver } from '@hookform/resolvers/zod'
import { useForm } from 'react-hook-form'
import type { FuneralPlan } from '@/data/funeral-plan'
import { Button } from '@/ui/button'
import { TextField } from '@/ui/forms/field'
import { SaveProblem } from '@/ui/forms/save-problem'
import { type MusicForm, type MusicInput, musicSchema, useSaveMusic } from './save-music'

interface Props {
  ownerId: string
  /** The plan as it is shown; null when there is none. */
  plan: FuneralPlan | null
  /** Reads the plan again. Does not reject. */
  reload: () => Promise<{ data: FuneralPlan | null | undefined; error: unknown }>
}

/** A field for a pasted link. The link stays in it until it is saved. */
export function PlaylistForm({ ownerId, plan, reload }: Props) {
  const save = useSaveMusic(ownerId, { title: 'Saved', description: 'Your music has been saved.' })
  const form = useForm<MusicForm, unknown, MusicInput>({
    resolver: zodResolver(musicSchema),
    defaultValues: { link: '' },
  })
  const fresh = async (): Promise<FuneralPlan | null> => {
    const { data, error } = await reload()
    if (error) throw error
    return data ?? null
  }
  const submit = (over: () => Promise<FuneralPlan | null>) =>
    form.handleSubmit(async ({ link }) => {
      if (save.isPending) return
      const loaded = await over().catch(() => plan)
      save.mutate({ playlist: link, loaded }, { onSuccess: () => form.reset() })
    })()

  return (
    <form
      noValidate
      className="grid gap-5"
      onSubmit={(event) => {
        event.preventDefault()
        void submit(async () => plan)
      }}
    >
      <TextField
        label="Playlist link"
        type="url"
        hint="Copied from Spotify, Apple Music, YouTube Music or any other page that begins with https://"
        autoComplete="off"
        error={form.formState.errors.link?.message}
        {...form.register('link')}
      />
      <SaveProblem
        what="the music"
        problem={save.error}
        saving={save.isPending}
        onLoadOther={async () => {
          await fresh()
          form.reset()
          save.reset()
        }}
        onSaveMine={() => void submit(fresh)}
      />
      <div>
        <Button type="submit" variant="primary" busy={save.isPending} busyLabel="Saving...">
          Save playlist
        </Button>
      </div>
    </form>
  )
}
