import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useParams } from 'react-router-dom'
import { toastDone } from '@/browser/toasts'
import { isReleased } from '@/data/account/profiles'
import { serviceQuery } from '@/data/service/services'
import { useUser } from '@/data/session/session'
import { paths } from '@/lib/paths'
import { isReadBy } from '@/parts/kit/part'
import { MemorialUnread } from '@/reading/notices/memorial-unread'
import { keepObituary, OBITUARY_LIMIT, readObituary } from '@/reading/obituary/kept-obituary'
import {
  type ObituaryLength,
  obituaryFacts,
  obituaryLengths,
  writeObituary,
} from '@/reading/obituary/obituary'
import { useMemorial } from '@/reading/use-memorial'
import { memorialParts } from '@/reading/use-plan'
import { Button } from '@/ui/base/button'
import { FailureNotice } from '@/ui/base/failure'
import { allLoaded, Loaded } from '@/ui/base/loaded'
import { Notice } from '@/ui/base/notice'
import { Page, PageSection } from '@/ui/base/page'
import { EmptyState } from '@/ui/base/states'
import { ConfirmDialog } from '@/ui/dialogs/confirm-dialog'
import { ChoiceField, TextArea } from '@/ui/forms/field'
import { useAction } from '@/ui/hooks/use-action'

const title = 'An obituary'
const drafted = memorialParts.filter(({ obituary }) => obituary)

/** /memorial/{ownerId}/obituary: executors start from a draft made from the plan, change it, and copy or print it. */
export function Component() {
  const { ownerId = '' } = useParams()
  const user = useUser()
  const { memorial, parts } = useMemorial(drafted, ownerId)
  const access = memorial.data
  const isOpen = access ? access.canView && access.role === 'executor' && isReleased(access.owner) : false
  const service = useQuery({ ...serviceQuery(ownerId), enabled: isOpen })
  const isClosed = access !== undefined && !isOpen
  useEffect(() => {
    // The death was reported by mistake, or the access has ended.
    if (isClosed) keepObituary(user.id, ownerId, null)
  }, [isClosed, user.id, ownerId])

  const back = { to: `${paths.memorial(ownerId)}?tab=first-days`, label: 'What to do' }
  if (!access) {
    return <MemorialUnread query={memorial} title={title} back={back} loading="Loading the obituary" />
  }
  if (!isOpen) {
    return (
      <Page title={title} back={back}>
        <EmptyState title="Executors write the obituary">
          They can start from a draft here once the death has been verified and the plan is open.
        </EmptyState>
      </Page>
    )
  }
  const readable = parts.filter((part) => isReadBy(part, access))
  const query = allLoaded(service, ...readable.map((part) => part.query))
  return (
    <Loaded query={query} loading="Loading the obituary" errorTitle="Unable to load the obituary" cards={1}>
      {([arranged]) => (
        <Editor
          ownerId={ownerId}
          back={back}
          draft={(length) =>
            writeObituary(length, {
              ...obituaryFacts(readable),
              who: access.owner.full_name,
              diedOn: access.owner.died_on,
              service: arranged,
            })
          }
        />
      )}
    </Loaded>
  )
}

const lengthWords: Record<ObituaryLength, { label: string; hint: string }> = {
  short: {
    label: 'Short',
    hint: 'Name, years and service: a notice in a newspaper, often paid by the line.',
  },
  medium: { label: 'Medium', hint: 'With the family and the line to be remembered by.' },
  long: { label: 'Long', hint: 'With the notes they left for it: a website, or the printed program.' },
}
const choices = obituaryLengths.map((value) => ({ value, ...lengthWords[value] }))

interface EditorProps {
  ownerId: string
  back: { to: string; label: string }
  draft: (length: ObituaryLength) => string
}

function Editor({ ownerId, back, draft }: EditorProps) {
  const user = useUser()
  const [length, setLength] = useState<ObituaryLength>('medium')
  /** What the person wrote; null while the draft is as it was made. */
  const [changed, setChanged] = useState(() => readObituary(user.id, ownerId))
  const [isKept, setKept] = useState(true)
  /** What would replace what was written: asked about first. */
  const [asked, setAsked] = useState<ObituaryLength | null>(null)
  const { problem, follow } = useAction()
  const text = changed ?? draft(length)

  const write = (next: string | null) => {
    setChanged(next)
    setKept(keepObituary(user.id, ownerId, next))
  }
  const startOver = (next: ObituaryLength) => {
    setLength(next)
    write(null)
  }
  const copy = async () => {
    await navigator.clipboard.writeText(text)
    toastDone({ title: 'Copied' })
  }
  return (
    <Page
      title={title}
      intro="A draft put together from the plan. Change it until it sounds right, then copy or print it. Nothing is published from here."
      back={back}
      printsOwnHeading
      actions={
        <>
          <Button variant="primary" icon="document" onClick={() => follow(copy())}>
            Copy the text
          </Button>
          <Button icon="print" onClick={() => window.print()}>
            Print
          </Button>
        </>
      }
    >
      <FailureNotice className="mb-5" title="The text couldn’t be copied" problem={problem} />
      <div className="grid gap-6 print:hidden">
        <Notice title="What we leave out, and why">
          <p>
            Thieves read obituaries. So the draft has only the year of birth, no address, and no family name
            of parents, aunts or uncles: banks ask for a mother’s maiden name. The time of the service tells
            strangers when the house will be empty, so ask someone to stay there. And ask the people you name
            if they mind.
          </p>
        </Notice>
        <ChoiceField
          label="How long?"
          options={choices}
          value={length}
          onChange={({ target }) => {
            const next = obituaryLengths.find((one) => one === target.value)
            if (!next) return
            if (changed === null) setLength(next)
            else setAsked(next)
          }}
        />
        <TextArea
          label="The text"
          hint={text.includes('[') ? 'Fill in the brackets.' : undefined}
          rows={14}
          limit={OBITUARY_LIMIT}
          maxLength={OBITUARY_LIMIT}
          value={text}
          onChange={({ target }) => write(target.value)}
        />
        {changed === null ? null : (
          <div role="status">
            <p className="text-ink-soft">
              {isKept
                ? 'What you changed is kept on this device until you sign out. Other executors see their own draft, so send them yours.'
                : 'This browser can’t keep what you changed. Copy it before you leave this page.'}
            </p>
            <Button variant="quiet" className="-ml-3" onClick={() => setAsked(length)}>
              Start over from the draft
            </Button>
          </div>
        )}
      </div>
      <PageSection title={title} titleHidden>
        <p className="hidden font-serif wrap-anywhere whitespace-pre-line print:block">{text}</p>
      </PageSection>
      <ConfirmDialog
        open={asked !== null}
        onOpenChange={() => setAsked(null)}
        title="Replace what you wrote?"
        consequence="The draft takes its place. What you wrote can’t be brought back."
        confirmLabel="Replace it"
        tone="danger"
        busyLabel="Replacing..."
        onConfirm={async () => {
          if (asked) startOver(asked)
          setAsked(null)
        }}
      />
    </Page>
  )
}
