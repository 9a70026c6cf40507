import { useMutation } from '@tanstack/react-query'
import { useLocation } from 'react-router-dom'
import { signOut } from '@/data/session/sign-out'
import { Button } from '@/ui/base/button'
import { FailureNotice } from '@/ui/forms/failure-notice'

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
      <FailureNotice title="You're still signed in" problem={error} />
    </>
  )
}
