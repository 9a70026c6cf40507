import { useQuery } from '@tanstack/react-query'
import { funeralPlanQuery } from '@/data/funeral-plan'
import { useUser } from '@/data/session'
import { errorSentence } from '@/lib/errors'
import { paths } from '@/lib/paths'
import { ButtonLink } from '@/ui/button'
import { Page } from '@/ui/page'
import { ErrorPanel, SkeletonPage } from '@/ui/states'
import { PlanWizard } from './plan-wizard'

/** /funeral/edit: the wizard, once it is known what was saved before. */
export function Component() {
  const user = useUser()
  const plan = useQuery(funeralPlanQuery(user.id))

  return (
    <Page
      title="Your funeral plan"
      width="narrow"
      back={{ to: paths.dashboard, label: 'Back to Dashboard' }}
      actions={<ButtonLink to={paths.funeral}>View plan</ButtonLink>}
      intro="Answer what you can and leave the rest open. You can stop after any step and change everything later."
    >
      {plan.data !== undefined ? (
        <PlanWizard userId={user.id} plan={plan.data} />
      ) : plan.isError ? (
        <ErrorPanel
          title="Unable to load funeral plan"
          onRetry={() => void plan.refetch()}
          retrying={plan.isFetching}
        >
          {errorSentence(plan.error)}
        </ErrorPanel>
      ) : (
        <SkeletonPage label="Loading your funeral plan" />
      )}
    </Page>
  )
}
