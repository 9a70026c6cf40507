import type { ReactNode } from 'react'
import type { StepMark } from '@/data/memorial/step-marks'
import { useUser } from '@/data/session/session'
import type { AlertsOwner } from '@/reading/notices/memorial-alerts'
import { type PlanStep, planSteps, usePartSteps } from '@/reading/steps/plan-steps'
import { stepStates } from '@/reading/steps/step-state'
import type { ReadPart } from '@/reading/use-plan'
import { Notice } from '@/ui/base/notice'
import { PageSection } from '@/ui/base/page'
import { SkeletonCards } from '@/ui/base/skeletons'
import { CountryFrame, useCountry } from './country-choice'
import { NoLegalAdvice, StepsList } from './steps-list'

const noMarks: readonly StepMark[] = []

interface Props {
  /** The name of the tab. */
  title: string
  owner: Pick<AlertsOwner, 'full_name'>
  /** When its steps can be checked off, in the words of the reader. */
  intro: string
  /** The parts that the reader may see. */
  parts: readonly ReadPart[]
  /** What is shown at the end of a step. */
  after?: ((step: PlanStep, parts: readonly ReadPart[]) => ReactNode) | undefined
}

/** The list of steps where nothing can be checked off: before the release, in the owner's preview, and in practice. */
export function StepsToRead({ title, owner, intro, parts, after }: Props) {
  const { id: me } = useUser()
  const withSteps = usePartSteps(parts)
  const chosen = useCountry()
  if (withSteps.some(({ query: { data, error } }) => data === undefined && error === null)) {
    return <SkeletonCards label="Loading what to do" count={3} />
  }
  const missing = withSteps.filter(({ steps, query }) => steps && query.data === undefined)
  return (
    <PageSection title={title} intro={intro}>
      {missing.map(({ key, words }) => (
        <Notice key={key} tone="warning" title={`${words.errorTitle}, so its steps are missing here`} />
      ))}
      <CountryFrame chosen={chosen}>
        <StepsList
          steps={planSteps(withSteps, { who: owner.full_name ?? 'your loved one' }, chosen.country)}
          states={stepStates(noMarks)}
          me={me}
          act={null}
          after={(step) => after?.(step, parts)}
        />
      </CountryFrame>
      <NoLegalAdvice />
    </PageSection>
  )
}
