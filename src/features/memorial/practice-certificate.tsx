import { useState } from 'react'
import { BehindButton } from '@/reading/certificate/behind-button'
import { CertificateForm } from '@/reading/certificate/certificate-form'
import { reviewTimeWords } from '@/reading/notices/review-words'
import { Card } from '@/ui/base/card'
import { Notice } from '@/ui/base/notice'

/** The submission of a death certificate, to try: the file stays on the person's device and nothing is sent. */
export function PracticeCertificate({ ownerName }: { ownerName: string }) {
  const [file, setFile] = useState<File | null>(null)
  const [isTried, setTried] = useState(false)
  return (
    <Card title="Death certificate">
      <p>No death certificate has been submitted.</p>
      <BehindButton label={`${ownerName} has died`}>
        <CertificateForm
          intro={
            <p>
              When {ownerName} has died, you or anyone else who has accepted can send us the certificate here.
              To try it, choose any PDF or image: it stays on your device, and nothing is submitted.
            </p>
          }
          consequence={`This is practice, so nothing is sent. On the day, we’d email ${ownerName} and everyone who has accepted their invitation right away, with your name.`}
          submission={{
            file,
            choose: (chosen) => {
              setFile(chosen)
              setTried(false)
            },
            submit: () => setTried(true),
            sending: false,
            upload: null,
            cancelled: false,
            problem: undefined,
          }}
        />
      </BehindButton>
      <div role="status" className="mt-5 empty:hidden">
        {isTried ? (
          <Notice tone="good" title="That’s how it works. Nothing was sent.">
            <p>
              On the day, we’d email {ownerName} and everyone who has accepted their invitation right away,
              and someone on our team would check the certificate.{reviewTimeWords()} We’d email you when
              there’s a decision.
            </p>
          </Notice>
        ) : null}
      </div>
    </Card>
  )
}
