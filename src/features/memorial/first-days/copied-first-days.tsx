import { useStepMarks } from '@/data/memorial/step-marks'
import { formatDateTime } from '@/lib/dates'
import { letterLink } from '@/reading/steps/letter'
import { stepTitles } from '@/reading/steps/plan-steps'
import { type StepCopy, useStepCopy } from '@/reading/steps/step-copies'
import { Page, type PageProps, PageSection } from '@/ui/base/page'
import { SharedSteps } from './shared-steps'

interface Props extends Pick<PageProps, 'back' | 'children'> {
  ownerId: string
}

/** The list as this device kept it, for a page that was opened without a connection. @param children where there is none */
export function CopiedFirstDays({ ownerId, back, children }: Props) {
  const copy = useStepCopy(ownerId)
  return copy ? <Copied ownerId={ownerId} copy={copy} back={back} /> : children
}

function Copied({ ownerId, copy, back }: Pick<Props, 'ownerId' | 'back'> & { copy: StepCopy }) {
  const shared = useStepMarks(ownerId, copy.openParts, stepTitles(copy.steps), copy.marks)
  return (
    <Page title={`${copy.letters.who ?? 'A loved one'}’s Memorial`} back={back}>
      <PageSection
        title="What to do now"
        intro={`This is the list as it was on ${formatDateTime(copy.savedAt)}. The rest of the plan will be here when you’re back online.`}
      >
        <SharedSteps
          steps={copy.steps.map((step) => ({ ...step, part: null }))}
          shared={shared}
          stoppedAt={copy.stoppedAt}
          withFinances={copy.withFinances}
          linkOf={(step) => letterLink(ownerId, step)}
        />
      </PageSection>
    </Page>
  )
}
