import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router-dom'
import { profileQuery } from '@/data/account/profiles'
import { planOverviewQuery } from '@/data/plan-overview'
import { useUser } from '@/data/session/session'
import { paths } from '@/lib/paths'
import { count } from '@/lib/text'
import { planParts } from '@/parts'
import { UnlessFrozen } from '@/parts/kit/plan-open'
import { type PlanStep, planSteps, usePartSteps } from '@/reading/steps/plan-steps'
import { memorialParts, usePlan } from '@/reading/use-plan'
import { Button } from '@/ui/base/button'
import { allLoaded, Loaded } from '@/ui/base/loaded'
import { Page, PageSection } from '@/ui/base/page'
import { CountryFrame, useCountry } from './country-choice'
import { NoLegalAdvice, StepsList } from './steps-list'

const back = { to: paths.dashboard, label: 'Dashboard' }
const unmarked = new Map()

/** /first-days: the owner sees the list that their executor will get, and what is missing in it. */
export function Component() {
  const user = useUser()
  const profile = useQuery(profileQuery(user.id))
  const overview = useQuery(planOverviewQuery(user.id))
  const parts = usePartSteps(usePlan(memorialParts, user.id))
  const chosen = useCountry()
  const query = allLoaded(profile, overview, ...parts.map((part) => part.query))
  return (
    <Page
      title="What your executor will do"
      intro={
        <>
          After your death, the people you've named will see this list, made from your plan. What each person
          sees of it depends on their role. <UnlessFrozen>Tell it what's still missing.</UnlessFrozen>
        </>
      }
      back={back}
      actions={
        <Button icon="print" disabled={!query.data} onClick={() => window.print()}>
          Print this list
        </Button>
      }
    >
      <Loaded query={query} loading="Loading the list" errorTitle="Unable to load the list" cards={3}>
        {() => {
          const who = profile.data?.full_name ?? 'your loved one'
          const steps = planSteps(parts, { who }, chosen.country)
          const gaps = gapsByStep(steps, overview.data?.counts ?? {})
          return (
            <PageSection title="The list" titleHidden>
              <p className="mb-6 max-w-prose font-semibold">
                {gaps.size === 0
                  ? 'Nothing important is missing from it.'
                  : `${count(gaps.size, 'thing')} your executor would have to find out alone. ${gaps.size === 1 ? "It's" : "They're"} marked below.`}
              </p>
              <CountryFrame chosen={chosen}>
                <StepsList
                  steps={steps}
                  states={unmarked}
                  me={user.id}
                  act={null}
                  remark={({ key }) => {
                    const gap = gaps.get(key)
                    return gap ? (
                      <p className="mt-1 mb-2 rounded-control bg-warning-wash px-4 py-2.5">
                        Missing from your plan: {gap.what.charAt(0).toLowerCase() + gap.what.slice(1)}.{' '}
                        {gap.why}{' '}
                        <UnlessFrozen>
                          <Link to={gap.to}>{gap.action}</Link>
                        </UnlessFrozen>
                      </p>
                    ) : null
                  }}
                />
              </CountryFrame>
              <NoLegalAdvice />
            </PageSection>
          )
        }}
      </Loaded>
    </Page>
  )
}

/** The gaps of the dashboard, each at the step of its part that suffers from it. */
function gapsByStep(steps: readonly PlanStep[], counts: Readonly<Record<string, number>>) {
  return new Map(
    planParts.flatMap(({ key, gap }) => {
      const missing = gap?.missing(counts)
      const ofPart = steps.filter(({ part }) => part?.key === key)
      const step = ofPart.find(({ isGap }) => isGap) ?? ofPart[0]
      return missing && step ? [[step.key, missing] as const] : []
    }),
  )
}
