import { StopFrame } from './stop-frame'

/** /stop: where the link in a mail about a death certificate leads its owner. */
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
          text: "Your plan is closed, and we're telling the people you named that you're alive. Sign in to look at your plan.",
        },
        nothing_to_stop: {
          tone: 'good',
          title: 'There is nothing to stop',
          text: 'This certificate does not count any longer, or the link is more than 30 days old. Sign in to see where things stand.',
        },
        link_not_valid: {
          tone: 'warning',
          title: 'This link does not work',
          text: 'Part of it may be missing. Open it from the email again, or sign in: the same button is at the top of every page.',
        },
      }}
    >
      The certificate is rejected, your plan is closed at once, and everyone you named is told that you
      stopped it. Nothing in your plan is lost.
    </StopFrame>
  )
}
