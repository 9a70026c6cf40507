import type { ReactNode } from 'react'
import { formatDate } from '@/lib/dates'
import { errorCode } from '@/lib/errors'
import { paths } from '@/lib/paths'
import { count, formatNumber, formatSize, inWords } from '@/lib/text'
import { Button, ButtonLink, DialogActions } from '@/ui/base/button'
import { FailureNotice } from '@/ui/base/failure'
import { Notice, takeFocus } from '@/ui/base/notice'
import { ProgressBar } from '@/ui/base/progress-bar'
import { FormDialog } from '@/ui/dialogs/form-dialog'
import { ChooseFile } from '@/ui/forms/choose-file'
import { DescriptionList } from '@/ui/lists/description-list'
import { PagedList } from '@/ui/lists/paged-list'
import type { Outcome, Progress } from './bring-in'
import type { Arriving, Look, StaysOut } from './look'
import { useImport } from './use-import'

const whileBusy = {
  title: 'Stop bringing it in?',
  consequence:
    'What came in so far stays in your plan. You can choose the same zip again and go on from there.',
}

/**
 * Brings an export that someone made of their own plan into an empty one. Shows first what is in it and what stays out;
 * nothing is written before the button at the end is pressed.
 */
export function ImportDialog({ onClose }: { onClose: () => void }) {
  const { importing, choose, send, goOn, stop } = useImport()
  const isSending = importing.name === 'sending'
  const isLooking = importing.name === 'looking'
  const look = importing.name === 'found' ? importing.look : null
  const isDone = importing.name === 'done'
  const isReady = look !== null && refusalOf(look) === null && toCome(look) > 0
  const chooseZip = (
    <ChooseFile
      label="Zip of an export"
      accept=".zip,application/zip"
      variant={look ? 'quiet' : 'primary'}
      busy={isLooking}
      busyLabel="Reading..."
      onChoose={(file) => void choose(file)}
    >
      {look ? 'Choose another zip' : 'Choose the zip'}
    </ChooseFile>
  )
  return (
    <FormDialog
      title="Bring in an export"
      description="It can only come into an empty plan, so nothing is mixed up or overwritten."
      unsaved={false}
      busy={isSending}
      whileBusy={whileBusy}
      onClose={onClose}
    >
      {(close) => (
        <>
          {importing.name === 'choosing' || isLooking ? <HowTo /> : null}
          {importing.name === 'choosing' ? (
            <FailureNotice
              className="mt-5"
              title="This file can’t be brought in"
              problem={importing.problem}
            />
          ) : null}
          {look ? <Contents look={look}>{chooseZip}</Contents> : null}
          {isSending ? <Sending {...importing} /> : null}
          {isDone ? <Result outcome={importing.outcome} /> : null}
          <DialogActions>
            {isReady ? (
              <Button variant="primary" icon="plus" onClick={() => void send(look)}>
                Bring in {count(toCome(look), 'entry', 'entries')}
              </Button>
            ) : null}
            {isSending ? <Button onClick={stop}>Stop</Button> : null}
            {isDone && importing.outcome.problem !== null ? (
              <Button variant="primary" icon="retry" onClick={() => void goOn()}>
                Go on
              </Button>
            ) : null}
            {look || isSending || isDone ? null : chooseZip}
            {isSending ? null : <Button onClick={close}>{isDone ? 'Close' : 'Cancel'}</Button>}
          </DialogActions>
        </>
      )}
    </FormDialog>
  )
}

const sum = (numbers: readonly number[]) => numbers.reduce((all, one) => all + one, 0)
const toCome = ({ parts }: Look) => sum(parts.map(({ rows }) => rows.length))
const cameBefore = ({ parts }: Look) => sum(parts.map(({ there }) => there))

function HowTo() {
  return (
    <>
      <p className="mb-3">
        Choose the zip that “Export everything, with files” made in your earlier account. You’ll see what’s in
        it before anything is added.
      </p>
      <p className="text-ink-soft">The zip is read on this device. Only what comes into your plan is sent.</p>
    </>
  )
}

/** Why an export can't come into this plan: null when it can. */
function refusalOf({ others, isOpen, size, room }: Look): { title: string; words: string } | null {
  if (others.length > 0)
    return {
      title: 'Your plan isn’t empty',
      words: `There’s already something else in it, under ${inWords(others)}. An export can only come into an empty plan, so delete that first, or use a new account.`,
    }
  if (!isOpen)
    return {
      title: 'You can’t add to your plan right now',
      words: 'You need a membership to bring this in. The zip keeps everything until then.',
    }
  if (size > room)
    return {
      title: 'There isn’t enough room for the files',
      words: `They take up ${formatSize(size)}, and there’s room for ${formatSize(Math.max(0, room))} more. A membership has more room than the free trial.`,
    }
  return null
}

interface ContentsProps {
  look: Look
  /** The button that chooses another zip. */
  children: ReactNode
}

