import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router-dom'
import type { Profile } from '@/data/account/profiles'
import { certificateSubmittedQuery, lastSubmitterQuery } from '@/data/memorial/death-certificates'
import { designationState } from '@/data/people/designation-state'
import { designationsQuery } from '@/data/people/designations'
import { paths } from '@/lib/paths'
import { DeathCertificate } from '@/reading/certificate/certificate-upload'
import { isStoppedByOwner } from '@/reading/notices/review-words'

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
            You won’t need this yourself. After your death, the people you’ve named will submit the
            certificate from their own accounts. If someone manages this account for you, they can submit it
            here.
          </p>
          <p>Someone on our team checks it before anything opens.</p>
        </>
      }
      // How to stop it stands in the first card of the page.
      approvedWords="Another can’t be added."
      stoppedWords={{
        title: 'You stopped it',
        text: 'The certificate doesn’t count. We’ve told everyone who has accepted your invitation that you’re alive.',
        more: isStoppedByOwner(profile) ? <WhoSubmitted userId={user_id} /> : undefined,
      }}
      consequence="This submits a death certificate for you. We’ll email you and everyone who has accepted your invitation right away. You can’t withdraw or replace the file during the review."
    />
  )
}

/** Who submitted the certificate that the owner stopped, as long as they are named: the owner may want to remove them. */
function WhoSubmitted({ userId }: { userId: string }) {
  const { data: submitter } = useQuery(lastSubmitterQuery(userId))
  const { data: people = [] } = useQuery(designationsQuery(userId))
  const named = people.find(
    (person) => person.beneficiary_user_id === submitter?.id && designationState(person) === 'accepted',
  )
  if (!submitter?.id || !named) return null
  return (
    <p>
      {named.person_name} submitted it. <Link to={paths.beneficiaries}>Remove {named.person_name}</Link>
    </p>
  )
}
