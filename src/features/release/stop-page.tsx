import { StopFrame } from './stop-frame'

/** /stop: where the link in an email about a death certificate leads its owner. */
export function Component() {
  return (
    <StopFrame
      what="stop-release"
      title="I'm alive: stop this"
      intro="A death certificate was submitted for you in Heartwood. If you're alive, press the button."
      outcomes={{
        stopped: {
          tone: 'good',
          title: 'Stopped',
          text: "Your plan is closed, and we're telling everyone who has accepted your invitation that you're alive. Sign in to look at your plan.",
        },
        HW004: {
          tone: 'good',
          title: "There's nothing to stop",
          text: 'This certificate is no longer valid, or the link is more than 30 days old. Sign in to see the current state.',
        },
        HW064: {
          tone: 'warning',
          title: "This link doesn't work",
          text: 'Part of it may be missing. Open it from the email again, or sign in: the same button is at the top of every page.',
        },
      }}
    >
      We'll reject the certificate, close your plan right away and tell everyone who has accepted your
      invitation that you stopped it. Nothing in your plan will be lost.
    </StopFrame>
  )
}
