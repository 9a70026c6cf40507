import { useCallback } from 'react'
import { count } from '@/lib/count'
import { errorSentence } from '@/lib/errors'
import { savesToDisk } from '@/lib/files/download'
import { formatSize } from '@/lib/files/file-rules'
import { Button } from '@/ui/button'
import { LeaveGuard } from '@/ui/forms/leave-guard'
import { Notice } from '@/ui/notice'
import { ProgressBar } from '@/ui/progress-bar'
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
        files.length === 0 ? words.noFiles : `${count(files.length, 'file')}, ${formatSize(size)} together`
      }
      action={
        <>
          <Button variant="primary" onClick={onSave}>
            Save the zip
          </Button>
          <Button onClick={onCancel}>Not now</Button>
        </>
      }
    >
      {files.length === 0 ? <p>The zip will hold the data alone.</p> : null}
      {files.length === 0 || savesToDisk() ? null : (
        <p>
          This browser puts the whole zip together before it saves it, and needs {formatSize(size)} of memory
          for that. If it does not manage, use Chrome or Edge on a computer.
        </p>
      )}
      <p>Whoever has the zip can open everything in it. Keep it where only you get at it.</p>
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
            ? 'Finishing the zip…'
            : `File ${progress.files + 1} of ${files.length}: ${formatSize(progress.bytes)} of ${formatSize(size)} (${share} %)`
        }
      />
      <div role="status" className="empty:hidden">
        {progress.connected ? null : (
          <Notice tone="warning" title="The connection was lost">
            The {noun} goes on by itself, from where it stopped, when the connection is back.
          </Notice>
        )}
      </div>
      <div>
        <Button onClick={onCancel}>Cancel {noun}</Button>
      </div>
      <LeaveGuard
        isUnsaved={useCallback(() => true, [])}
        title={`Leave and end the ${noun}?`}
        consequence="The zip is not complete yet. If you leave this page now, nothing of it is kept."
        leaveLabel="Leave and end it"
      />
    </div>
  )
}

function Done({ plan: { files, fileName }, failed, words }: At<'done'> & { words: ZipWords }) {
  if (failed.length === 0) {
    return (
      <Notice tone="good" title={`Saved: ${fileName}`}>
        {files.length === 0 ? 'The data is in it.' : `The data and ${count(files.length, 'file')} are in it.`}
      </Notice>
    )
  }
  return (
    <Notice
      tone="warning"
      title={`Saved, but ${count(failed.length, 'file')} of ${files.length} ${failed.length === 1 ? 'is' : 'are'} missing or not whole`}
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
        Everything else is in {fileName}, and its report.txt says the same. You can press “{words.button}” to
        try again.
      </p>
    </Notice>
  )
}
