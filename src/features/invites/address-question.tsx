import { useMutation } from '@tanstack/react-query'
import { useLocation } from 'react-router-dom'
import { designationState, isAddressAsked } from '@/data/people/designation-state'
import { type Designation, useConfirmAddress } from '@/data/people/designations'
import { signOut } from '@/data/session/sign-out'
import { formatDate } from '@/lib/dates'
import { paths } from '@/lib/paths'
import { Button, ButtonLink } from '@/ui/base/button'
import { FailureLine, FailureNotice } from '@/ui/base/failure'
import { Notice } from '@/ui/base/notice'

interface Props {
  invitations: Designation[]
  email: string
  /** Whether the person followed the link in the mail that asks. */
  linked: boolean
}

/** "Is this still your address?", asked once a year and answered with one press. */
export function AddressQuestion({ invitations, email, linked }: Props) {
  const confirm = useConfirmAddress()
  const accepted = invitations.filter((invitation) => designationState(invitation) === 'accepted')
  const confirmedAt = accepted.map(({ address_confirmed_at }) => address_confirmed_at).find(Boolean)
  if (accepted.length === 0) return linked ? <OtherAddress email={email} /> : null
  if (accepted.some(isAddressAsked) || (linked && !confirmedAt)) {
    return (
      <Notice
        className="mb-6"
        title="Is this still your address?"
        action={
          <>
            <Button
              variant="primary"
              busy={confirm.isPending}
              busyLabel="Saving..."
              onClick={() => confirm.mutate()}
            >
              Yes, this is still my address
            </Button>
            <ButtonLink to={paths.profile}>No, change it</ButtonLink>
          </>
        }
      >
        <p>
          We email <strong className="wrap-anywhere">{email}</strong> when something happens with a plan
          you’re named in. Once a year we check that our emails still reach you.
        </p>
        <FailureLine problem={confirm.error} />
      </Notice>
    )
  }
  if (!linked && !confirm.isSuccess) return null
  return (
    <Notice tone="good" role="status" className="mb-6" title="Your address is confirmed">
      You told us on {formatDate(confirmedAt)} that our emails to{' '}
      <strong className="wrap-anywhere">{email}</strong> reach you. Thank you. That’s all we need.
    </Notice>
  )
}

function OtherAddress({ email }: { email: string }) {
  return (
    <Notice tone="warning" className="mb-6" title="Wrong address?" action={<UseAnotherAddress />}>
      <p>
        We weren’t expecting an answer from <span className="wrap-anywhere">{email}</span>. To answer our
        email, sign in with the address we sent it to.
      </p>
    </Notice>
  )
}

/** Signs out, and leads back to this page, with the link in its address, after signing in with another address. */
export function UseAnotherAddress() {
  const { pathname, search } = useLocation()
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => signOut(pathname + search),
    meta: { quietError: true },
  })
  return (
    <>
      <Button busy={isPending} busyLabel="Signing out..." onClick={() => mutate()}>
        Sign in with another address
      </Button>
      <FailureNotice title="You’re still signed in" problem={error} />
    </>
  )
}
