import { useQuery } from '@tanstack/react-query'
import { type FuneralPlan, funeralPlanQuery } from '@/data/funeral-plan'
import { useUser } from '@/data/session/session'
import { formatDate } from '@/lib/dates'
import { paths } from '@/lib/paths'
import { MusicPreferences } from '@/parts/kit/music-preferences'
import { UnlessFrozen, WhilePlanOpen } from '@/parts/kit/plan-open'
import { readersOfPart, VisibilityNote } from '@/parts/kit/visibility-note'
import { Button, ButtonLink } from '@/ui/base/button'
import { Loaded } from '@/ui/base/loaded'
import { Page } from '@/ui/base/page'
import { EmptyState } from '@/ui/base/states'
import { FuneralArrangements, hasArrangements } from './facts'

/** /funeral: the owner's funeral plan, to read and to print. */
export function Component() {
  const user = useUser()
  const plan = useQuery(funeralPlanQuery(user.id))
  const arranged = plan.data && hasArrangements(plan.data) ? plan.data : null

  return (
    <Page
      title="Your arrangements"
      back={{ to: paths.dashboard, label: 'Dashboard' }}
      aside={arranged ? <p className="text-ink-soft">{standing(arranged)}</p> : undefined}
      actions={arranged ? <Actions /> : undefined}
    >
      <Loaded
        query={plan}
        loading="Loading your arrangements"
        errorTitle="Unable to load funeral plan"
        cards={4}
      >
        {(loaded) => (
          <div className="grid gap-5">
            {loaded && hasArrangements(loaded) ? <FuneralArrangements plan={loaded} /> : <NothingYet />}
            {loaded && (hasArrangements(loaded) || loaded.music_playlist_ref) ? (
              <>
                <MusicPreferences
                  provider={loaded.music_playlist_provider}
                  reference={loaded.music_playlist_ref}
                />
                <ReadByDesignees />
              </>
            ) : null}
          </div>
        )}
      </Loaded>
    </Page>
  )
}

function standing({ completed_at, updated_at }: FuneralPlan): string {
  return completed_at ? `Updated ${formatDate(updated_at)}` : 'Draft not yet marked complete'
}

function Actions() {
  return (
    <>
      <WhilePlanOpen>
        <ButtonLink variant="primary" icon="edit" to={paths.funeralEdit}>
          Edit
        </ButtonLink>
      </WhilePlanOpen>
      <Button icon="print" onClick={() => window.print()}>
        Print
      </Button>
    </>
  )
}

function ReadByDesignees() {
  return (
    <VisibilityNote>
      {readersOfPart} These wishes are a guide for your family. They aren’t a will and usually aren’t legally
      binding.
    </VisibilityNote>
  )
}

function NothingYet() {
  return (
    <EmptyState
      title="No funeral preferences saved yet"
      drawing="flowers"
      action={
        <WhilePlanOpen>
          <ButtonLink variant="primary" to={paths.funeralEdit}>
            Start planning
          </ButtonLink>
        </WhilePlanOpen>
      }
    >
      <UnlessFrozen>
        Write down your wishes so your family doesn’t have to guess. Four short steps. Skip anything; come
        back anytime.
      </UnlessFrozen>
    </EmptyState>
  )
}
