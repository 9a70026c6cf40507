import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useParams } from 'react-router-dom'
import { toastDone } from '@/browser/toasts'
import { profileQuery } from '@/data/account/profiles'
import { useUser } from '@/data/session/session'
import { paths } from '@/lib/paths'
import { isReadBy } from '@/parts/kit/part'
import type { Step } from '@/parts/kit/step'
import { MemorialUnread } from '@/reading/notices/memorial-unread'
import { type Letter, type LetterGiven, letterText, writeLetter } from '@/reading/steps/letter'
import { planSteps, usePartSteps } from '@/reading/steps/plan-steps'
import { useStepCopy } from '@/reading/steps/step-copies'
import { isWithoutConnection, useMemorial } from '@/reading/use-memorial'
import { bornOn, memorialParts } from '@/reading/use-plan'
import { Button } from '@/ui/base/button'
import { FailureNotice } from '@/ui/base/failure'
import { allLoaded, Loaded } from '@/ui/base/loaded'
import { Page, type PageProps } from '@/ui/base/page'
import { EmptyState } from '@/ui/base/states'
import { useAction } from '@/ui/hooks/use-action'
import { roleWords } from '@/words/roles'

const title = 'A letter'

/** /memorial/{ownerId}/letter/{stepKey}: the letter that a step needs, to print or to copy. */
export function Component() {
  const { ownerId = '', stepKey = '' } = useParams()
  const user = useUser()
  const { memorial, parts } = useMemorial(memorialParts, ownerId)
  const readable = parts.filter((part) => memorial.data && isReadBy(part, memorial.data))
  const withSteps = usePartSteps(readable)
  const writer = useQuery(profileQuery(user.id))
  const back = { to: `${paths.memorial(ownerId)}?tab=first-days`, label: 'What to do' }
  if (!memorial.data) {
    const unread = <MemorialUnread query={memorial} title={title} back={back} loading="Loading the letter" />
    if (!isWithoutConnection(memorial)) return unread
    return (
      <CopiedLetter ownerId={ownerId} stepKey={stepKey} back={back}>
        {unread}
      </CopiedLetter>
    )
  }
  const { owner, role } = memorial.data
  const who = owner.full_name
  const query = allLoaded(writer, ...withSteps.map((part) => part.query))
  return (
    <Loaded query={query} loading="Loading the letter" errorTitle="Unable to load the letter" cards={1}>
      {() => {
        const steps = planSteps(withSteps, { who: who ?? 'your loved one' })
        const given = {
          who,
          bornOn: bornOn(readable),
          diedOn: owner.died_on,
          writer: writer.data?.full_name ?? null,
          role: roleWords[role].name.toLowerCase(),
        }
        return <LetterOf steps={steps} stepKey={stepKey} given={given} back={back} />
      }}
    </Loaded>
  )
}

type Back = NonNullable<PageProps['back']>

interface CopiedProps {
  ownerId: string
  stepKey: string
  back: Back
  children: ReactNode
}

/** The letter from what this device kept of the list, where there is no connection. */
function CopiedLetter({ ownerId, stepKey, back, children }: CopiedProps) {
  const copy = useStepCopy(ownerId)
  return copy ? <LetterOf steps={copy.steps} stepKey={stepKey} given={copy.letters} back={back} /> : children
}

interface LetterOfProps {
  steps: readonly Pick<Step, 'key' | 'letter'>[]
  stepKey: string
  given: LetterGiven
  back: Back
}

function LetterOf({ steps, stepKey, given, back }: LetterOfProps) {
  const facts = steps.find(({ key }) => key === stepKey)?.letter
  return facts ? (
    <LetterPage back={back} letter={writeLetter(facts, given)} />
  ) : (
    <Page title={title} back={back}>
      <EmptyState title="There’s no letter here">
        The plan has no such step for you, or it isn’t open to you anymore.
      </EmptyState>
    </Page>
  )
}

function LetterPage({ letter, back }: { letter: Letter; back: Back }) {
  const { sender, recipient, date, subject, references, body, enclosed, closing } = letter
  const { problem, follow } = useAction()
  const copy = async () => {
    await navigator.clipboard.writeText(letterText(letter))
    toastDone({ title: 'Copied' })
  }
  return (
    <Page
      title={`A letter to ${recipient[0]}`}
      documentTitle={subject}
      intro="Made from the plan. Fill in the blanks, check every line, and sign it."
      back={back}
      printsOwnHeading
      actions={
        <>
          <Button variant="primary" icon="print" onClick={() => window.print()}>
            Print
          </Button>
          <Button icon="document" onClick={() => follow(copy())}>
            Copy the text
          </Button>
        </>
      }
    >
      <FailureNotice className="mb-5" title="The text couldn’t be copied" problem={problem} />
      <article
        aria-label={subject}
        className="grid gap-6 rounded-card border border-line bg-sheet p-5 font-serif wrap-anywhere sm:p-10 print:border-0 print:bg-transparent print:p-0"
      >
        <Lines lines={sender} />
        <Lines lines={recipient} />
        <p>{date}</p>
        <div>
          <h2 className="text-title">{subject}</h2>
          {references.map(({ term, value }) => (
            <p key={term}>
              {/* A number with hyphens goes to the next line whole. */}
              {term}: <span className="inline-block max-w-full">{value}</span>
            </p>
          ))}
        </div>
        {body.map((text) => (
          <p key={text}>{text}</p>
        ))}
        <div>
          <p>Enclosed:</p>
          <ul className="list-disc pl-6">
            {enclosed.map((what) => (
              <li key={what}>{what}</li>
            ))}
          </ul>
        </div>
        <div className="grid gap-4">
          {closing.map((line) => (
            <p key={line}>{line}</p>
          ))}
        </div>
      </article>
    </Page>
  )
}

function Lines({ lines }: { lines: readonly string[] }) {
  return (
    <div>
      {lines.map((line) => (
        <p key={line}>{line}</p>
      ))}
    </div>
  )
}
