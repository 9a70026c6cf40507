import { useQuery } from '@tanstack/react-query'
import { useSearchParams } from 'react-router-dom'
import { designationState, isOpen } from '@/data/people/designation-state'
import { type Designation, designationIdFromSearch, invitationsQuery } from '@/data/people/designations'
import { useUser } from '@/data/session/session'
import { Loaded } from '@/ui/base/loaded'
import { Notice } from '@/ui/base/notice'
import { Page } from '@/ui/base/page'
import { EmptyState } from '@/ui/base/states'
import { AddressQuestion, UseAnotherAddress } from './address-question'
import { InvitationCard } from './invitation-card'

/** /invites: the invitations of the signed-in person. This page never sells anything. */
export function Component() {
  const user = useUser()
  const [search] = useSearchParams()
  const invitations = useQuery(invitationsQuery(user.id))
  const linked = search.has('token') || search.has('designation')
  const linkedId = designationIdFromSearch(search)

  return (
    <Page title="Invitations" intro={<Signed email={user.email} list={invitations.data} />}>
      <Loaded
        query={invitations}
        loading="Loading your invitations"
        errorTitle="Unable to load invitations"
        cards={2}
      >
        {(loaded) => (
          <>
            <AddressQuestion invitations={loaded} email={user.email} linked={search.has('confirm-address')} />
            {linked && !loaded.some(({ id }) => id === linkedId) ? (
              <LinkProblem readable={linkedId !== null} email={user.email} />
            ) : null}
            {loaded.length === 0 ? (
              <EmptyState title="No invitations yet">
                When someone names you as a beneficiary, trustee or executor, their invitation will appear
                here. We find it by the email address you’re signed in with.
              </EmptyState>
            ) : (
              <ul className="grid gap-5">
                {inOrder(loaded).map((invitation) => (
                  <li key={invitation.id}>
                    <InvitationCard invitation={invitation} highlighted={invitation.id === linkedId} />
                  </li>
                ))}
              </ul>
            )}
          </>
        )}
      </Loaded>
    </Page>
  )
}

/** What waits for an answer first, then what was accepted, then the rest. */
function inOrder(invitations: Designation[]): Designation[] {
  const rank = (invitation: Designation) => {
    const state = designationState(invitation)
    return isOpen(state) ? 0 : state === 'accepted' ? 1 : 2
  }
  return [...invitations].sort((one, other) => rank(one) - rank(other))
}

function Signed({ email, list }: { email: string; list: Designation[] | undefined }) {
  const states = list?.map(designationState)
  const pending = states?.filter(isOpen).length
  const accepted = states?.filter((state) => state === 'accepted').length
  return (
    <>
      Signed in as <strong className="wrap-anywhere">{email}</strong>.{' '}
      {states ? `${pending}\u00a0pending, ${accepted}\u00a0accepted.` : null}
    </>
  )
}

function LinkProblem({ readable, email }: { readable: boolean; email: string }) {
  return (
    <Notice
      tone="warning"
      className="mb-6"
      title="The invitation in your link isn’t here"
      action={readable ? <UseAnotherAddress /> : undefined}
    >
      {readable ? (
        <p>
          It was sent to an email address other than <span className="wrap-anywhere">{email}</span>, or it was
          taken back. To see it, sign in with the address the email was sent to.
        </p>
      ) : (
        <p>
          Part of the link is missing. Please open it from the email again, or look for the invitation below.
        </p>
      )}
    </Notice>
  )
}
