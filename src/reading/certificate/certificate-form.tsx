import { type ReactNode, useState } from 'react'
import { useCertificateSubmission } from '@/data/memorial/certificate-submission'
import { Button } from '@/ui/base/button'
import { Notice } from '@/ui/base/notice'
import { ConfirmDialog } from '@/ui/dialogs/confirm-dialog'
import { FilePicker } from '@/ui/forms/file-picker'
import { LeaveGuard } from '@/ui/forms/leave-guard'
import { UploadProgress } from '@/ui/forms/upload-progress'

export interface CertificateFormProps {
  /** Explains who submits a certificate here, and when. */
  intro: ReactNode
  /** What submitting leads to, for the confirmation before it. */
  consequence: string
  /** The state and actions of the submission; in a practice, ones that send nothing. */
  submission: ReturnType<typeof useCertificateSubmission>
}

/** The form that submits a certificate, with the question before it. */
export function CertificateForm({ intro, consequence, submission }: CertificateFormProps) {
  const [asking, setAsking] = useState(false)
  const { file, choose, submit, sending, upload, cancelled, problem } = submission
  return (
    <div className="mt-5 first:mt-0">
      <h3 className="text-lead">Submit a death certificate</h3>
      <div className="mt-1.5 mb-5 grid max-w-prose gap-2">
        {intro}
        <p>
          A photo from your phone is fine. It should show the whole page, flat, with the seal and all four
          corners. Any certificate from the office that registers deaths will do.
        </p>
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
          <Notice role="status" title="Upload canceled">
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
        isUnsaved={() => sending}
        title="Leave before it’s submitted?"
        consequence="We’re sending the certificate right now. If you leave, it may not arrive."
        leaveLabel="Leave"
      />
    </div>
  )
}

interface Props extends Omit<CertificateFormProps, 'submission'> {
  ownerId: string
}

/** The form that submits a certificate for an owner. */
export function SubmitCertificate({ ownerId, ...words }: Props) {
  return <CertificateForm submission={useCertificateSubmission(ownerId)} {...words} />
}
