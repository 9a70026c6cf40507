import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import {
  hasNothingHappened,
  isReleased,
  isVisible,
  needsAnother,
  profileQuery,
} from '@/data/account/profiles'
import { designationState, isOpen } from '@/data/people/designation-state'
import {
  type Designation,
  invitationsAfterDeathQuery,
  useAcceptInvitation,
  useDeclineInvitation,
  useStepDown,
} from '@/data/people/designations'
import { firstHoursQuery } from '@/data/people/first-hours'
import { practicesQuery } from '@/data/people/practices'
import { useUser } from '@/data/session/session'
import { formatDate } from '@/lib/dates'
import { paths } from '@/lib/paths'
import { DesignationBadge } from '@/reading/designation-badge'
import { MessageCame } from '@/reading/notices/message-notices'
import { isStoppedByOwner } from '@/reading/notices/review-words'
import { useOpenedBy } from '@/reading/opened-by'
import { Button, ButtonLink } from '@/ui/base/button'
import { Card } from '@/ui/base/card'
import { FailureNotice } from '@/ui/base/failure'
import { RetryNotice } from '@/ui/base/loaded'
import { Notice } from '@/ui/base/notice'
import { Reserved } from '@/ui/base/skeletons'
import { ConfirmDialog } from '@/ui/dialogs/confirm-dialog'
import { useHasCome } from '@/ui/hooks/use-is-past'
import { DescriptionList } from '@/ui/lists/description-list'
import { firstHoursTitle } from '@/words/first-hours'
import { roleWords } from '@/words/roles'
import { whatRolesSee } from '@/words/what-roles-see'
import { mayNameBack, NameBack } from './name-back'
import { nextStepWords, stepDownWords } from './next-step-words'

interface Props {
  invitation: Designation
  /** Whether the link in the mail named this invitation. */
  highlighted: boolean
}

