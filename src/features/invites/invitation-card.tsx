import { useEffect, useRef, useState } from 'react'
import { designationState, isOpen } from '@/data/people/designation-state'
import { type Designation, useAcceptInvitation, useDeclineInvitation } from '@/data/people/designations'
import { formatDate } from '@/lib/dates'
import { errorSentence } from '@/lib/errors'
import { paths } from '@/lib/paths'
import { DesignationBadge } from '@/plan/people/designation-badge'
import { roleWords } from '@/plan/people/role-words'
import { Button, ButtonLink } from '@/ui/button'
import { ConfirmDialog } from '@/ui/dialog'
import { DescriptionList } from '@/ui/lists/description-list'
import { Notice } from '@/ui/notice'
import { Card } from '@/ui/page/card'
import { PracticeReminder } from './practice-reminder'

interface Props {
  invitation: Designation
  /** Whether the link in the mail named this invitation. */
  highlighted: boolean
}

/** One invitation: who invites, into which role, and the answer. */
export function InvitationCard({ invitation, highlighted }: Props) {
  const [declining, setDeclining] = useState(false)
  const accept = useAcceptInvitation()
  const decline = useDeclineInvitation()
  const state = designationState(invitation)
  const open = isOpen(state)
  const owner = invitation.owner_name ?? 'A loved one'
  const role = roleWords[invitation.role]
  const frame = useScrolledTo(highlighted)

  return (
    <div ref={frame}>
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
              <Button onClick={() => setDeclining(true)}>Decline</Button>
            </>
          ) : state === 'accepted' ? (
            <ButtonLink variant="primary" to={paths.memorial(invitation.owner_id)}>
              View memorial
            </ButtonLink>
          ) : undefined
        }
      >
        <div className="mb-5">
          <p>
            <strong>{role.name}</strong>: {role.description}.
          </p>
          {open ? (
            <p className="mt-2 text-ink-soft">
              {owner} asks you to be there when it matters. Accepting costs nothing and puts no legal duty on
              you; you will see the plan only once it is opened to you.
            </p>
          ) : null}
          {state === 'revoked' ? <p className="mt-2">This invitation was revoked by the owner.</p> : null}
          {state === 'declined' ? (
            <p className="mt-2">
              You declined this invitation. If you change your mind, ask {owner} to invite you again.
            </p>
          ) : null}
        </div>
        <DescriptionList
          items={[
            { term: 'Invited', value: formatDate(invitation.invited_at, 'Not yet') },
            { term: 'Accepted', value: formatDate(invitation.accepted_at, 'Not yet') },
          ]}
        />
        {state === 'accepted' ? <PracticeReminder invitation={invitation} /> : null}
        {accept.error ? (
          <Notice tone="danger" role="alert" className="mt-5" title="Unable to accept invitation">
            {errorSentence(accept.error)}
          </Notice>
        ) : null}
      </Card>
      <ConfirmDialog
        open={declining}
        onOpenChange={setDeclining}
        title={`Decline the invitation of ${owner}?`}
        consequence={`${owner} is told that you declined and can choose somebody else. They can also invite you again.`}
        confirmLabel="Decline"
        busyLabel="Declining..."
        onConfirm={() => decline.mutateAsync(invitation.id, { onSuccess: () => setDeclining(false) })}
      />
    </div>
  )
}

/** Scrolls once to the invitation that a link named. */
function useScrolledTo(wanted: boolean) {
  const element = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (wanted) element.current?.scrollIntoView({ block: 'center' })
  }, [wanted])
  return element
}
