import { useEffect, useState } from 'react'
import { useLocation } from 'react-router-dom'
import type { StoppableRelease } from '@/data/account/stop-link'
import { paths } from '@/lib/paths'
import { ButtonLink } from '@/ui/base/button'
import { StopFrame } from './stop-frame'

/** /stop: where the link in an email about a death certificate leads its owner. */
export function Component() {
  const { hash } = useLocation()
  const release = useLook(hash.slice(1))
  const by = release?.submittedBy
  const remove = by ? (
    <ButtonLink variant="secondary" to={paths.beneficiaries}>
      Remove {by}
    </ButtonLink>
  ) : undefined
  const whoDidIt = by ? ` ${by} submitted it, and is still among the people you’ve named.` : ''
  const nothing = {
    tone: 'good',
    title: 'There’s nothing to stop',
    text: 'This certificate is no longer valid, or the link is more than 30 days old. Sign in to see the current state.',
  } as const
  return (
    <StopFrame
      what="stop-release"
      title="I’m alive: stop this"
      intro={`${by ?? 'Someone'} submitted a death certificate for you in Heartwood. If you’re alive, press the button.`}
      known={
        release?.state === 'stopped'
          ? {
              tone: 'good',
              title: 'You stopped this certificate',
              text: `It doesn’t count anymore, and everyone who has accepted your invitation was told that you’re alive.${whoDidIt}`,
              more: remove,
            }
          : release?.state === 'over'
            ? nothing
            : undefined
      }
      outcomes={{
        stopped: {
          tone: 'good',
          title: 'Stopped',
          text: `Your plan is closed, and we’re telling everyone who has accepted your invitation that you’re alive.${whoDidIt} Sign in to look at your plan.`,
          more: remove,
        },
        HW004: nothing,
        HW064: {
          tone: 'warning',
          title: 'This link doesn’t work',
          text: 'Part of it may be missing. Open it from the email again, or sign in: the same button is at the top of every page.',
        },
      }}
    >
      We’ll reject the certificate, close your plan right away and tell everyone who has accepted your
      invitation that you stopped it. Nothing in your plan will be lost.
    </StopFrame>
  )
}

/** What the link can still stop; null until that is known. The button does not wait for it. */
function useLook(token: string): StoppableRelease | null {
  const [release, setRelease] = useState<StoppableRelease | null>(null)
  useEffect(() => {
    if (!token) return
    void import('@/data/account/stop-link')
      .then(({ lookByLink }) => lookByLink(token))
      .then(setRelease, () => {})
  }, [token])
  return release
}
