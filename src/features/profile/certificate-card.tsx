import { useQuery } from '@tanstack/react-query'
import type { Profile } from '@/data/account/profiles'
import { certificateSubmittedQuery } from '@/data/memorial/death-certificates'
import { DeathCertificate } from '@/plan/memorial/certificate-upload'

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
            You do not need this while you live. After your death, the people you named send the certificate
            from their own account. Somebody who looks after your affairs in this account can send it here.
          </p>
          <p>A person checks it before anything is opened.</p>
        </>
      }
      stoppedWords={{
        title: 'You stopped it',
        text: "The certificate doesn't count, and the people you named know that you're alive.",
      }}
      consequence="A death certificate for you is put before our reviewer. You and everybody you named are told by e-mail at once. The file cannot be taken back or replaced while it is reviewed."
    />
  )
}
