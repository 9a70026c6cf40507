import { useQuery } from '@tanstack/react-query'
import type { Profile } from '@/data/account/profiles'
import { certificateSubmittedQuery } from '@/data/memorial/death-certificates'
import { DeathCertificate } from '@/reading/certificate/certificate-upload'

/** The owner's own death certificate: for a person who helps the owner, and to see what was submitted. */
export function CertificateCard({ profile }: { profile: Profile }) {
  const { user_id, death_certificate_path, death_reviewed_at } = profile
  const submitted = useQuery({
    ...certificateSubmittedQuery(user_id),
    enabled: death_certificate_path !== null && death_reviewed_at === null,
  })
  return (
    <DeathCertificate
      owner={profile}
      submittedAt={submitted.data ?? null}
      behind="Submit a certificate for this account"
      intro={
        <>
          <p>
            You won't need this yourself. After your death, the people you've named will submit the
            certificate from their own accounts. If someone manages this account for you, they can submit it
            here.
          </p>
          <p>Someone on our team checks it before anything opens.</p>
        </>
      }
      stoppedWords={{
        title: 'You stopped it',
        text: "The certificate doesn't count. We've told everyone who has accepted your invitation that you're alive.",
      }}
      consequence="This submits a death certificate for you. We'll email you and everyone who has accepted your invitation right away. You can't withdraw or replace the file during the review."
    />
  )
}
