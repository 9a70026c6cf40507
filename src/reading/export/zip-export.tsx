import { useCallback } from 'react'
import { savesToDisk } from '@/browser/files/download'
import { count, formatSize } from '@/lib/text'
import { Button } from '@/ui/base/button'
import { Notice } from '@/ui/base/notice'
import { ProgressBar } from '@/ui/base/progress-bar'
import { LeaveGuard } from '@/ui/forms/leave-guard'
import { errorSentence } from '@/words/refusals'
import { failureWords } from './export-report'
import type { Exporting, ExportPlan } from './use-zip-export'

/** The words of a screen that makes a zip. */
export interface ZipWords {
  /** What this is called: "export", "download". */
  noun: string
  /** The title when there are no files. */
  noFiles: string
  /** The button that starts it. */
  button: string
}

interface Props {
  exporting: Exporting
  words: ZipWords
  onSave: (plan: ExportPlan) => void
  /** Cancels what is going on. */
  onClose: () => void
}

/** Everything about a zip below the button that starts it: its size, its progress, and the result. */
export function ZipExport({ exporting, words, onSave, onClose }: Props) {
  return (
    <>
      {exporting.name === 'saving' ? <Saving {...exporting} words={words} onCancel={onClose} /> : null}
      <div role="status" className="mt-4 empty:hidden">
        {exporting.name === 'ready' ? (
          <Ready
            plan={exporting.plan}
            words={words}
            onSave={() => onSave(exporting.plan)}
            onCancel={onClose}
          />
        ) : null}
        {exporting.name === 'done' ? <Done {...exporting} words={words} /> : null}
      </div>
      {exporting.name === 'problem' ? (
        <Notice tone="danger" role="alert" className="mt-4" title="No zip was made">
          {errorSentence(exporting.problem)}
        </Notice>
      ) : null}
    </>
  )
}

interface ReadyProps {
  plan: ExportPlan
  words: ZipWords
  onSave: () => void
  onCancel: () => void
}

function Ready({ plan: { files, size }, words, onSave, onCancel }: ReadyProps) {
  return (
    <Notice
      title={
        files.length === 0 ? words.noFiles : `${count(files.length, 'file')}, ${formatSize(size)} in all`
      }
      action={
        <>
          <Button variant="primary" onClick={onSave}>
            Download zip
          </Button>
          <Button onClick={onCancel}>Not now</Button>
        </>
      }
    >
      {files.length === 0 ? <p>The zip will contain data only.</p> : null}
      {files.length === 0 || savesToDisk() ? null : (
        <p>
          This browser builds the whole zip before saving it, which takes {formatSize(size)} of memory. If
          that doesn’t work, use Chrome or Edge on a computer.
        </p>
      )}
      <p>Anyone with this file can open everything in it. Keep it somewhere only you can get to.</p>
    </Notice>
  )
}

type At<Name extends Exporting['name']> = Extract<Exporting, { name: Name }>

interface SavingProps extends At<'saving'> {
  words: ZipWords
  onCancel: () => void
}

function Saving({ plan: { files, size }, progress, words: { noun }, onCancel }: SavingProps) {
  const share = size === 0 ? 0 : Math.floor((progress.bytes / size) * 100)
  return (
    <div className="mt-4 grid gap-4 rounded-control border border-line bg-well px-4 py-3.5">
      <ProgressBar
        value={progress.bytes}
        max={Math.max(size, 1)}
        label={
          progress.files === files.length
            ? 'Finishing the zip...'
            : `File ${progress.files + 1} of ${files.length}: ${formatSize(progress.bytes)} of ${formatSize(size)} (${share}%)`
        }
      />
      <div role="status" className="empty:hidden">
        {progress.connected ? null : (
          <Notice tone="warning" title="The connection was lost">
            When you’re back online, the {noun} will pick up where it stopped.
          </Notice>
        )}
      </div>
      <div>
        <Button onClick={onCancel}>Cancel {noun}</Button>
      </div>
      <LeaveGuard
        isUnsaved={useCallback(() => true, [])}
        title={`Leave and stop the ${noun}?`}
        consequence="The zip isn’t complete yet. If you leave this page now, you’ll lose it."
        leaveLabel="Leave and stop it"
      />
    </div>
  )
}

function Done({ plan: { files, fileName }, failed, words }: At<'done'> & { words: ZipWords }) {
  if (failed.length === 0) {
    return (
      <Notice tone="good" title={`Saved: ${fileName}`}>
        {files.length === 0
          ? 'It contains the data.'
          : `It contains the data and ${count(files.length, 'file')}.`}
      </Notice>
    )
  }
  return (
    <Notice
      tone="warning"
      title={`Saved, but ${count(failed.length, 'file')} of ${files.length} ${failed.length === 1 ? 'is' : 'are'} missing or incomplete`}
    >
      <ul className="my-2 grid gap-2">
        {failed.map((failure) => (
          <li key={failure.file.path} className="wrap-anywhere">
            <strong>{failure.file.path}</strong>
            <br />
            {failureWords(failure)}
          </li>
        ))}
      </ul>
      <p>
        Everything else is in {fileName}, and report.txt in it has this list too. Choose “{words.button}” to
        try again.
      </p>
    </Notice>
  )
}
