import { useQuery } from '@tanstack/react-query'
import { funeralPlanQuery } from '@/data/funeral-plan'
import { useUser } from '@/data/session/session'
import { paths } from '@/lib/paths'
import { FormUnlessFrozen, useIsFrozen } from '@/parts/kit/plan-open'
import { ButtonLink } from '@/ui/base/button'
import { Loaded } from '@/ui/base/loaded'
import { Page } from '@/ui/base/page'
import { SkeletonPage } from '@/ui/base/skeletons'
import { PlanWizard } from './plan-wizard'

/** /funeral/edit: the wizard, shown after the saved plan is loaded. */
export function Component() {
  const user = useUser()
  const plan = useQuery(funeralPlanQuery(user.id))
  const isFrozen = useIsFrozen()

  return (
    <Page
      title="Your funeral plan"
      back={{ to: paths.dashboard, label: 'Back to Dashboard' }}
      intro={
        isFrozen
          ? undefined
          : 'Answer what you can and skip the rest. Stop after any step, and come back anytime.'
      }
    >
      <div className="max-w-prose">
        <Loaded
          query={plan}
          loading="Loading your funeral plan"
          errorTitle="Unable to load funeral plan"
          skeleton={<SkeletonPage label="Loading your funeral plan" />}
        >
          {(loaded) => (
            <>
              <FormUnlessFrozen>
                <PlanWizard userId={user.id} plan={loaded} />
              </FormUnlessFrozen>
              {/* Below the steps: above them it would arrive with the plan, and push the first question down. */}
              {loaded ? (
                <div className="row-of-actions mt-6">
                  <ButtonLink variant="quiet" to={paths.funeral}>
                    View plan
                  </ButtonLink>
                </div>
              ) : null}
            </>
          )}
        </Loaded>
      </div>
    </Page>
  )
}
