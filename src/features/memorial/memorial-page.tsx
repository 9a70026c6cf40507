import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useState } from 'react'
import { useParams } from 'react-router-dom'
import { isReleased, type Profile } from '@/data/account/profiles'
import { fileLink } from '@/data/files/storage'
import { objectionsQuery } from '@/data/memorial/objections'
import { firstHoursQuery } from '@/data/people/first-hours'
import { useUser } from '@/data/session/session'
import { formatDateTime, parseTimestamp } from '@/lib/dates'
import { paths } from '@/lib/paths'
import { inOrder } from '@/parts/kit/part'
import { MemorialUnread } from '@/reading/notices/memorial-unread'
import { MessageNotices } from '@/reading/notices/message-notices'
import { PlanNotices } from '@/reading/notices/plan-notices'
import { isWithoutConnection, useMemorial } from '@/reading/use-memorial'
import { memorialParts } from '@/reading/use-plan'
import { Button, ButtonLink } from '@/ui/base/button'
import { takeFocus } from '@/ui/base/notice'
import { inDialog, inPage, onDemand } from '@/ui/late'
import { firstHoursTitle } from '@/words/first-hours'
import { DateOfDeath } from './date-of-death'
import { FirstHoursNotice } from './first-hours-notice'
import { isOpenEarly, StepsToRead, untilSteps } from './memorial-body'
import { MemorialView } from './memorial-view'
import { isCertificateWaiting, Objections } from './objections'

// Most readers come for the plan.
const FirstDays = onDemand(async () => (await import('./first-days/first-days')).FirstDays, untilSteps)
const Memories = onDemand(
  async () => (await import('./memories/memories')).Memories,
  inPage({ loading: 'Loading the memories', errorTitle: 'Unable to load the memories', cards: 2 }),
)
const DeathCertificate = onDemand(
  async () => (await import('@/reading/certificate/certificate-upload')).DeathCertificate,
  inPage({
    loading: 'Loading the death certificate',
    errorTitle: 'Unable to load the death certificate',
    cards: 1,
  }),
)
const DownloadPanel = onDemand(async () => (await import('./download-panel')).DownloadPanel, inDialog)

// Shown only where there is no connection.
const CopiedFirstDays = onDemand(
  async () => (await import('./first-days/copied-first-days')).CopiedFirstDays,
  (_, { children }): ReactNode => children,
)

const back = { to: paths.invites(), label: 'Invitations' }
const downloadLabel = 'Download everything I can see'

