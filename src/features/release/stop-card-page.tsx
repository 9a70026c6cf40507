import { StopFrame } from './stop-frame'

/** /stop-card: where the link in an email about a report by a card leads its owner. */
export function Component() {
  return (
    <StopFrame
      what="stop-card"
      title="I’m alive: stop this card"
      intro="Someone used your Heartwood card. If they shouldn’t have, press the button."
      outcomes={{
        stopped: {
          tone: 'good',
          title: 'Stopped',
          text: 'Your card no longer works, and we’re telling everyone we emailed about it. Sign in if you’d like to make a new one.',
        },
        HW004: {
          tone: 'good',
          title: 'There’s nothing to stop',
          text: 'This card no longer works, your death has been verified since, or the link is more than 30 days old. Sign in to look at your plan. If it says that you’ve died, you’ll find the button to stop that at the top of every page.',
        },
        HW064: {
          tone: 'warning',
          title: 'This link doesn’t work',
          text: 'Part of it may be missing. Open it from the email again, or sign in and choose Wallet Card: you can withdraw it there.',
        },
      }}
    >
      Your card will stop working right away, and the people we emailed about it will hear that it was ended.
      Nothing in your plan was opened or changed.
    </StopFrame>
  )
}
