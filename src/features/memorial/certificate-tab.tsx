import { useState } from 'react'
import { certificateLink } from '@/data/death-certificates'
import { useSubmitCertificate } from '@/data/memorials'
import type { Profile } from '@/data/profiles'
import { formatDateTime } from '@/lib/dates'
import { errorSentence } from '@/lib/errors'
import { certificateRules, fileNameOf } from '@/lib/files'
import { openInNewTab } from '@/lib/open-in-new-tab'
import { Badge } from '@/ui/badge'
import { Button } from '@/ui/button'
import { Card } from '@/ui/card'
import { DescriptionList } from '@/ui/description-list'
import { ConfirmDialog } from '@/ui/dialog'
import { FilePicker } from '@/ui/file-picker'
import { Notice } from '@/ui/notice'
import { certificateBadge } from './memorial-status'

interface Props {
  ownerId: string
  owner: Profile
  /** When the last certificate was submitted; null when none was. */
  submittedAt: string | null
}

/** The certificate: where its review stands, and how to submit one while one is wanted. */
export function CertificateTab({ ownerId, owner, submittedAt }: Props) {
  const badge = certificateBadge(owner.death_review)
  const wanted = owner.death_review === 'none' || owner.death_review === 'rejected'
  return (
    <div className="grid gap-6">
      <Card title="Death certificate" aside={<Badge tone={badge.tone}>{badge.words}</Badge>}>
        {owner.death_certificate_path ? (
          <CertificateFacts owner={owner} path={owner.death_certificate_path} submittedAt={submittedAt} />
        ) : (
          <p>No death certificate has been submitted.</p>
        )}
      </Card>
      {wanted ? (
        <CertificateUpload ownerId={ownerId} ownerName={owner.full_name ?? 'the owner'} />
      ) : (
        <Notice tone="info" title="Uploads are disabled">
          <p>Uploads are disabled while a certificate is approved or under review.</p>
        </Notice>
      )}
    </div>
  )
}

function CertificateFacts({ owner, path, submittedAt }: Omit<Props, 'ownerId'> & { path: string }) {
  const [problem, setProblem] = useState<string | null>(null)
  const open = () => {
    setProblem(null)
    openInNewTab(certificateLink(path)).catch((error: unknown) => setProblem(errorSentence(error)))
  }
  return (
    <>
      <DescriptionList
        items={[
          { term: 'File', value: fileNameOf(path) },
          { term: 'Last updated', value: formatDateTime(owner.death_reviewed_at ?? submittedAt) },
          ...(owner.death_review === 'approved'
            ? [{ term: 'Approved', value: formatDateTime(owner.death_reviewed_at) }]
            : []),
        ]}
      />
      <div className="mt-5">
        <Button icon="document" onClick={open}>
          View certificate
        </Button>
      </div>
      {problem ? (
        <Notice tone="danger" role="alert" className="mt-4" title="The file could not be opened">
          {problem}
        </Notice>
      ) : null}
    </>
  )
}

function CertificateUpload({ ownerId, ownerName }: { ownerId: string; ownerName: string }) {
  const [file, setFile] = useState<File | null>(null)
  const [asking, setAsking] = useState(false)
  const submit = useSubmitCertificate(ownerId)
  return (
    <Card title="Submit a death certificate">
      <p className="mb-5 max-w-prose">
        When {ownerName} has died, send us the certificate here. A person checks it before anything is opened.
      </p>
      <FilePicker
        label="Death certificate"
        hint="PDF or image files up to 25 MB"
        rules={certificateRules}
        file={file}
        disabled={submit.isPending}
        onChange={setFile}
      />
      <div className="mt-5">
        <Button
          variant="primary"
          disabled={!file}
          busy={submit.isPending}
          busyLabel="Submitting..."
          onClick={() => setAsking(true)}
        >
          Submit certificate
        </Button>
      </div>
      {submit.error ? (
        <Notice tone="danger" role="alert" className="mt-4" title="Upload failed">
          {errorSentence(submit.error)}
        </Notice>
      ) : null}
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title="Submit this certificate?"
        consequence={`${ownerName} and everybody they named are told by e-mail at once, with your name. The file cannot be taken back or replaced while it is reviewed.`}
        confirmLabel="Submit certificate"
        onConfirm={() => {
          setAsking(false)
          if (file) submit.mutate(file, { onSuccess: () => setFile(null) })
        }}
      />
    </Card>
  )
}
