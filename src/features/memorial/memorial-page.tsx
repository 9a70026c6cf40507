import { useMutation } from '@tanstack/react-query'
import { lazy, Suspense, useEffect, useState } from 'react'
import { useParams } from 'react-router-dom'
import type { Profile } from '@/data/account/profiles'
import { fileLink } from '@/data/files/file-link'
import { useUser } from '@/data/session/session'
import { formatDateTime, parseTimestamp } from '@/lib/dates'
import { paths } from '@/lib/paths'
import { memorialParts } from '@/parts/facts'
import { isReleased } from '@/reading/notices/is-released'
import { MemorialUnread } from '@/reading/notices/memorial-unread'
import { isWithoutConnection } from '@/reading/steps/step-copies'
import { useMemorial } from '@/reading/use-memorial'
import { Button, ButtonLink } from '@/ui/base/button'
import { partOnDemand } from '@/ui/base/part-on-demand'
import { SkeletonCards } from '@/ui/base/states'
import { takeFocus } from '@/ui/base/take-focus'
import { DateOfDeath } from './date-of-death'
import { MemorialView } from './memorial-view'

// Opened by most readers only after the death.
const StepsToRead = lazy(async () => ({
  default: (await import('./first-days/steps-to-read')).StepsToRead,
}))
const FirstDays = lazy(async () => ({ default: (await import('./first-days/first-days')).FirstDays }))

// Opened after the death, by those who want to.
const Memories = lazy(async () => ({ default: (await import('./memories/memories')).Memories }))

// Shown only where there is no connection.
const CopiedFirstDays = lazy(async () => ({
  default: (await import('./first-days/copied-first-days')).CopiedFirstDays,
}))

// Most readers come for the plan.
const DeathCertificate = partOnDemand(
  async () => (await import('@/reading/certificate/certificate-upload')).DeathCertificate,
  { loading: 'Loading the death certificate', errorTitle: 'Unable to load the death certificate', cards: 1 },
)

const back = { to: paths.invites(), label: 'Invitations' }
const downloadLabel = 'Download everything I can see'

/** /memorial/{ownerId}: what a designee may see of an owner's plan now. */
export function Component() {
  const { ownerId = '' } = useParams()
  const user = useUser()
  const { memorial, parts, record, openFile } = useMemorial(memorialParts, ownerId)
  // Loaded only when needed, because most people read and never download.
  const download = useMutation({ mutationFn: () => import('./download-panel') })
  const [wasClosed, setWasClosed] = useState(false)
  const close = () => {
    download.reset()
    setWasClosed(true)
  }

  const isClosed = memorial.data !== undefined && !memorial.data?.canView
  useEffect(() => {
    if (!isClosed) return
    void import('@/reading/steps/step-copies').then(
      ({ forgetStepCopy }) => forgetStepCopy(user.id, ownerId),
      // A copy that stays is shown only without a connection, and for 14 days at most.
      () => {},
    )
  }, [isClosed, user.id, ownerId])

  if (!memorial.data) {
    const unread = (
      <MemorialUnread query={memorial} title="Memorial" back={back} loading="Loading the memorial" />
    )
    if (!isWithoutConnection(memorial)) return unread
    return (
      <Suspense fallback={unread}>
        <CopiedFirstDays ownerId={ownerId} back={back}>
          {unread}
        </CopiedFirstDays>
      </Suspense>
    )
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
      besideDates={
        access.canView && access.role === 'executor' && owner.death_review === 'approved' ? (
          <DateOfDeath ownerId={ownerId} ownerName={ownerName} diedOn={owner.died_on} />
        ) : undefined
      }
      actions={
        <>
          {access.canView ? (
            <ButtonLink icon="print" to={paths.memorialPrint(ownerId)}>
              Print the plan
            </ButtonLink>
          ) : null}
          <div className="-ml-3 flex flex-wrap">
            {access.canView && !Panel ? (
              <Button
                ref={wasClosed ? takeFocus : undefined}
                variant="quiet"
                icon="document"
                busy={download.isPending}
                busyLabel="Opening..."
                onClick={() => download.mutate()}
              >
                {downloadLabel}
              </Button>
            ) : null}
            {access.canView && isReleased(owner) ? (
              <ButtonLink variant="quiet" icon="people" to={paths.memorialService(ownerId)}>
                The service
              </ButtonLink>
            ) : null}
            <ButtonLink variant="quiet" icon="eye" to={paths.memorialHistory(ownerId)}>
              Access history
            </ButtonLink>
          </div>
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
              When {ownerName} has died, send us the certificate here. Someone on our team checks it before
              anything opens.
            </p>
          }
          stoppedWords={{
            title: `${ownerName} stopped it`,
            text: `${ownerName} is alive, so the certificate doesn't count.`,
          }}
          consequence={`We'll email ${ownerName} and everyone who has accepted their invitation right away, with your name. You can't withdraw or replace the file during the review.`}
        />
      }
      onView={record}
      firstDays={(title, opened) => (
        <Suspense fallback={<SkeletonCards label="Loading what to do" count={3} />}>
          {isReleased(owner) ? (
            <FirstDays
              title={title}
              owner={owner}
              role={access.role}
              canViewFinances={access.canViewFinances}
              parts={opened}
            />
          ) : (
            <StepsToRead
              title={title}
              owner={owner}
              parts={opened}
              intro={
                owner.death_review === 'approved'
                  ? "Once the waiting period is over, everyone who can see a step can tick it, and sees who's doing it."
                  : `For the day ${ownerName} dies. ${ownerName} has shared the plan with you, so you can already read it. On the day, everyone who can see a step can tick it.`
              }
            />
          )}
        </Suspense>
      )}
      memories={
        isReleased(owner) ? (
          <Suspense fallback={<SkeletonCards label="Loading the memories" count={2} />}>
            <Memories owner={owner} role={access.role} />
          </Suspense>
        ) : undefined
      }
      open={openFile}
      look={fileLink}
    >
      {Panel ? <Panel memorial={memorial.data} read={parts} label={downloadLabel} onClose={close} /> : null}
    </MemorialView>
  )
}

/** Says how long a designee can come back to a plan that is open to them now. */
export function comingBack(
  owner: Pick<Profile, 'full_name' | 'death_review' | 'release_at' | 'hold_lifted_until'>,
  now = new Date(),
): string {
  const name = owner.full_name ?? 'the owner'
  if (owner.death_review === 'approved') {
    const opens = parseTimestamp(owner.release_at)
    return opens && opens > now
      ? `You can see this plan because it was shared with you before the death was verified. From ${formatDateTime(owner.release_at)} on, there's no time limit.`
      : "You can come back as often as you like. There's no time limit, and you'll never have to pay. The plan would close only if the death was reported by mistake."
  }
  return owner.hold_lifted_until
    ? `You can come back until ${formatDateTime(owner.hold_lifted_until)}, unless ${name} makes the plan private again before then.`
    : `You can come back as long as ${name} hasn't made the plan private again or ended your access.`
}
