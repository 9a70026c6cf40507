import { StopFrame } from './stop-frame'

/** /stop-opening: where the link in an email about the first hours leads their owner. */
export function Component() {
  return (
    <StopFrame
      what="stop-opening"
      title="Close the first hours"
      busyLabel="Closing..."
      intro="Someone you chose opened the first hours of your plan in Heartwood, or is about to. If that isn’t right, press the button."
      outcomes={{
        stopped: {
          tone: 'good',
          title: 'It’s closed',
          text: 'No one can read what you chose for the first hours anymore. They may have copied what they read. Sign in to say whether it was right to open it.',
        },
        HW004: {
          tone: 'good',
          title: 'There’s nothing to close',
          text: 'It was closed already, its time was over, or the link is more than 30 days old. Sign in to see the current state.',
        },
        HW064: {
          tone: 'warning',
          title: 'This link doesn’t work',
          text: 'Part of it may be missing. Open it from the email again, or sign in: the same button is at the top of every page.',
        },
      }}
    >
      We’ll close it right away and tell the people you chose for this. Nothing in your plan will be lost, and
      your choices stay as they are.
    </StopFrame>
  )
}
