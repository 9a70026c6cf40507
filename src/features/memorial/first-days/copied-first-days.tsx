import { useState } from 'react'
import { useStepMarks } from '@/data/memorial/step-marks'
import { useUser } from '@/data/session/session'
import { formatDateTime } from '@/lib/dates'
import { readStepCopy, type StepCopy } from '@/plan/steps/step-copies'
import { stepTitles } from '@/plan/steps/step-titles'
import { Page, type PageProps, Section } from '@/ui/page/page'
import { SharedSteps } from './shared-steps'

interface Props extends Pick<PageProps, 'back' | 'children'> {
  ownerId: string
}

/** The list as this device kept it, for a page that was opened without a connection. @param children where there is none */
export function CopiedFirstDays({ ownerId, back, children }: Props) {
  const { id } = useUser()
  const [copy] = useState(() => readStepCopy(id, ownerId))
  return copy ? <Copied ownerId={ownerId} copy={copy} back={back} /> : children
}

function Copied({ ownerId, copy, back }: Pick<Props, 'ownerId' | 'back'> & { copy: StepCopy }) {
  const shared = useStepMarks(ownerId, copy.withFinances, stepTitles(copy.steps), copy.marks)
  return (
    <Page title={`${copy.ownerName ?? 'A loved one'}'s Memorial`} back={back}>
      <Section
        title="What to do now"
        intro={`This is the list as it was on ${formatDateTime(copy.savedAt)}. The rest of the plan will be here when you're back online.`}
      >
        <SharedSteps
          steps={copy.steps.map((step) => ({ ...step, part: null }))}
          shared={shared}
          stoppedAt={copy.stoppedAt}
          withFinances={copy.withFinances}
        />
      </Section>
    </Page>
  )
}
