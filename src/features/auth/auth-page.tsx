import { useEffect, useRef, useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router-dom'
import { type SessionUser, setReturnTarget, takeReturnTarget, useSession } from '@/data/session/session'
import type { Enums } from '@/lib/database.types'
import { paths } from '@/lib/paths'
import { SkeletonPage } from '@/ui/base/skeletons'
import { clearSignInDraft, SignIn } from './sign-in'

/** Named here, because the list of all that the database can hold is more than sign-in needs. */
const planIds = ['monthly', 'annual', 'lifetime'] as const satisfies readonly Enums<'plan_id'>[]

const findHome = async (user: SessionUser) => (await import('@/data/people/where-to-begin')).findHome(user)

/** /auth: sign-in and sign-up on one screen, with a code that is mailed. */
export function Component() {
  const { isSignedIn, formNeeded } = useWayThroughSignIn()
  if (formNeeded) return <SignIn />
  return (
    <div className="mx-auto max-w-form py-12">
      <SkeletonPage label={isSignedIn ? 'Opening your plan' : 'Checking whether you’re signed in'} />
    </div>
  )
}

/** Remembers the page the person wanted, and leads there as soon as they are signed in, here or in another tab. */
function useWayThroughSignIn() {
  const session = useSession()
  const navigate = useNavigate()
  const [search] = useSearchParams()
  const plan = search.get('plan')
  const leaving = useRef(false)
  // Once shown, the form stays until the next page has loaded.
  const [formNeeded, setFormNeeded] = useState(false)
  if (session.status === 'signed-out' && !formNeeded) setFormNeeded(true)

  useEffect(() => {
    rememberOffer(plan)
  }, [plan])

  useEffect(() => {
    if (session.status !== 'signed-in' || leaving.current) return
    leaving.current = true
    clearSignInDraft()
    void Promise.resolve(takeReturnTarget(session.user.id) ?? findHome(session.user))
      .catch(() => paths.dashboard)
      .then((path) => navigate(path, { replace: true }))
  }, [session, navigate])

  return { isSignedIn: session.status === 'signed-in', formNeeded }
}

/**
 * Remembers the offer that a person chose before signing in. After sign-in it takes precedence over the page that they
 * were sent to sign-in from. Anything but an offer's id is ignored.
 */
function rememberOffer(offer: string | null): void {
  const chosen = planIds.find((id) => id === offer)
  if (chosen) setReturnTarget(paths.choosing(chosen), { personal: false })
}