/** One invitation: who invites, into which role, and the answer. */
export function InvitationCard({ invitation, highlighted }: Props) {
  const [asking, setAsking] = useState<'decline' | 'step down' | null>(null)
  const accept = useAcceptInvitation()
  const decline = useDeclineInvitation()
  const stepDown = useStepDown()
  const close = () => setAsking(null)
  const state = designationState(invitation)
  const owners = useQuery({ ...profileQuery(invitation.owner_id), enabled: state === 'accepted' })
  const { data: profile = null } = owners
  const { data: circle = null } = useQuery({
    ...firstHoursQuery(invitation.owner_id),
    refetchInterval: false,
    enabled: state === 'accepted' && profile !== null && !isReleased(profile),
  })
  const announced = circle?.reason ? circle : null
  const openedBy = useOpenedBy(invitation.owner_id, announced)
  useHasCome(announced?.opens_at)
  useHasCome(announced?.died_opens_at)
  const open = isOpen(state)
  const { id: userId } = useUser()
  // Only a reminder, so nothing is said when loading fails.
  const { data: practices } = useQuery({
    ...practicesQuery('viewer_id', userId),
    enabled: state === 'accepted',
  })
  const last = practices?.get(invitation.id)
  const isQuiet = profile !== null && hasNothingHappened(profile, announced !== null)
  const practice = last?.completed_at === null && isQuiet ? last : null
  // Before that, the page says that it isn't open, and takes a certificate, for which the card says when to come back.
  const isRejected = profile?.death_review === 'rejected' && !isStoppedByOwner(profile)
  const hasMore = profile !== null && (!isQuiet || isRejected || isVisible(profile) || needsAnother(profile))
  const { data: afterDeath = [] } = useQuery({ ...invitationsAfterDeathQuery(userId), enabled: open })
  const hasDied = afterDeath.includes(invitation.id)
  const isVerified = hasDied || profile?.death_review === 'approved'
  const owner = invitation.owner_name ?? 'A loved one'
  const role = roleWords[invitation.role]

  return (
    <div ref={highlighted ? scrollTo : undefined}>
      <Card
        title={owner}
        aside={<DesignationBadge state={state} />}
        highlighted={highlighted}
        actions={
          open ? (
            <>
              <Button
                variant="primary"
                busy={accept.isPending}
                busyLabel="Accepting..."
                onClick={() => accept.mutate(invitation.id)}
              >
                Accept invitation
              </Button>
              <Button onClick={() => setAsking('decline')}>Decline</Button>
            </>
          ) : state === 'accepted' ? (
            <>
              <ButtonLink
                variant={hasMore ? 'primary' : 'secondary'}
                to={paths.memorial(invitation.owner_id)}
              >
                {profile?.death_review === 'approved' ? 'View memorial' : 'View plan'}
              </ButtonLink>
              {circle && !announced ? (
                <ButtonLink to={paths.openFirstHours(invitation.owner_id)}>
                  {firstHoursTitle(owner, profile?.is_deceased === true)}
                </ButtonLink>
              ) : null}
              <Button
                variant="quiet"
                onClick={() => setAsking('step down')}
                aria-label={`Step down from ${owner}’s plan`}
              >
                Step down
              </Button>
            </>
          ) : undefined
        }
      >
        {state === 'accepted' && profile !== null && isReleased(profile) ? (
          <div className="mb-5 empty:hidden">
            <MessageCame ownerId={invitation.owner_id} ownerName={owner} />
          </div>
        ) : null}
        <div className="mb-5">
          <p>
            <strong>{role.name}</strong>
            {open || state === 'accepted' ? `: ${role.description}.` : null}
          </p>
          {open || state === 'accepted' ? (
            <p className="mt-2">{whatRolesSee[invitation.role][isVerified ? 'afterDeath' : 'toPerson']}</p>
          ) : null}
          {open && hasDied ? (
            <p className="mt-2">
              We’re so sorry: {owner} has died. They had asked you to be there for this. If you accept, you
              can read the plan once it’s open. It’s free and creates no legal obligation.
            </p>
          ) : open ? (
            <p className="mt-2 text-ink-soft">
              {owner} is asking you to be there when it matters. It’s free and creates no legal obligation.
              You’ll see the plan only when it’s opened to you.
            </p>
          ) : null}
          {state === 'revoked' ? <p className="mt-2">This invitation was revoked by the owner.</p> : null}
          {state === 'stepped_down' ? (
            <p className="mt-2">
              You stepped down on {formatDate(invitation.stepped_down_at)}. This invitation no longer opens
              the plan.
            </p>
          ) : null}
          {state === 'declined' ? (
            <p className="mt-2">
              You declined this invitation. If you change your mind, only {owner} can invite you again.
            </p>
          ) : null}
        </div>
        <DescriptionList
          items={[
            { term: 'Invited', value: formatDate(invitation.invited_at, 'Not yet') },
            ...(open || invitation.accepted_at
              ? [{ term: 'Accepted', value: formatDate(invitation.accepted_at, 'Not yet') }]
              : []),
          ]}
        />
        {state === 'accepted' ? (
          <>
            {practice ? (
              <Notice
                className="mt-5"
                title={`${owner} has asked you to practice`}
                action={<ButtonLink to={paths.practice(practice.id)}>Start the practice run</ButtonLink>}
              >
                Try it with sample content so it’s familiar when you need it. Nothing has happened.
              </Notice>
            ) : null}
            {owners.isError && owners.data === undefined ? (
              <RetryNotice query={owners} title="Unable to load what you can do now" className="mt-5" />
            ) : (
              <Reserved until={owners.data !== undefined}>
                <Notice className="mt-5">
                  <p>
                    {nextStepWords(profile, owner, {
                      firstHours: announced && { ...announced, openedBy },
                      isPracticing: practice !== null,
                    })}
                  </p>
                </Notice>
              </Reserved>
            )}
          </>
        ) : null}
        {state === 'accepted' && profile !== null && mayNameBack(invitation, profile, announced !== null) ? (
          <NameBack invitation={invitation} owner={owner} />
        ) : null}
        <FailureNotice className="mt-5" title="Unable to accept invitation" problem={accept.error} />
      </Card>
      <ConfirmDialog
        open={asking === 'decline'}
        onOpenChange={close}
        title={`Decline ${owner}’s invitation?`}
        consequence={
          hasDied
            ? `We’ll tell the people who look after ${owner}’s plan. No one can invite you again.`
            : `We’ll tell ${owner} that you declined, so they can choose someone else. They can also invite you again.`
        }
        confirmLabel="Decline"
        busyLabel="Declining..."
        onConfirm={() => decline.mutateAsync(invitation.id, { onSuccess: close })}
      />
      <ConfirmDialog
        open={asking === 'step down'}
        onOpenChange={close}
        title={`Step down from ${owner}’s plan?`}
        consequence={stepDownWords(profile, owner)}
        confirmLabel="Step down"
        tone="danger"
        busyLabel="Stepping down..."
        onConfirm={() => stepDown.mutateAsync(invitation.id, { onSuccess: close })}
      />
    </div>
  )
}

/** Scrolls once to the invitation that a link named. */
function scrollTo(card: HTMLElement | null) {
  card?.scrollIntoView({ block: 'center' })
}
