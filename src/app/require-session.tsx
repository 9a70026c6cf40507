import { type ReactNode, useEffect, useState } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import { setReturnTarget, signOut, useSession } from '@/data/session'
import { paths } from '@/lib/paths'
import { SkeletonPage } from '@/ui/skeleton'

export interface SignedIn {
  user: { id: string; email: string }
  /** Signs out and goes to the landing page. Rejects when that fails; the person is then still signed in. */
  leave: () => Promise<void>
}

/**
 * Shows its children to signed-in people. Others go to sign-in and come back afterwards, also when the sign-in page is
 * loaded again in between.
 */
export function RequireSession({ children }: { children: (signedIn: SignedIn) => ReactNode }) {
  const session = useSession()
  const navigate = useNavigate()
  const { pathname, search, hash } = useLocation()
  const [leaving, setLeaving] = useState(false)
  const wanted = pathname + search + hash
  const away = session.status === 'signed-out' && !leaving

  useEffect(() => {
    if (!away) return
    setReturnTarget(wanted)
    void navigate(paths.auth(), { replace: true })
  }, [away, wanted, navigate])

  const leave = async () => {
    // Whoever leaves on purpose is not sent to sign-in, and leaves no target for the next person at this device.
    setLeaving(true)
    try {
      await signOut()
    } catch (error) {
      setLeaving(false)
      throw error
    }
    await navigate(paths.home)
  }

  if (session.status === 'signed-in') return children({ user: session.user, leave })
  return (
    <main id="main" className="mx-auto max-w-page px-4 py-12">
      <SkeletonPage label="Checking that you are signed in" />
    </main>
  )
}
