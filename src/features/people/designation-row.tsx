import { useState } from 'react'
import { Link } from 'react-router-dom'
import { useHeldUntil } from '@/account/new-browser-notice'
import {
  type DesignationState,
  designationState,
  isAddressAsked,
  isOpen,
} from '@/data/people/designation-state'
import {
  type Designation,
  useAskAddressAgain,
  useRemoveDesignation,
  useRevokeDesignation,
  useSendInvitation,
} from '@/data/people/designations'
import { formatDate } from '@/lib/dates'
import { paths } from '@/lib/paths'
import { UnlessFrozen, useIsFrozen, WhilePlanOpen } from '@/parts/kit/plan-open'
import { DesignationBadge } from '@/reading/designation-badge'
import { Button, ButtonLink } from '@/ui/base/button'
import { Card } from '@/ui/base/card'
import { FailureLine } from '@/ui/base/failure'
import { ConfirmDialog } from '@/ui/dialogs/confirm-dialog'
import { roleWords } from '@/words/roles'

const history: Record<DesignationState, (designation: Designation) => string> = {
  stepped_down: ({ stepped_down_at }) => `Stepped down on ${formatDate(stepped_down_at)}`,
  revoked: ({ revoked_at, left_at }) =>
    left_at === revoked_at ? leftWords(left_at) : `Revoked on ${formatDate(revoked_at)}`,
  accepted: ({ accepted_at }) => `Accepted on ${formatDate(accepted_at)}`,
  declined: ({ declined_at }) => `Declined on ${formatDate(declined_at)}`,
  invited: ({ invited_at }) => `Invited on ${formatDate(invited_at)}`,
  pending: ({ left_at }) => (left_at ? leftWords(left_at) : 'No invitation has been sent yet'),
}

function leftWords(leftAt: string | null): string {
  return `Deleted their account on ${formatDate(leftAt)}`
}

interface Props {
  designation: Designation
  /** Whether the person has died, as far as the owner may know (useDiedOwners). */
  isDead: boolean
}

/** One person: name, role, the state of the invitation, and what the owner can do about it. */
export function DesignationRow({ designation, isDead }: Props) {
  const [asking, setAsking] = useState<'remove' | 'revoke' | null>(null)
  const send = useSendInvitation()
  const askAgain = useAskAddressAgain()
  const remove = useRemoveDesignation()
  const revoke = useRevokeDesignation()
  const isFrozen = useIsFrozen()
  const isHeld = useHeldUntil() !== null
  const state = designationState(designation)
  const { person_name: name, person_email: email, id } = designation
  const close = () => setAsking(null)
  const isUnreached = Boolean(designation.mail_refused_at) && (state === 'accepted' || isOpen(state))

  return (
    <li>
      <Card
        title={name}
        headingLevel={3}
        aside={<DesignationBadge state={state} />}
        actions={
          <>
            <UnlessFrozen>
              {isOpen(state) ? (
                <Button
                  icon="mail"
                  busy={send.isPending}
                  busyLabel="Sending..."
                  disabled={isHeld}
                  onClick={() => send.mutate(id)}
                >
                  {designation.invited_at ? 'Resend invite' : 'Send invite'}
                </Button>
              ) : null}
              {isUnreached && state === 'accepted' && !isDead ? (
                <Button
                  icon="mail"
                  busy={askAgain.isPending}
                  busyLabel="Sending..."
                  onClick={() => askAgain.mutate(id)}
                  aria-label={`Send again to ${name}`}
                >
                  Send again
                </Button>
              ) : null}
            </UnlessFrozen>
            {state === 'accepted' || isOpen(state) ? (
              <ButtonLink
                variant={isFrozen || (state === 'accepted' && !isUnreached) ? 'secondary' : 'quiet'}
                icon="eye"
                to={paths.preview(id)}
              >
                What {name} will see
              </ButtonLink>
            ) : null}
            <UnlessFrozen>
              {state === 'accepted' || state === 'invited' ? (
                <Button
                  variant="quiet"
                  disabled={isHeld}
                  onClick={() => setAsking('revoke')}
                  aria-label={`Revoke access: ${name}`}
                >
                  Revoke access
                </Button>
              ) : null}
              <Button
                variant="quiet"
                disabled={isHeld}
                onClick={() => setAsking('remove')}
                aria-label={`Remove ${name}`}
              >
                Remove
              </Button>
            </UnlessFrozen>
          </>
        }
      >
        <p className="wrap-anywhere">{email}</p>
        <p className="text-ink-soft">
          {roleWords[designation.role].name} · {history[state](designation)}
        </p>
        {isDead && state === 'accepted' ? (
          <p className="mt-2">
            <strong>We're so sorry that {name} has died.</strong> When you're ready, choose someone else who
            will be there for your own family.{' '}
            <WhilePlanOpen>
              <Link
                to={
                  designation.role === 'executor'
                    ? paths.naming('executor')
                    : paths.adding(paths.beneficiaries)
                }
              >
                Name someone else
              </Link>
            </WhilePlanOpen>
          </p>
        ) : null}
        {isUnreached && !isDead ? (
          <p className="mt-2">
            <strong>This address doesn't take our email.</strong> We noticed on{' '}
            {formatDate(designation.mail_refused_at)}.{' '}
            <UnlessFrozen>
              Ask {name} which address works. If it's another one, add {name} again with that address; if it's
              the same, send our email again.
            </UnlessFrozen>
          </p>
        ) : null}
        {state === 'accepted' && !isDead ? <AddressAnswer designation={designation} /> : null}
        <FailureLine problem={send.error} className="mt-2">
          Unable to send invitation:
        </FailureLine>
        <FailureLine problem={askAgain.error} className="mt-2">
          Unable to send our email:
        </FailureLine>
      </Card>
      <ConfirmDialog
        open={asking === 'revoke'}
        onOpenChange={close}
        title={`Revoke ${name}'s access?`}
        consequence={`${name} won't be able to see your plan anymore, now or later, and will stay on this list as revoked. To invite them again, add them once more.`}
        confirmLabel="Revoke access"
        tone="danger"
        busyLabel="Revoking..."
        onConfirm={() => revoke.mutateAsync(id, { onSuccess: close })}
      />
      <ConfirmDialog
        open={asking === 'remove'}
        onOpenChange={close}
        title={`Remove ${name}?`}
        consequence={
          state === 'accepted' || isOpen(state)
            ? `${name} will be taken off this list and won't be able to see your plan anymore. This can't be undone.`
            : `We'll take this line off your list. It doesn't let ${name} see your plan. This can't be undone.`
        }
        confirmLabel="Remove"
        tone="danger"
        busyLabel="Removing..."
        onConfirm={() => remove.mutateAsync(id, { onSuccess: close })}
      />
    </li>
  )
}

/** The answer to the yearly question whether the address still works. */
function AddressAnswer({ designation }: { designation: Designation }) {
  const { address_asked_at, address_confirmed_at } = designation
  if (isAddressAsked(designation)) {
    return (
      <p className="mt-2">
        <strong>No answer since {formatDate(address_asked_at)}</strong>, when we checked this address. You may
        want to get in touch.
      </p>
    )
  }
  if (address_confirmed_at === null) return null
  return <p className="text-ink-soft">Address confirmed {formatDate(address_confirmed_at)}</p>
}
