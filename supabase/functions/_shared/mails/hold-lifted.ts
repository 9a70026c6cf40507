import type { MailContent } from '../mail.ts'
import { composeMail } from './frame.ts'
import type { Notice } from './payload.ts'
import { utcDate } from './words.ts'

/** Tells owners that their plan is open while they live, in case it was somebody else at their account. Returns the mail. */
export function holdLifted({ people, until, appOrigin }: Notice): MailContent {
  const count = people === 1 ? '1 person' : `${people} people`
  return composeMail(people > 0 ? `Your plan is open to ${count}` : 'Your plan is no longer hidden', [
    `You signed in to Heartwood and switched the visibility hold of your plan off.`,
    people > 0
      ? `${count} whom you named can see your plan now, each as far as their role allows. So can whoever accepts an invitation of yours while the hold is off.`
      : `Nobody you named has accepted an invitation yet, so nobody can see your plan now. Whoever accepts one while the hold is off sees it at once.`,
    until
      ? `Your plan is hidden again on ${utcDate(until)}, by itself. You can hide it earlier.`
      : `Your plan stays open until you hide it again.`,
    { link: 'See who can see your plan', url: `${appOrigin}/profile` },
    `If it was not you, sign in and hide your plan again. Somebody else can then read your mail: sign-in codes are sent to this address. Please secure your mailbox.`,
  ])
}
