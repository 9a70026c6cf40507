import { type ReactNode, useEffect, useRef } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import { type SessionUser, setReturnTarget, useSession } from '@/data/session/session'
import { paths } from '@/lib/paths'
import { forgetToasts } from '@/lib/toasts'
import { SkeletonPage } from '@/ui/page/skeleton-page'
import { keepToasts } from '@/ui/toaster'

/**
 * Shows its children to signed-in people. Others go to sign-in and come back afterwards, also when the sign-in page is
 * loaded again in between. Whoever signs out goes to the landing page, and leaves no target for the next person at this
 * device.
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
      void navigate(paths.home)
      return
    }
    setReturnTarget(wanted)
    void navigate(paths.auth(), { replace: true })
  }, [session, wanted, navigate])

  if (session.status === 'signed-in') return children(session.user)
  return (
    <main id="main" className="mx-auto max-w-page px-4 py-12">
      <SkeletonPage label="Checking that you are signed in" />
    </main>
  )
}
