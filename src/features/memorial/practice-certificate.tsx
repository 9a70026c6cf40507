import { useState } from 'react'
import { BehindButton } from '@/plan/memorial/behind-button'
import { CertificateForm } from '@/plan/memorial/certificate-form'
import { reviewTimeWords } from '@/plan/memorial/review-time'
import { Notice } from '@/ui/notice'
import { Card } from '@/ui/page/card'

/** The submission of a death certificate, to try: the file stays on the person's device and nothing is sent. */
export function PracticeCertificate({ ownerName }: { ownerName: string }) {
  const [file, setFile] = useState<File | null>(null)
  const [isTried, setTried] = useState(false)
  return (
    <Card title="Death certificate">
      <p>No death certificate has been submitted.</p>
      <BehindButton label={`${ownerName} has died`}>
        {() => (
          <CertificateForm
            intro={
              <p>
                When {ownerName} has died, you or anyone else who has accepted can send us the certificate
                here. To try it, choose any PDF or image: it stays on your device, and nothing is submitted.
              </p>
            }
            consequence={`This is practice, so nothing is sent. On the day, we'd email ${ownerName} and everyone who has accepted their invitation right away, with your name.`}
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
        )}
      </BehindButton>
      <div role="status" className="mt-5 empty:hidden">
        {isTried ? (
          <Notice tone="good" title="That's how it works. Nothing was sent.">
            <p>
              On the day, we'd email {ownerName} and everyone who has accepted their invitation right away,
              and someone on our team would check the certificate.{reviewTimeWords()} We'd email you when
              there's a decision.
            </p>
          </Notice>
        ) : null}
      </div>
    </Card>
  )
}
