import type { Profile } from '@/data/account/profiles'
import { certificateLink, useCertificateSubmission } from '@/data/memorial/death-certificates'
import { recordView } from '@/data/memorial/memorials'
import { DeathCertificate } from '@/plan/memorial/certificate-upload'

interface Props {
  ownerId: string
  owner: Profile
  /** When the last certificate was submitted; null when there is none. */
  submittedAt: string | null
}

/** The certificate: the state of its review, and a way for a designee to submit one. */
export function CertificateTab({ ownerId, owner, submittedAt }: Props) {
  const ownerName = owner.full_name ?? 'the owner'
  return (
    <DeathCertificate
      review={owner.death_review}
      path={owner.death_certificate_path}
      submittedAt={submittedAt}
      reviewedAt={owner.death_reviewed_at}
      link={async (path) => {
        const link = await certificateLink(path)
        recordView(ownerId, 'certificate')
        return link
      }}
      intro={
        <p>
          When {ownerName} has died, send us the certificate here. A person checks it before anything is
          opened.
        </p>
      }
      consequence={`${ownerName} and everybody they named are told by e-mail at once, with your name. The file cannot be taken back or replaced while it is reviewed.`}
      submission={useCertificateSubmission(ownerId)}
    />
  )
}