/** /memorial/{ownerId}: what a designee may see of an owner's plan now. */
export function Component() {
  const { ownerId = '' } = useParams()
  const user = useUser()
  const { memorial, parts, record, openFile, noteOpened } = useMemorial(memorialParts, ownerId)
  const [download, setDownload] = useState<'open' | 'closed' | null>(null)

  const isClosed = memorial.data !== undefined && !memorial.data?.canView
  const { data: circle = null } = useQuery({
    ...firstHoursQuery(ownerId),
    enabled: isClosed && memorial.data !== null,
  })
  const waits = memorial.data ? isCertificateWaiting(memorial.data.owner) : false
  // Without it the memorial says the same.
  const { data: objections } = useQuery({ ...objectionsQuery(ownerId), enabled: waits })
  useEffect(() => {
    if (!isClosed) return
    void import('@/reading/steps/step-copies').then(
      ({ forgetStepCopy }) => forgetStepCopy(user.id, ownerId),
      // A copy that stays is shown only without a connection, and for 14 days at most.
      () => {},
    )
  }, [isClosed, user.id, ownerId])

  if (!memorial.data) {
    const unread = <MemorialUnread query={memorial} title="Plan" back={back} loading="Loading the plan" />
    if (!isWithoutConnection(memorial)) return unread
    return (
      <CopiedFirstDays ownerId={ownerId} back={back}>
        {unread}
      </CopiedFirstDays>
    )
  }
  const { owner, certificateSubmittedAt, ...access } = memorial.data
  const ownerName = owner.full_name ?? 'the owner'
  const isEarly = isOpenEarly(access)
  const hasSteps = access.canView || (isEarly && circle?.reason === 'died')
  const isKeyShown = circle !== null && !access.canView && !hasSteps
  const accessHistory = (
    <ButtonLink
      icon="eye"
      {...(access.canView ? {} : { variant: 'quiet' })}
      to={paths.memorialHistory(ownerId)}
    >
      Access history
    </ButtonLink>
  )
  // Under a folded head the history would stand alone, and it is on the first tab.
  const tools = (isFolded: boolean) =>
    access.canView ? null : (
      <>
        {isKeyShown ? (
          <ButtonLink icon="key" to={paths.openFirstHours(ownerId)}>
            {isEarly && !owner.is_deceased
              ? `If ${ownerName} has died`
              : firstHoursTitle(ownerName, owner.is_deceased)}
          </ButtonLink>
        ) : null}
        {isFolded ? null : accessHistory}
      </>
    )
  return (
    <MemorialView
      owner={owner}
      {...access}
      parts={isEarly ? inOrder(parts, 'healthPapers', 'health', 'contacts', 'home') : parts}
      firstHours={
        circle?.reason && !access.canView
          ? (isFolded) => (
              <FirstHoursNotice owner={owner} firstHours={circle} isForReader={isEarly} isFolded={isFolded} />
            )
          : undefined
      }
      openedAt={isEarly ? (circle?.opened_at ?? null) : null}
      back={back}
      greeting={owner.death_review === 'approved' ? sympathy(owner, access.canView) : undefined}
      about={
        access.canView ? (
          <>
            <p className="mt-4 max-w-prose">{comingBack(owner)}</p>
            <div className="mt-4 flex flex-wrap gap-2">
              <ButtonLink icon="print" to={paths.memorialPrint(ownerId)}>
                Print the plan
              </ButtonLink>
              {download === 'open' ? null : (
                <Button
                  ref={download === 'closed' ? takeFocus : undefined}
                  icon="document"
                  onClick={() => setDownload('open')}
                >
                  {downloadLabel}
                </Button>
              )}
              {access.role === 'executor' && owner.death_review === 'approved' ? (
                <DateOfDeath ownerId={ownerId} ownerName={ownerName} diedOn={owner.died_on} />
              ) : null}
              {accessHistory}
            </div>
            {download === 'open' ? (
              <DownloadPanel
                memorial={memorial.data}
                read={parts}
                label={downloadLabel}
                onClose={() => setDownload('closed')}
              />
            ) : null}
          </>
        ) : undefined
      }
      actions={waits ? undefined : tools}
      service={
        access.canView && isReleased(owner)
          ? { to: paths.memorialService(ownerId), label: 'The service' }
          : undefined
      }
      certificate={
        <DeathCertificate
          owner={owner}
          submittedAt={certificateSubmittedAt}
          onOpened={() => record('certificate')}
          behind={`${ownerName} has died`}
          intro={
            <>
              <p>
                When {ownerName} has died, send us the certificate here. Someone on our team checks it before
                anything opens.
              </p>
              {owner.death_certificate_path ? null : (
                <p>
                  No certificate yet? The funeral home can usually order one, and it often takes some days.
                  You can come back whenever you have it: the funeral doesn’t have to wait for this page.
                </p>
              )}
            </>
          }
          approvedWords="No one needs to send another."
          stoppedWords={{
            title: `${ownerName} stopped it`,
            text: 'They’re alive, so the certificate doesn’t count.',
          }}
          consequence={`We’ll tell everyone who has accepted ${ownerName}’s invitation that you submitted it. In case there’s been a mistake, we’ll email them as well. You can’t withdraw or replace the file during the review.`}
        />
      }
      onView={record}
      firstDays={
        hasSteps
          ? (title, opened) =>
              isReleased(owner) || isEarly ? (
                <FirstDays
                  title={title}
                  owner={owner}
                  role={access.role}
                  canViewFinances={access.canViewFinances}
                  openParts={access.openParts}
                  parts={opened}
                />
              ) : (
                <StepsToRead
                  title={title}
                  owner={owner}
                  parts={opened}
                  intro={
                    owner.death_review === 'approved'
                      ? 'Once the waiting period is over, everyone who can see a step can check it off, and sees who’s doing it.'
                      : `For the day ${ownerName} dies. They’ve shared the plan with you, so you can already read it. On the day, everyone who can see a step can check it off.`
                  }
                />
              )
          : undefined
      }
      objections={
        waits
          ? (isFolded) => (
              <Objections owner={owner} objections={objections} canView={access.canView}>
                {tools(isFolded)}
              </Objections>
            )
          : undefined
      }
      isDelayed={waits && Boolean(objections?.[0]?.opens_at)}
      releaseNotices={
        access.canView && isReleased(owner) ? (
          <>
            <PlanNotices ownerId={ownerId} ownerName={ownerName} />
            <MessageNotices ownerId={ownerId} ownerName={ownerName} />
          </>
        ) : undefined
      }
      memories={isReleased(owner) ? <Memories owner={owner} role={access.role} /> : undefined}
      open={openFile}
      noteOpened={noteOpened}
      look={fileLink}
    />
  )
}

/** What is said to a reader first, once the death is verified. */
function sympathy({ full_name: name }: Pick<Profile, 'full_name'>, canView: boolean): string {
  const sorry = `We’re sorry that ${name ?? 'your loved one'} has died.`
  return canView ? `${sorry} There’s no hurry, and nothing to pay.` : sorry
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
      ? `You can see this plan because it was shared with you before the death was verified. From ${formatDateTime(owner.release_at)} on, there’s no time limit.`
      : 'This page will stay here, and it’s free. It would close only if the death was reported by mistake, or 30 days after the family asks us to close the account. We’d email you.'
  }
  return owner.hold_lifted_until
    ? `You can come back until ${formatDateTime(owner.hold_lifted_until)}, unless ${name} makes the plan private again before then.`
    : `You can come back as long as ${name} hasn’t made the plan private again or ended your access.`
}
