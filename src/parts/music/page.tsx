import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { toastDone } from '@/browser/toasts'
import { type FuneralPlan, funeralPlanQuery } from '@/data/funeral-plan'
import { useSaveFuneralPlan } from '@/data/save-funeral-plan'
import { useUser } from '@/data/session/session'
import { paths } from '@/lib/paths'
import { MusicPreferences } from '@/parts/kit/music-preferences'
import { FormUnlessFrozen, UnlessFrozen, WhilePlanOpen } from '@/parts/kit/plan-open'
import { readersOfPart, VisibilityNote } from '@/parts/kit/visibility-note'
import { Button } from '@/ui/base/button'
import { Card } from '@/ui/base/card'
import { Loaded } from '@/ui/base/loaded'
import { Page, PageSection } from '@/ui/base/page'
import { ConfirmDialog } from '@/ui/dialogs/confirm-dialog'
import { TextField } from '@/ui/forms/field'
import { useVersionedForm } from '@/ui/forms/use-versioned-form'
import { VersionedForm } from '@/ui/forms/versioned-form'
import { musicSchema } from './playlist'

const services = [
  { name: 'Spotify', words: 'Choose one of your Spotify playlists.' },
  { name: 'Apple Music', words: 'Choose one of your Apple Music playlists.' },
]

const reasons = [
  'Music says so much about a person. Families usually have only a day or two to choose it, and have to guess.',
  'A playlist is easy to change: add a song whenever you think of one and your plan is up to date.',
  'The people you’ve named will find it in your plan and can play it at the service.',
]

/** /music: the playlist for the service. */
export function Component() {
  const user = useUser()
  const plan = useQuery(funeralPlanQuery(user.id))
  return (
    <Page
      title="Music"
      intro="Music for your service, or for anyone who wants to remember you."
      back={{ to: paths.dashboard, label: 'Back to Dashboard' }}
    >
      <Loaded query={plan} loading="Loading your music" errorTitle="Unable to load music" cards={2}>
        {(loaded) => (
          <>
            <Selection ownerId={user.id} plan={loaded} />
            <UnlessFrozen>
              <Services />
            </UnlessFrozen>
          </>
        )}
      </Loaded>
    </Page>
  )
}

/** Shown together with the selection: shown earlier, the buttons would move when the selection arrives. */
function Services() {
  return (
    <>
      <PageSection title="Connect a music service">
        <div className="grid gap-5 md:grid-cols-2">
          {services.map(({ name, words }) => (
            <Card
              key={name}
              title={name}
              headingLevel={3}
              className="flex flex-col"
              actions={
                <Button
                  icon="music"
                  onClick={() =>
                    toastDone({
                      title: 'Coming Soon',
                      description: `${name} integration will be available in a future update.`,
                    })
                  }
                >
                  Connect {name}
                </Button>
              }
            >
              <p className="grow">{words}</p>
            </Card>
          ))}
        </div>
      </PageSection>
      <PageSection title="Why connect music">
        <ul className="grid max-w-prose list-disc gap-2 pl-6">
          {reasons.map((reason) => (
            <li key={reason}>{reason}</li>
          ))}
        </ul>
      </PageSection>
    </>
  )
}

interface SelectionProps {
  ownerId: string
  /** The plan that the page shows; null when there is none. */
  plan: FuneralPlan | null
}

function Selection({ ownerId, plan }: SelectionProps) {
  const [removing, setRemoving] = useState(false)
  const chosen = plan?.music_playlist_ref ? plan : null
  return (
    <>
      <PageSection title="Current selection">
        {chosen ? (
          <>
            <MusicPreferences
              provider={chosen.music_playlist_provider}
              reference={chosen.music_playlist_ref}
            />
            <WhilePlanOpen>
              <div className="mt-4">
                <Button icon="trash" onClick={() => setRemoving(true)}>
                  Remove this playlist
                </Button>
              </div>
            </WhilePlanOpen>
          </>
        ) : (
          <p className="max-w-prose">
            You haven’t chosen anything yet.{' '}
            <UnlessFrozen>
              Make a playlist in the service you use, even with just one song, and paste its link below.
            </UnlessFrozen>
          </p>
        )}
      </PageSection>
      <FormUnlessFrozen className="mt-10">
        <PageSection title={chosen ? 'Choose another playlist' : 'Choose a playlist'}>
          <PlaylistForm ownerId={ownerId} plan={plan} />
          <VisibilityNote className="mt-5">
            {readersOfPart} Make sure the playlist is public or shared by link, so they can open it.
          </VisibilityNote>
        </PageSection>
      </FormUnlessFrozen>
      {removing && chosen ? (
        <RemovePlaylist ownerId={ownerId} plan={chosen} onClose={() => setRemoving(false)} />
      ) : null}
    </>
  )
}

interface RemoveProps {
  ownerId: string
  plan: FuneralPlan
  onClose: () => void
}

function RemovePlaylist({ ownerId, plan, onClose }: RemoveProps) {
  const remove = useSaveFuneralPlan(ownerId)
  const removal = {
    values: { music_playlist_provider: null, music_playlist_ref: null },
    isNew: false,
    loaded: { music_playlist_ref: plan.music_playlist_ref },
    success: { title: 'Removed' },
  }
  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      title="Remove this playlist?"
      consequence={`The link to ${plan.music_playlist_provider ?? 'the playlist'} will be taken out of your plan. The playlist itself won’t be affected, and you can paste the link again.`}
      confirmLabel="Remove"
      tone="danger"
      busyLabel="Removing..."
      onConfirm={() => remove.mutateAsync(removal, { onSuccess: onClose })}
    />
  )
}

/** A field for a pasted link, which stays in the field until it is saved. */
function PlaylistForm({ ownerId, plan }: SelectionProps) {
  const cache = useQueryClient()
  const query = funeralPlanQuery(ownerId)
  const { mutateAsync: save } = useSaveFuneralPlan(ownerId)
  const editing = useVersionedForm({
    schema: musicSchema,
    loaded: plan,
    toValues: () => ({ link: '' }),
    // Saves over the music that the page shows now: it may have been removed there after the link was typed.
    save: ({ link }) => {
      const shown = cache.getQueryData<FuneralPlan | null>(query.queryKey) ?? null
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
