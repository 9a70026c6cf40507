import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useParams } from 'react-router-dom'
import { paths } from '@/lib/paths'
import { DeathCertificate } from '@/plan/memorial/certificate-upload'
import { isReleased } from '@/plan/memorial/is-released'
import { MemorialUnread } from '@/plan/memorial/memorial-unread'
import { memorialParts } from '@/sections/facts'
import { useMemorial } from '@/sections/memorial'
import { Button, ButtonLink } from '@/ui/button'
import { takeFocus } from '@/ui/take-focus'
import { comingBack } from './coming-back'
import { MemorialView } from './memorial-view'

const back = { to: paths.invites(), label: 'Invitations' }
const downloadLabel = 'Download everything I may see'

/** /memorial/{ownerId}: what a designee may see of an owner's plan now. */
export function Component() {
  const { ownerId = '' } = useParams()
  const { memorial, parts, record, openFile } = useMemorial(memorialParts, ownerId)
  // Loaded only when needed, because most people read and never download.
  const download = useMutation({ mutationFn: () => import('./download-panel') })
  const [wasClosed, setWasClosed] = useState(false)
  const close = () => {
    download.reset()
    setWasClosed(true)
  }

  if (!memorial.data) {
    return <MemorialUnread query={memorial} title="Memorial" back={back} loading="Loading the memorial" />
  }
  const { owner, certificateSubmittedAt, ...access } = memorial.data
  const ownerName = owner.full_name ?? 'the owner'
  const Panel = access.canView ? download.data?.DownloadPanel : undefined
  return (
    <MemorialView
      owner={owner}
      {...access}
      parts={parts}
      back={back}
      intro={access.canView ? comingBack(owner) : undefined}
      actions={
        <>
          {access.canView ? (
            <ButtonLink icon="print" to={paths.memorialPrint(ownerId)}>
              Print the plan
            </ButtonLink>
          ) : null}
          {access.canView && !Panel ? (
            <Button
              ref={wasClosed ? takeFocus : undefined}
              icon="document"
              busy={download.isPending}
              busyLabel="Opening…"
              onClick={() => download.mutate()}
            >
              {downloadLabel}
            </Button>
          ) : null}
          {access.canView && isReleased(owner) ? (
            <ButtonLink to={paths.memorialService(ownerId)}>The service</ButtonLink>
          ) : null}
          <ButtonLink to={paths.memorialHistory(ownerId)}>Access history</ButtonLink>
        </>
      }
      certificate={
        <DeathCertificate
          owner={owner}
          submittedAt={certificateSubmittedAt}
          onOpened={() => record('certificate')}
          behind={`${ownerName} has died`}
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
      onView={record}
      open={openFile}
    >
      {Panel ? <Panel memorial={memorial.data} label={downloadLabel} onClose={close} /> : null}
    </MemorialView>
  )
}
