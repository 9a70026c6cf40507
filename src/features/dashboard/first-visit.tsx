import { type ReactNode, useEffect, useRef } from 'react'
import { useNavigate } from 'react-router-dom'
import { NewBrowserNotice, useHeldUntil } from '@/account/new-browser-notice'
import { PersonFields, usePersonForm } from '@/account/person-form'
import { useMembership } from '@/data/membership/membership'
import { paths } from '@/lib/paths'
import { FirstQuestion } from '@/parts/funeral/wizard/first-question'
import { VisibilityNote } from '@/parts/kit/visibility-note'
import { Button } from '@/ui/base/button'
import { FailureNotice } from '@/ui/base/failure'
import { ProgressBar } from '@/ui/base/progress-bar'
import { FormFrame } from '@/ui/forms/form-frame'
import { trialStarts } from '@/words/offers'
import type { FirstVisitProps } from './dashboard-page'
import { type Stage, stages } from './first-visit-stage'
import { NameForm } from './name-form'

const titles: Record<Stage, string> = {
  name: 'Who is this plan for?',
  wish: 'What kind of funeral would you like?',
  person: 'Who will carry out your wishes?',
}

const nextOf: Record<Stage, Stage | 'list'> = { name: 'wish', wish: 'person', person: 'list' }

/** What a new owner sees in place of the dashboard: one question at a time. Each can be skipped, and all of them left. */
export function FirstVisit({ userId, fullName, stage, onStage, onLeave }: FirstVisitProps) {
  const navigate = useNavigate()
  const heading = useRef<HTMLHeadingElement>(null)
  const before = useRef(stage)
  useEffect(() => {
    if (before.current !== stage) heading.current?.focus()
    before.current = stage
  }, [stage])
  const number = stages.indexOf(stage) + 1
  const goOn = () => {
    const next = nextOf[stage]
    if (next !== 'list') return onStage(next)
    onLeave()
    void navigate(paths.firstLook)
  }
  return (
    <section aria-labelledby="first-visit" className="max-w-form">
      <ProgressBar value={number} max={stages.length} label={`Step ${number} of ${stages.length}`} />
      <h2 id="first-visit" ref={heading} tabIndex={-1} className="mt-6 mb-5 text-heading outline-none">
        {titles[stage]}
      </h2>
      {stage === 'name' ? <NameForm userId={userId} onSaved={goOn} /> : null}
      {stage === 'wish' ? (
        <FirstQuestion userId={userId} onDone={goOn}>
          <TrialNote />
        </FirstQuestion>
      ) : null}
      {stage === 'person' ? (
        <NamePerson ownerId={userId} ownerHasName={fullName !== null} onDone={goOn} />
      ) : null}
      <div className="mt-6 border-t border-line pt-4">
        <div className="-ml-3 flex flex-wrap gap-x-2">
          <Button variant="quiet" onClick={goOn}>
            Skip this question
          </Button>
          <Button variant="quiet" onClick={onLeave}>
            Go to the dashboard
          </Button>
        </div>
      </div>
    </section>
  )
}

/** Said only where it's true: where membership is charged for, and before the first entry of a plan. */
function TrialNote() {
  const { data } = useMembership()
  return data?.billingEnabled && data.subscription === null ? (
    <p className="text-small text-ink-soft">{trialStarts} No credit card needed.</p>
  ) : null
}

interface NamePersonProps {
  ownerId: string
  ownerHasName: boolean
  onDone: () => void
}

function NamePerson({ ownerId, ownerHasName, onDone }: NamePersonProps): ReactNode {
  const form = usePersonForm({ ownerId, ownerHasName, prefilled: { role: 'executor' }, onAdded: onDone })
  const isHeld = useHeldUntil() !== null
  return (
    <>
      <NewBrowserNotice what="change who you’ve named" />
      <FormFrame
        busy={form.busy}
        submit={form.submit}
        submitLabel="Add Person"
        busyLabel="Adding..."
        disabled={form.isBlank || isHeld}
        problem={<FailureNotice title="Error" problem={form.problem} />}
      >
        <p>We’ll email them to ask if they accept. The email doesn’t say what’s in your plan.</p>
        <PersonFields form={form} ownerHasName={ownerHasName} />
        <VisibilityNote>
          You can change your mind: remove them, or choose part by part what they can read.
        </VisibilityNote>
      </FormFrame>
    </>
  )
}
