import { useQuery } from '@tanstack/react-query'
import { type FuneralPlan, funeralPlanQuery } from '@/data/funeral-plan'
import { useUser } from '@/data/session'
import { formatDate } from '@/lib/dates'
import { errorSentence } from '@/lib/errors'
import { paths } from '@/lib/paths'
import { Button, ButtonLink } from '@/ui/button'
import { Page } from '@/ui/page'
import { FuneralArrangements, MusicPreferences } from '@/ui/plan/funeral-arrangements'
import { EmptyState, ErrorPanel, SkeletonCards } from '@/ui/states'
import { VisibilityNote } from '@/ui/visibility-note'

/** /funeral: what the owner has written down, to read and to print. */
export function Component() {
  const user = useUser()
  const plan = useQuery(funeralPlanQuery(user.id))

  return (
    <Page
      title="Your arrangements"
      back={{ to: paths.dashboard, label: 'Dashboard' }}
      aside={plan.data ? <p className="text-ink-soft">{standing(plan.data)}</p> : undefined}
      actions={plan.data ? <Actions /> : undefined}
    >
      {plan.data ? (
        <Arrangements plan={plan.data} />
      ) : plan.data === null ? (
        <NothingYet />
      ) : plan.isError ? (
        <ErrorPanel
          title="Unable to load funeral plan"
          onRetry={() => void plan.refetch()}
          retrying={plan.isFetching}
        >
          {errorSentence(plan.error)}
        </ErrorPanel>
      ) : (
        <SkeletonCards label="Loading your arrangements" count={4} />
      )}
    </Page>
  )
}

function standing({ completed_at, updated_at }: FuneralPlan): string {
  return completed_at ? `Updated ${formatDate(updated_at)}` : 'Draft not yet marked complete'
}

function Actions() {
  return (
    <>
      <ButtonLink variant="primary" icon="edit" to={paths.funeralEdit}>
        Edit
      </ButtonLink>
      <Button icon="print" onClick={() => window.print()}>
        Print
      </Button>
    </>
  )
}

function Arrangements({ plan }: { plan: FuneralPlan }) {
  return (
    <div className="grid gap-5">
      <FuneralArrangements plan={plan} />
      <MusicPreferences provider={plan.music_playlist_provider} reference={plan.music_playlist_ref} />
      <VisibilityNote>
        The people you designate can read this after your death is verified, or sooner if you open your plan
        to them. These are wishes for them to go by. They are not a will, and usually not binding.
      </VisibilityNote>
    </div>
  )
}

function NothingYet() {
  return (
    <EmptyState
      title="No funeral preferences saved yet"
      action={
        <ButtonLink variant="primary" to={paths.funeralEdit}>
          Start planning
        </ButtonLink>
      }
    >
      <p>
        What you write down here spares your family from having to guess. There are four short steps; you can
        leave any question open, stop at any time and come back.
      </p>
    </EmptyState>
  )
}