function Contents({ look, children }: ContentsProps) {
  const { parts, staysOut, people, email, exportedAt, isOpen, size, room } = look
  const refusal = refusalOf(look)
  const arriving = parts.filter(({ rows }) => rows.length > 0)
  const before = cameBefore(look)
  return (
    <>
      <p role="status" ref={takeFocus} tabIndex={-1} className="mb-4 wrap-anywhere">
        Exported on {formatDate(exportedAt, 'an unknown day')} by {email}. Nothing has been added yet.
      </p>
      <div className="-mt-3 mb-3 -ml-3">{children}</div>
      {refusal ? (
        <Notice
          tone="warning"
          className="mb-5"
          title={refusal.title}
          action={
            !isOpen || size > room ? <ButtonLink to={paths.billing}>See membership</ButtonLink> : undefined
          }
        >
          {refusal.words}
        </Notice>
      ) : null}
      {before > 0 && !refusal ? (
        <Notice className="mb-5" title={`${count(before, 'entry', 'entries')} came in before`}>
          They stay as they are.
        </Notice>
      ) : null}
      <h3 className="mb-2 font-semibold">{refusal ? 'What’s in it' : 'What will come in'}</h3>
      {arriving.length > 0 ? (
        <DescriptionList items={arriving.map((part) => ({ term: part.title, value: amountOf(part) }))} />
      ) : (
        <p>
          {before > 0
            ? 'Everything that can come in is in your plan.'
            : 'There’s nothing in it that can come in.'}
        </p>
      )}
      <h3 className="mt-6 mb-2 font-semibold">What stays out</h3>
      <ul className="grid list-disc gap-2 pl-5">
        {people > 0 ? (
          <li>
            The {people === 1 ? 'person' : count(people, 'person', 'people')} named there. They were invited
            to another plan, so only you can invite them to this one.
          </li>
        ) : null}
        <li>Who may see which part, and when. Choose that again once you’ve named people.</li>
        <li>
          Your settings, your card, the membership, the history, memories and death certificates. They belong
          to the account they were made in.
        </li>
      </ul>
      <Left entries={staysOut} />
    </>
  )
}

function amountOf({ rows }: Arriving): string {
  const files = rows.flatMap(({ zipped }) => zipped?.size ?? [])
  const entries = count(rows.length, 'entry', 'entries')
  return files.length === 0
    ? entries
    : `${entries}, with ${count(files.length, 'file')} (${formatSize(sum(files))})`
}

/** Entries that stay out, or did not come in, each with the reason. */
function Left({ entries }: { entries: readonly StaysOut[] }) {
  if (entries.length === 0) return null
  return (
    <details open className="mt-4">
      <summary className="min-h-11 cursor-pointer py-2 font-semibold">
        {count(entries.length, 'entry stays out', 'entries stay out')}
      </summary>
      <PagedList
        label="Entries that stay out"
        className="grid gap-3"
        items={entries.map((entry, id) => ({ ...entry, id }))}
      >
        {({ title, name, why }) => (
          <p className="wrap-anywhere">
            <strong>{name ? `${title}: ${name}` : title}</strong>
            <br />
            {why}
          </p>
        )}
      </PagedList>
    </details>
  )
}

function Sending({ look, progress }: { look: Look; progress: Progress }) {
  const { rows, bytes, title, name, connected } = progress
  const all = toCome(look)
  const isSized = look.size > 0
  const now = name ? `${title}: ${name}` : title
  return (
    <>
      <ProgressBar
        value={isSized ? bytes + rows : rows}
        max={isSized ? look.size + all : all}
        label={`${formatNumber(rows)} of ${count(all, 'entry', 'entries')}${isSized ? `, ${formatSize(bytes)} of ${formatSize(look.size)}` : ''}`}
      />
      <p className="mt-3 min-h-6 text-ink-soft wrap-anywhere">{now}</p>
      <div role="status" className="mt-4 empty:hidden">
        {connected ? null : (
          <Notice tone="warning" title="The connection was lost">
            When you’re back online, it will pick up where it stopped.
          </Notice>
        )}
      </div>
    </>
  )
}

function Result({ outcome: { added, failed, problem } }: { outcome: Outcome }) {
  const entries = `${count(added, 'entry', 'entries')} came in`
  const isStopped = errorCode(problem) === 'upload_cancelled'
  return (
    <div ref={takeFocus} tabIndex={-1}>
      {problem !== null ? (
        <>
          {isStopped ? null : <FailureNotice className="mb-5" title="It broke off" problem={problem} />}
          <Notice role="status" title={isStopped ? `Stopped: ${entries}` : entries}>
            What came in stays in your plan. “Go on” brings in the rest; you can also do that later with the
            same zip.
          </Notice>
        </>
      ) : failed.length > 0 ? (
        <Notice role="status" tone="warning" title={`${entries}, with problems below`}>
          Everything else is in your plan. Keep the zip until you’ve taken care of them.
        </Notice>
      ) : (
        <Notice role="status" tone="good" title={entries}>
          Everything that could come in is in your plan now. Look through it, and name the people who should
          see it.
        </Notice>
      )}
      <Left entries={failed} />
    </div>
  )
}
