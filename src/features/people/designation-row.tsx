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
  useChangeRole,
  useRemoveDesignation,
  useRevokeDesignation,
  useSendInvitation,
} from '@/data/people/designations'
import { formatDate } from '@/lib/dates'
import { paths } from '@/lib/paths'
import { dotted } from '@/lib/text'
import { UnlessFrozen, useIsFrozen, useSees, WhilePlanOpen } from '@/parts/kit/plan-open'
import { DesignationBadge } from '@/reading/designation-badge'
import { Badge } from '@/ui/base/badge'
import { Button, ButtonLink } from '@/ui/base/button'
import { Card } from '@/ui/base/card'
import { FailureLine } from '@/ui/base/failure'
import { DoneNotice } from '@/ui/base/notice'
import { ConfirmDialog } from '@/ui/dialogs/confirm-dialog'
import { inDialog, onDemand } from '@/ui/late'
import { type Role, roleWords } from '@/words/roles'

const ChangeRoleDialog = onDemand(
  async () => (await import('./change-role-dialog')).ChangeRoleDialog,
  inDialog,
)

const history: Record<DesignationState, (designation: Designation) => string> = {
  stepped_down: ({ stepped_down_at }) => `Stepped down on ${formatDate(stepped_down_at)}`,
  revoked: ({ revoked_at, left_at }) =>
    left_at === revoked_at ? leftWords(left_at) : `Access ended on ${formatDate(revoked_at)}`,
  accepted: ({ accepted_at }) => `Accepted on ${formatDate(accepted_at)}`,
  declined: ({ declined_at }) => `Declined on ${formatDate(declined_at)}`,
  invited: ({ invited_at }) => `Invited on ${formatDate(invited_at)}`,
  pending: ({ left_at }) => (left_at ? leftWords(left_at) : 'No invitation has been sent yet'),
}

function leftWords(leftAt: string | null): string {
  return `Deleted their account on ${formatDate(leftAt)}`
}

/**
 * An invitation that no one accepted gives no access that could end. Someone who has died leaves an account, which others
 * may get into.
 */
function endWords({ person_name: name, accepted_at }: Designation, isDead: boolean) {
  if (!accepted_at)
    return {
      label: 'Withdraw invitation',
      title: `Withdraw ${name}’s invitation?`,
      consequence: `${name} won’t be able to accept it anymore. They stay on this list, under those whose access you ended. To invite them again, add them once more.`,
      busyLabel: 'Withdrawing...',
      done: 'Invitation withdrawn',
    }
  return {
    label: 'End access',
    title: isDead ? `End the access of ${name}’s account?` : `End ${name}’s access?`,
    consequence: isDead
      ? `No one will be able to see your plan through ${name}’s account. ${name} stays on this list, under those whose access you ended.`
      : `${name} won’t be able to see your plan anymore, now or later. They stay on this list, under those whose access you ended. To give it back, add them once more.`,
    busyLabel: 'Ending...',
    done: 'Access ended',
  }
}

function removalWords(designation: Designation, isDead: boolean): string {
  const { person_name: name } = designation
  const state = designationState(designation)
  if (state !== 'accepted' && !isOpen(state))
    return `We’ll take this line off your list. It gives ${name} no access, so nothing else changes.`
  return isDead
    ? `${name} won’t be on this list anymore, and no one will be able to see your plan through ${name}’s account.`
    : `${name} won’t be able to see your plan anymore, now or later, and won’t be on this list anymore.`
}

interface Props {
  designation: Designation
  /** Whether the person has died, as far as the owner may know (useDiedOwners). */
  isDead: boolean
}

