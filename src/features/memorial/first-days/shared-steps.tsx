import { useState } from 'react'
import { stepLimits } from '@/data/memorial/step-limits'
import type { NewMark, useStepMarks } from '@/data/memorial/step-marks'
import type { UnsentMark } from '@/data/memorial/unsent-marks'
import { useUser } from '@/data/session/session'
import { CodedError, isNetworkError } from '@/lib/errors'
import { count } from '@/lib/text'
import type { PlanStep } from '@/reading/steps/plan-steps'
import { addedSteps, marking, stateOf, stepStates, undoing } from '@/reading/steps/step-state'
import { Button } from '@/ui/base/button'
import { Notice } from '@/ui/base/notice'
import { ProgressBar } from '@/ui/base/progress-bar'
import { errorSentence } from '@/words/refusals'
import { StepItem, type StepLink } from './step-item'
import { leftWords, NoLegalAdvice, StepGroup, StepsList } from './steps-list'
import { WriteForm } from './write-form'

interface Props {
  steps: readonly PlanStep[]
  shared: ReturnType<typeof useStepMarks>
  /** When the owner last stopped a release; null: never. */
  stoppedAt: string | null
  withFinances: boolean
  /** Where a step is done; left out where no page can be opened. */
  linkOf?: (step: PlanStep) => StepLink | undefined
}

/** The steps of a plan with what its readers marked, to go on marking. */
export function SharedSteps({ steps, shared, stoppedAt, withFinances, linkOf }: Props) {
  const { id: me } = useUser()
  const { query, marks, add, waiting, refused, forgetRefused } = shared
  const states = stepStates(marks, stoppedAt)
  const own = addedSteps(marks)
  const keys = [...steps, ...own].map(({ key }) => key)
  const done = keys.filter((key) => stateOf(states, key).done).length
  return (
    <>
      <div className="mb-3 grid gap-4">
        <ProgressBar value={done} max={keys.length} label={`${done} of ${count(keys.length, 'step')} done`} />
        <Connection problem={query.error} waiting={waiting} />
        <Refused marks={refused} forget={forgetRefused} />
      </div>
      <StepsList steps={steps} states={states} me={me} act={add} {...(linkOf ? { linkOf } : {})} />
      {own.length > 0 ? (
        <StepGroup
          title="Added by you and the others"
          left={leftWords(own.filter(({ key }) => stateOf(states, key).done === null).length)}
          isOpen
        >
          {own.map((step) => (
            <li key={step.key} className="px-4 py-1.5 break-inside-avoid sm:px-5">
              <StepItem step={step} states={states} me={me} act={add}>
                {step.mark.actor_id === me ? (
                  <Button
                    variant="quiet"
                    className="-ml-3"
                    aria-label={`Take it off the list: ${step.title}`}
                    onClick={() => add(undoing(step, [step.mark]))}
                  >
                    Take it off the list
                  </Button>
                ) : null}
              </StepItem>
            </li>
          ))}
        </StepGroup>
      ) : null}
      <AddStep withFinances={withFinances} add={add} />
      <NoLegalAdvice />
    </>
  )
}

/** What a person has to know while there is no connection. */
function Connection({ problem, waiting }: { problem: unknown; waiting: number }) {
  const isOffline = problem !== null && isNetworkError(problem)
  return (
    <div role="status" className="print:hidden empty:hidden">
      {problem === null ? null : (
        <Notice tone="warning" title={isOffline ? 'You’re not connected' : 'What others did may be missing'}>
          <p>
            {isOffline
              ? 'You can go on. What you check off is kept on this device, and we’ll send it when you’re back online.'
              : errorSentence(problem)}
          </p>
        </Notice>
      )}
      {waiting > 0 && problem !== null ? (
        <p className="mt-2 font-semibold">{count(waiting, 'change')} not sent yet.</p>
      ) : null}
    </div>
  )
}

function Refused({ marks, forget }: { marks: readonly UnsentMark[]; forget: () => void }) {
  const [first] = marks
  if (!first) return null
  return (
    <Notice
      tone="danger"
      role="alert"
      className="print:hidden"
      title={`${count(marks.length, 'change')} couldn’t be saved`}
      action={<Button onClick={forget}>I’ve seen this</Button>}
    >
      <p>{errorSentence(new CodedError(first.refused ?? 'unknown'))}</p>
      <ul className="mt-2 list-disc pl-6">
        {marks.map(({ id, title, note }) => (
          <li key={id}>{note ? `${title}: ${note}` : title}</li>
        ))}
      </ul>
    </Notice>
  )
}

interface AddStepProps {
  /** Whether the person may add steps that beneficiaries do not see. */
  withFinances: boolean
  add: (marks: readonly NewMark[]) => void
}

function AddStep({ withFinances, add }: AddStepProps) {
  const [isOpen, setOpen] = useState(false)
  const [isForAll, setForAll] = useState(true)
  if (!isOpen) {
    return (
      <Button className="mt-6" icon="plus" onClick={() => setOpen(true)}>
        Add a step of your own
      </Button>
    )
  }
  return (
    <div className="mt-6 grid gap-4 rounded-card border border-line bg-sheet p-5 print:hidden">
      {withFinances ? (
        <label className="flex min-h-11 cursor-pointer items-center gap-3">
          <input
            type="checkbox"
            className="size-5.5 shrink-0 accent-forest"
            checked={!isForAll}
            onChange={({ target }) => setForAll(!target.checked)}
          />
          Only trustees and executors can see it
        </label>
      ) : null}
      <WriteForm
        oneLine
        label="What needs to be done?"
        hint={isForAll ? 'Everyone who can see this plan will see it.' : 'Beneficiaries won’t see it.'}
        limit={stepLimits.title}
        missing="Write what needs to be done."
        saveLabel="Add it"
        onSave={(title) => {
          const key = `${isForAll ? 'own' : 'estate'}:${crypto.randomUUID()}`
          add([marking({ key, title }, 'added')])
          setOpen(false)
        }}
        onCancel={() => setOpen(false)}
      />
    </div>
  )
}
