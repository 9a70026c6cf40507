import { useQuery } from '@tanstack/react-query'
import { useParams } from 'react-router-dom'
import { memorialQuery, openMemorialFile, recordView } from '@/data/memorial/memorials'
import { paths } from '@/lib/paths'
import { DeathCertificate } from '@/plan/memorial/certificate-upload'
import { MemorialUnread } from '@/plan/memorial/memorial-unread'
import { memorialParts } from '@/sections/facts'
import { usePlan } from '@/sections/plan'
import { ButtonLink } from '@/ui/button'
import { MemorialView } from './memorial-view'

const back = { to: paths.invites(), label: 'Invitations' }

/** /memorial/{ownerId}: what a designee may see of an owner's plan now. */
export function Component() {
  const { ownerId = '' } = useParams()
  const memorial = useQuery(memorialQuery(ownerId))
  const parts = usePlan(memorialParts, ownerId, memorial.data?.canView)

  if (!memorial.data) {
    return <MemorialUnread query={memorial} title="Memorial" back={back} loading="Loading the memorial" />
  }
  const { owner, certificateSubmittedAt, ...access } = memorial.data
  const ownerName = owner.full_name ?? 'the owner'
  return (
    <MemorialView
      owner={owner}
      {...access}
      parts={parts}
      back={back}
      actions={
        <>
          {access.canView ? (
            <ButtonLink icon="print" to={paths.memorialPrint(ownerId)}>
              Print the plan
            </ButtonLink>
          ) : null}
          <ButtonLink to={paths.memorialHistory(ownerId)}>Access history</ButtonLink>
        </>
      }
      certificate={
        <DeathCertificate
          owner={owner}
          submittedAt={certificateSubmittedAt}
          onOpened={() => recordView(ownerId, 'certificate')}
          intro={
            <p>
              When {ownerName} has died, send us the certificate here. A person checks it before anything is
              opened.
            </p>
          }
          stoppedWords={{
            title: `${ownerName} stopped it`,
            text: `${ownerName} is alive, so the certificate doesn't count.`,
          }}
          consequence={`${ownerName} and everybody they named are told by e-mail at once, with your name. The file cannot be taken back or replaced while it is reviewed.`}
        />
      }
      onView={(tab) => recordView(ownerId, tab)}
      open={(...file) => openMemorialFile(ownerId, ...file)}
    />
  )
}
