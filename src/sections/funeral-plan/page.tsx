import { useQuery } from '@tanstack/react-query'
import { type FuneralPlan, funeralPlanQuery } from '@/data/funeral-plan'
import { useUser } from '@/data/session/session'
import { formatDate } from '@/lib/dates'
import { paths } from '@/lib/paths'
import { MusicPreferences } from '@/plan/music-preferences'
import { WhilePlanOpen } from '@/plan/plan-open'
import { Button, ButtonLink } from '@/ui/button'
import { Loaded } from '@/ui/page/loaded'
import { Page } from '@/ui/page/page'
import { EmptyState } from '@/ui/page/states'
import { VisibilityNote } from '@/ui/visibility-note'
import { FuneralArrangements, hasArrangements } from './arrangements'

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
      The people you designate can read this after your death is verified, or sooner if you open your plan to
      them. These are wishes for them to go by. They are not a will, and usually not binding.
    </VisibilityNote>
  )
}

function NothingYet() {
  return (
    <EmptyState
      title="No funeral preferences saved yet"
      action={
        <WhilePlanOpen>
          <ButtonLink variant="primary" to={paths.funeralEdit}>
            Start planning
          </ButtonLink>
        </WhilePlanOpen>
      }
    >
      What you write down here spares your family from having to guess. There are four short steps; you can
      leave any question open, stop at any time and come back.
    </EmptyState>
  )
}
