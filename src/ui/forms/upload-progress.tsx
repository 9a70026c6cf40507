import { formatSize } from '@/lib/text'
import { Button } from '@/ui/base/button'
import { Notice } from '@/ui/base/notice'
import { ProgressBar } from '@/ui/base/progress-bar'

export interface UploadProgressProps {
  /** In bytes. Small files are sent in one piece, so this is either 0 or everything. */
  sent: number
  total: number
  /** False while the connection is lost. */
  connected: boolean
  onCancel: () => void
  /** Retries at once after the connection was lost. */
  onResume: () => void
}

/** An upload in progress: how much is sent, in words and as a bar, whether it is connected, and a way to stop it. */
export function UploadProgress({ sent, total, connected, onCancel, onResume }: UploadProgressProps) {
  return (
    <div className="grid gap-4 rounded-control border border-line bg-well px-4 py-3.5">
      {sent > 0 && sent < total ? (
        <ProgressBar
          value={sent}
          max={total}
          label={`${connected ? 'Uploading' : 'Uploaded so far'}: ${formatSize(sent)} of ${formatSize(total)} (${Math.floor((sent / total) * 100)}%)`}
        />
      ) : connected ? (
        <p className="flex items-center gap-2.5 font-semibold">
          <span className="spinner shrink-0" aria-hidden="true" />
          <span>
            {sent === 0 ? 'Starting the upload...' : 'Everything’s been sent. Finishing the upload...'}
          </span>
        </p>
      ) : null}
      <div role="status" className="empty:hidden">
        {connected ? null : (
          <Notice tone="warning" title="The connection was lost">
            When you’re back online, the upload will pick up where it stopped.
          </Notice>
        )}
      </div>
      <div className="flex flex-wrap gap-3">
        {connected ? null : (
          <Button variant="primary" icon="retry" onClick={onResume}>
            Resume
          </Button>
        )}
        <Button onClick={onCancel}>Cancel upload</Button>
      </div>
    </div>
  )
}
