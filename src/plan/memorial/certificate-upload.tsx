import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react'
import type { Enums } from '@/lib/database.types'
import { formatDateTime } from '@/lib/dates'
import { fileNameOf } from '@/lib/files/file-rules'
import { Badge, type BadgeTone } from '@/ui/badge'
import { Button } from '@/ui/button'
import { ConfirmDialog } from '@/ui/dialog'
import { FilePicker } from '@/ui/forms/file-picker'
import { LeaveGuard } from '@/ui/forms/leave-guard'
import { UploadProgress, type UploadProgressProps } from '@/ui/forms/upload-progress'
import { DescriptionList } from '@/ui/lists/description-list'
import { OpenFileButton } from '@/ui/media/open-file-button'
import { Notice } from '@/ui/notice'
import { Card } from '@/ui/page/card'

const statuses: Record<Enums<'death_review'>, { words: string; tone: BadgeTone }> = {
  none: { words: 'No certificate', tone: 'neutral' },
  pending: { words: 'Under review', tone: 'waiting' },
  approved: { words: 'Approved', tone: 'good' },
  rejected: { words: 'Rejected', tone: 'warning' },
}

export interface DeathCertificateProps {
  review: Enums<'death_review'>
  /** The path of the file that was submitted last; null when none was. */
  path: string | null
  /** ISO timestamps. */
  submittedAt: string | null
  reviewedAt: string | null
  /** Makes the link that opens the file. */
  link: (path: string) => Promise<string>
  /** Explains who submits a certificate here, and when. */
  intro: ReactNode
  /** What submitting leads to, for the confirmation before it. */
  consequence: string
  submission: CertificateSubmission
}

/** A certificate's submission; see data/memorial/death-certificates.ts. */
interface CertificateSubmission {
  file: File | null
  choose: (file: File | null) => void
  submit: () => void
  sending: boolean
  upload: UploadProgressProps | null
  cancelled: boolean
  problem: string | undefined
}

/** Shows the certificate's review and, while a certificate is wanted, the form to submit one. */
export function DeathCertificate(props: DeathCertificateProps) {
  const { review, path, submittedAt, reviewedAt, link } = props
  const status = statuses[review]
  const updatedAt = reviewedAt ?? submittedAt
  const wanted = review === 'none' || review === 'rejected'
  const box = useRef<HTMLDivElement>(null)
  const wasSending = useRef(false)
  useEffect(() => {
    // Submitting removes the focused element, so the focus moves here and a screen reader reads the new state.
    if (!wanted && wasSending.current) box.current?.focus()
    wasSending.current = props.submission.sending || (wanted && wasSending.current)
  }, [wanted, props.submission.sending])

  return (
    <Card title="Death certificate" aside={<Badge tone={status.tone}>{status.words}</Badge>}>
      <div ref={box} tabIndex={-1} className="rounded-small outline-offset-8">
        {path === null ? (
          <p>No death certificate has been submitted.</p>
        ) : (
          <>
            <DescriptionList
              items={[
                { term: 'File', value: fileNameOf(path) },
                ...(updatedAt ? [{ term: 'Last updated', value: formatDateTime(updatedAt) }] : []),
                ...(review === 'approved' ? [{ term: 'Approved', value: formatDateTime(reviewedAt) }] : []),
              ]}
            />
            <div className="mt-5 flex flex-wrap gap-3 print:hidden">
              <OpenFileButton link={() => link(path)}>View certificate</OpenFileButton>
            </div>
          </>
        )}
        {wanted ? null : (
          <Notice tone="info" className="mt-5" title="Uploads are disabled">
            <p>Uploads are disabled while a certificate is approved or under review.</p>
          </Notice>
        )}
      </div>
      {wanted ? <Submission {...props} /> : null}
    </Card>
  )
}

function Submission({ review, intro, consequence, submission }: DeathCertificateProps) {
  const [asking, setAsking] = useState(false)
  const { file, choose, submit, sending, upload, cancelled, problem } = submission
  return (
    <div className="mt-6 border-t border-line pt-5 print:hidden">
      <h3 className="text-lead">Submit a death certificate</h3>
      <div className="mt-1.5 mb-5 grid max-w-prose gap-2">
        {review === 'rejected' ? <p>The last one was not accepted. Another one can be submitted.</p> : null}
        {intro}
      </div>
      <div className="grid gap-5">
        <FilePicker
          label="Death certificate"
          hint="PDF or image files up to 25 MB"
          file={file}
          disabled={sending}
          onChange={choose}
        />
        {upload ? <UploadProgress {...upload} /> : null}
        {cancelled ? (
          <Notice role="status" title="Upload cancelled">
            Nothing was submitted. The file you chose is still here.
          </Notice>
        ) : null}
        {problem ? (
          <Notice tone="danger" role="alert" title="Upload failed">
            {problem}
          </Notice>
        ) : null}
        <div>
          <Button
            variant="primary"
            disabled={!file}
            busy={sending}
            busyLabel="Submitting..."
            onClick={() => setAsking(true)}
          >
            Submit certificate
          </Button>
        </div>
      </div>
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title="Submit this certificate?"
        consequence={consequence}
        confirmLabel="Submit certificate"
        onConfirm={() => {
          setAsking(false)
          submit()
        }}
      />
      <LeaveGuard
        isUnsaved={useCallback(() => sending, [sending])}
        title="Leave before it is submitted?"
        consequence="The certificate is being sent at this moment. If you leave now, it may not arrive."
        leaveLabel="Leave"
      />
    </div>
  )
}
