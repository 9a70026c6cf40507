import { useQuery } from '@tanstack/react-query'
import { useParams } from 'react-router-dom'
import { fileLink } from '@/data/files/signed-link'
import { memorialQuery, recordView } from '@/data/memorial/memorials'
import { paths } from '@/lib/paths'
import { MemorialDenied } from '@/plan/memorial/memorial-denied'
import { memorialParts } from '@/sections/facts'
import { usePlan } from '@/sections/plan'
import { ButtonLink } from '@/ui/button'
import { LoadFailed } from '@/ui/page/loaded'
import { Page } from '@/ui/page/page'
import { SkeletonCards } from '@/ui/page/states'
import { CertificateTab } from './certificate-tab'
import { MemorialView } from './memorial-view'

const back = { to: paths.invites(), label: 'Invitations' }
/** /memorial/{ownerId}: what a designee may see of an owner's plan now. */
export function Component() {
  const { ownerId = '' } = useParams()
  const memorial = useQuery(memorialQuery(ownerId))
  const parts = usePlan(memorialParts, ownerId, memorial.data?.canView)

  if (memorial.isPending) {
    return (
      <Page title="Memorial" back={back}>
        <SkeletonCards label="Loading the memorial" />
      </Page>
    )
  }
  if (memorial.data === undefined) {
    return (
      <Page title="Memorial" back={back}>
        <LoadFailed title="Unable to load memorial" query={memorial} />
      </Page>
    )
  }
  if (memorial.data === null) {
    return <MemorialDenied title="Memorial" />
  }
  const { owner, certificateSubmittedAt, ...access } = memorial.data
  return (
    <MemorialView
      owner={owner}
      {...access}
      parts={parts}
      back={back}
      actions={
        <>
          {memorial.data.canView ? (
            <ButtonLink icon="print" to={paths.memorialPrint(ownerId)}>
              Print the plan
            </ButtonLink>
          ) : null}
          <ButtonLink to={paths.memorialHistory(ownerId)}>Access history</ButtonLink>
        </>
      }
      certificate={<CertificateTab ownerId={ownerId} owner={owner} submittedAt={certificateSubmittedAt} />}
      onView={(tab) => recordView(ownerId, tab)}
      open={async (tab, itemId, file) => {
        const link = await fileLink(file)
        recordView(ownerId, tab, itemId)
        return link
      }}
    />
  )
}
