import { Link, useSearchParams } from 'react-router-dom'
import { useUser } from '@/data/session/session'
import { paths } from '@/lib/paths'
import { capitalize, count } from '@/lib/text'
import { LinkWhilePlanOpen, UnlessFrozen, useIsFrozen } from '@/parts/kit/plan-open'
import type { Executors } from '@/reading/steps/executor-steps'
import { ownListTitle, useExecutors, useOwnPlan, whoFindsOut } from '@/reading/steps/own-plan'
import { Button, ButtonLink } from '@/ui/base/button'
import { cx } from '@/ui/base/cx'
import { Loaded, useIsDrawn } from '@/ui/base/loaded'
import { Page, PageSection } from '@/ui/base/page'
import { CountryFrame, useCountry } from './country-choice'
import { NoLegalAdvice, StepsList } from './steps-list'

const back = { to: paths.dashboard, label: 'Dashboard' }
const unmarked = new Map()

/** /first-days: the owner sees the list that their executor will get, and what is missing in it. */
export function Component() {
  const user = useUser()
  const chosen = useCountry()
  const isFrozen = useIsFrozen()
  // At the end of a first visit.
  const isFirst = useSearchParams()[0].has('first')
  const plan = useOwnPlan(user.id, chosen.country)
  const isDrawn = useIsDrawn(plan)
  // There before the plan.
  const executors = useExecutors(user.id)
  return (
    <Page
      title={isFirst ? 'This is what they will see' : ownListTitle(executors, isFrozen)}
      intro={
        <>
          {isFrozen
            ? 'While your plan is open, the people you’ve named see'
            : 'After your death, the people you name will see'}{' '}
          this list, made from your plan. What each person sees of it depends on their role and on what you
          chose for them.
          {isFirst
            ? ' Before anything opens, a person checks the death certificate. We’ll email you, too: if you’re alive, one press stops it.'
            : null}
        </>
      }
      back={isFirst ? undefined : back}
      actions={
        isFirst ? (
          <ButtonLink to={paths.dashboard} variant="primary">
            Go to my dashboard
          </ButtonLink>
        ) : (
          <Button icon="print" disabled={!isDrawn} onClick={() => window.print()}>
            Print this list
          </Button>
        )
      }
    >
      <Loaded query={plan} loading="Loading the list" errorTitle="Unable to load the list" cards={3}>
        {({ steps, gaps, executors, overview }) => (
          <PageSection title="The list" titleHidden>
            <p className="mb-6 max-w-prose font-semibold">
              {gaps.length === 0 ? 'Nothing is missing from it.' : gapWords(gaps.length, executors, isFrozen)}
            </p>
            {overview.full_name === null ? (
              <p className="mb-6 max-w-prose text-ink-soft">
                You haven’t entered your name, so this list calls you “your loved one”.{' '}
                <UnlessFrozen>
                  <Link to={paths.settings}>Enter your name</Link>
                </UnlessFrozen>
              </p>
            ) : null}
            <CountryFrame chosen={chosen}>
              <StepsList
                steps={steps}
                states={unmarked}
                me={user.id}
                act={null}
                remark={({ missing }) =>
                  missing && !(missing.isOptional && isFrozen) ? (
                    <p
                      className={cx(
                        'mt-1 mb-2 rounded-control px-4 py-2.5',
                        missing.isOptional ? 'bg-well' : 'bg-warning-wash',
                      )}
                    >
                      {missing.isOptional ? 'If you like, add:' : 'Missing from your plan:'}{' '}
                      <LinkWhilePlanOpen to={missing.to}>{missing.what}</LinkWhilePlanOpen>
                    </p>
                  ) : null
                }
              />
            </CountryFrame>
            <NoLegalAdvice />
          </PageSection>
        )}
      </Loaded>
    </Page>
  )
}

function gapWords(gaps: number, executors: Executors, isFrozen: boolean): string {
  const { before, who } = whoFindsOut(executors)
  return `${before}${capitalize(who)} ${isFrozen ? 'has' : 'would have'} to find out ${count(gaps, 'thing')} alone. ${gaps === 1 ? 'It’s' : 'They’re'} marked below.`
}
