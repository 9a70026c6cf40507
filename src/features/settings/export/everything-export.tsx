import type { SessionUser } from '@/data/session/session'
import { count } from '@/lib/count'
import { savesToDisk } from '@/lib/files/download'
import { formatSize } from '@/lib/files/file-rules'
import { Button } from '@/ui/button'
import { FailureNotice } from '@/ui/forms/failure-notice'
import { LeaveGuard } from '@/ui/forms/leave-guard'
import { Notice } from '@/ui/notice'
import { ProgressBar } from '@/ui/progress-bar'
import { failureWords } from './export-report'
import type { ExportPlan } from './export-work'
import { type Exporting, useEverythingExport } from './use-everything-export'

/** One zip with the data, documents and videos: shows its size, makes it, and reports the result. */
export function EverythingExport({ account }: { account: SessionUser }) {
  const { exporting, look, save, cancel } = useEverythingExport(account)
  return (
    <>
      <Button
        icon="document"
        busy={exporting.name === 'looking' || exporting.name === 'saving'}
        busyLabel={exporting.name === 'looking' ? 'Looking at what there is…' : 'Exporting…'}
        onClick={look}
      >
        Everything, with files
      </Button>
      {exporting.name === 'saving' ? <Saving {...exporting} onCancel={cancel} /> : null}
      <div role="status" className="mt-4 empty:hidden">
        {exporting.name === 'ready' ? (
          <Ready plan={exporting.plan} onSave={() => save(exporting.plan)} onCancel={cancel} />
        ) : null}
        {exporting.name === 'done' ? <Done {...exporting} /> : null}
      </div>
      {exporting.name === 'problem' ? (
        <FailureNotice className="mt-4" title="No zip was made" problem={exporting.problem} />
      ) : null}
    </>
  )
}

function Ready({ plan, onSave, onCancel }: { plan: ExportPlan; onSave: () => void; onCancel: () => void }) {
  const { files, size } = plan
  return (
    <Notice
      title={
        files.length === 0
          ? 'There are no files in your plan yet'
          : `${count(files.length, 'file')}, ${formatSize(size)} together`
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

function Saving({ plan: { files, size }, progress, onCancel }: At<'saving'> & { onCancel: () => void }) {
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
            The export goes on by itself, from where it stopped, when the connection is back.
          </Notice>
        )}
      </div>
      <div>
        <Button onClick={onCancel}>Cancel export</Button>
      </div>
      <LeaveGuard
        isUnsaved={() => true}
        title="Leave and end the export?"
        consequence="The zip is not complete yet. If you leave this page now, nothing of it is kept."
        leaveLabel="Leave and end it"
      />
    </div>
  )
}

function Done({ plan: { files }, fileName, failed }: At<'done'>) {
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
        Everything else is in {fileName}, and its report.txt says the same. You can press “Everything, with
        files” to try again.
      </p>
    </Notice>
  )
}
