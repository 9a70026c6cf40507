import { type ReactNode, useEffect, useRef } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import { forgetToasts } from '@/browser/toasts'
import { type SessionUser, setReturnTarget, useSession } from '@/data/session/session'
import { paths } from '@/lib/paths'
import { SkeletonPage } from '@/ui/base/skeletons'
import { keepToasts } from '@/ui/base/toaster'

/**
 * Shows its children to people who are signed in. Others are sent to sign-in and return afterwards, even if the sign-in
 * page is reloaded in between. After signing out, a person is sent to the landing page, and no return path is kept for
 * the next person on this device; a person who asked to sign in with another address is sent to sign-in.
 */
export function RequireSession({ children }: { children: (user: SessionUser) => ReactNode }) {
  const session = useSession()
  const navigate = useNavigate()
  const { pathname, search, hash } = useLocation()
  const wasHere = useRef(false)
  const wanted = pathname + search + hash

  useEffect(() => {
    if (session.status === 'signed-in') wasHere.current = true
    if (session.status !== 'signed-out') return
    forgetToasts()
    if (session.byChoice && wasHere.current) {
      keepToasts()
      void navigate(session.byChoice === 'to sign in' ? paths.auth() : paths.home)
      return
    }
    setReturnTarget(wanted)
    void navigate(paths.auth(), { replace: true })
  }, [session, wanted, navigate])

  if (session.status === 'signed-in') return children(session.user)
  return (
    <main id="main" className="mx-auto max-w-page px-4 py-12">
      <SkeletonPage label="Checking that you’re signed in" />
    </main>
  )
}