/** One person: name, role, the state of the invitation, and what the owner can do about it. */
export function DesignationRow({ designation, isDead }: Props) {
  const [asking, setAsking] = useState<'remove' | 'end' | 'role' | null>(null)
  const [changed, setChanged] = useState<{ from: Role; to: Role } | null>(null)
  const send = useSendInvitation()
  const askAgain = useAskAddressAgain()
  const remove = useRemoveDesignation()
  const end = endWords(designation, isDead)
  const revoke = useRevokeDesignation(end.done)
  const isFrozen = useIsFrozen()
  const willSee = useSees()
  const isHeld = useHeldUntil() !== null
  const state = designationState(designation)
  const { person_name: name, person_email: email, id } = designation
  const close = () => setAsking(null)
  /** Whether they see something, now or one day. */
  const sees = !isDead && (state === 'accepted' || isOpen(state))
  const isUnreached = Boolean(designation.mail_refused_at) && (state === 'accepted' || isOpen(state))

  return (
    <li>
      <Card
        title={name}
        headingLevel={3}
        aside={isDead ? <Badge>Has died</Badge> : <DesignationBadge state={state} />}
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
            {sees ? (
              <ButtonLink
                variant={isFrozen || (state === 'accepted' && !isUnreached) ? 'secondary' : 'quiet'}
                icon="eye"
                to={paths.preview(id)}
              >
                What {name} {willSee}
              </ButtonLink>
            ) : null}
            <UnlessFrozen>
              {state === 'accepted' || state === 'invited' ? (
                <Button
                  variant="quiet"
                  disabled={isHeld}
                  onClick={() => setAsking('end')}
                  aria-label={`${end.label}: ${name}`}
                >
                  {end.label}
                </Button>
              ) : null}
              <Button
                variant="quiet"
                disabled={isHeld}
                onClick={() => setAsking('remove')}
                aria-label={`Remove from list: ${name}`}
              >
                Remove from list
              </Button>
            </UnlessFrozen>
          </>
        }
      >
        <p className="wrap-anywhere">{email}</p>
        <div className="flex flex-wrap items-center gap-x-4">
          <p className="text-ink-soft">
            {dotted([roleWords[designation.role].name, history[state](designation)])}
          </p>
          <UnlessFrozen>
            {sees ? (
              <Button
                variant="quiet"
                className="-my-2.5 -ml-3"
                disabled={isHeld}
                onClick={() => setAsking('role')}
                aria-label={`Change role: ${name}`}
              >
                Change role
              </Button>
            ) : null}
          </UnlessFrozen>
        </div>
        {isDead && state === 'accepted' ? (
          <p className="mt-2">
            <strong>We’re so sorry that {name} has died.</strong>{' '}
            <UnlessFrozen>
              When you’re ready, choose someone else who will be there for your own family.
            </UnlessFrozen>{' '}
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
            <strong>This address doesn’t take our email.</strong> We noticed on{' '}
            {formatDate(designation.mail_refused_at)}.{' '}
            <UnlessFrozen>
              Ask {name} which address works. If it’s another one, add {name} again with that address; if it’s
              the same, send our email again.
            </UnlessFrozen>
          </p>
        ) : null}
        {state === 'accepted' && !isDead ? <AddressAnswer designation={designation} /> : null}
        {changed && asking !== 'role' ? <RoleChanged designation={designation} {...changed} /> : null}
        <FailureLine problem={send.error} className="mt-2">
          Unable to send invitation:
        </FailureLine>
        <FailureLine problem={askAgain.error} className="mt-2">
          Unable to send our email:
        </FailureLine>
      </Card>
      <ConfirmDialog
        open={asking === 'end'}
        onOpenChange={close}
        title={end.title}
        consequence={end.consequence}
        confirmLabel={end.label}
        tone="danger"
        busyLabel={end.busyLabel}
        onConfirm={() => revoke.mutateAsync(id, { onSuccess: close })}
      />
      <ConfirmDialog
        open={asking === 'remove'}
        onOpenChange={close}
        title={`Remove ${name} from your list?`}
        consequence={`${removalWords(designation, isDead)} This can’t be undone.`}
        confirmLabel="Remove from list"
        tone="danger"
        busyLabel="Removing..."
        onConfirm={() => remove.mutateAsync(id, { onSuccess: close })}
      />
      {asking === 'role' ? (
        <ChangeRoleDialog
          person={designation}
          onChanged={(to) => {
            setChanged({ from: designation.role, to })
            close()
          }}
          onClose={close}
        />
      ) : null}
    </li>
  )
}

/** Says that a person's role was changed, and changes it back. */
function RoleChanged({ designation, from, to }: { designation: Designation; from: Role; to: Role }) {
  const undo = useChangeRole()
  const { id, person_name: name, accepted_at } = designation
  const isBack = undo.isSuccess
  return (
    <DoneNotice
      // "Undo", which was pressed, is gone then.
      takesFocus={isBack}
      className="mt-4"
      title={`${name} is your ${roleWords[isBack ? from : to].name.toLowerCase()} ${isBack ? 'again' : 'now'}`}
      action={
        isBack ? undefined : (
          <WhilePlanOpen>
            <Button
              busy={undo.isPending}
              busyLabel="Changing back..."
              onClick={() => undo.mutate({ designation_id: id, role: from })}
            >
              Undo
            </Button>
          </WhilePlanOpen>
        )
      }
    >
      {isBack || accepted_at === null ? null : `We’ll email ${name} what that means.`}
      <FailureLine problem={undo.error}>The role wasn’t changed back:</FailureLine>
    </DoneNotice>
  )
}

/** The answer to the yearly question whether the address still works. */
function AddressAnswer({ designation }: { designation: Designation }) {
  const { address_asked_at, address_confirmed_at } = designation
  if (isAddressAsked(designation)) {
    return (
      <p className="mt-2">
        <strong>No answer since {formatDate(address_asked_at)}</strong>, when we checked this address.{' '}
        <UnlessFrozen>You may want to get in touch.</UnlessFrozen>
      </p>
    )
  }
  if (address_confirmed_at === null) return null
  return <p className="text-ink-soft">Address confirmed {formatDate(address_confirmed_at)}</p>
}
