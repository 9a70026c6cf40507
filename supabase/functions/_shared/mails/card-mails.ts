import { composeMail } from './layout.ts'
import { cleanName } from './names.ts'
import type { Notice, OutboxMail } from './notice.ts'

/** Emails about the card that an owner carries: someone used it, or the owner ended it after that. */
export const cardMails: Record<string, OutboxMail> = {
  card_used: {
    owner: (notice) =>
      composeMail(
        notice.report === 'death' ? 'Someone reported your death with your card' : 'Someone used your card',
        [
          notice.report === 'death'
            ? `Someone who has your Heartwood card told us that you have died. If you're alive, please stop it below.`
            : `Someone who has your Heartwood card asked us to have one of the people you've named call them back.`,
          ...whatTheySaid(notice),
          ...(notice.stopCardUrl ? [{ link: "I'm alive: stop this card", url: notice.stopCardUrl }] : []),
          `The link ends your card, so no one can use it again, and we'll tell the people we emailed. You don't need to sign in, and you can make a new card any time.`,
          { heading: 'What happens now' },
          `We've emailed the people you've named, and the people who run Heartwood can see the report too. Nothing in your plan was opened or changed, and a report like this can't do that. Your plan opens only after someone has checked a death certificate, and we'd email you first.`,
          { link: 'See your card', url: `${notice.appOrigin}/print/card` },
        ],
      ),
    designee: (notice) => (notice.reporter ? forAccepted(notice) : forInvited(notice)),
  },
  card_stopped: ({ owner, memorialUrl }) =>
    composeMail(`${owner}'s card was ended`, [
      `We recently emailed you that someone had used ${owner}'s card. Since then the card was ended from ${owner}'s account or email, where someone said that ${owner} is alive or that the card shouldn't be used.`,
      `You don't need to do anything. If you can, check with ${owner} yourself.`,
      `If you know that ${owner} has died, you can still submit a death certificate. Ending a card doesn't prevent that.`,
      { link: 'Go to your page about this plan', url: memorialUrl },
    ]),
}

function forAccepted(notice: Notice) {
  const { owner, report, memorialUrl } = notice
  return composeMail(
    report === 'death'
      ? `Someone told us that ${owner} has died`
      : `Someone with ${owner}'s card wants to reach you`,
    [
      report === 'death'
        ? `Someone who has ${owner}'s Heartwood card told us that ${owner} has died. We haven't checked this, and nothing has been opened.`
        : `Someone who has ${owner}'s Heartwood card asks you to get in touch. We haven't checked who it is, and nothing has been opened.`,
      ...whatTheySaid(notice),
      `Anyone who holds the card can send this. Please call ${owner}, or someone close to them, before you believe it.`,
      ...(report === 'death'
        ? [
            { heading: `If ${owner} has died` },
            `We're sorry. There's no hurry. When you have a death certificate, sign in with this email address and submit a photo or scan of it. Someone will check it, and then you'll be able to see the plan. You don't pay anything.`,
            { link: 'Go to the memorial page', url: memorialUrl },
          ]
        : []),
      { heading: `If ${owner} is alive` },
      `Please tell ${owner} to look at their email: we've sent them a link that ends the card.`,
    ],
  )
}

/** For people who haven't answered their invitation, when no one has accepted one. They don't learn who reported it. */
function forInvited({ owner, memorialUrl }: Notice) {
  return composeMail(`Someone used ${owner}'s card`, [
    `${owner} invited you to be one of the people who can see their plan in Heartwood, and you haven't answered yet. Now someone who has ${owner}'s card has tried to reach the people ${owner} named.`,
    `We haven't checked why, and nothing has been opened. Please call ${owner}, or someone close to them.`,
    `If ${owner} has died, we're sorry. No one else has accepted so far, so your answer matters: once you've accepted, you can submit the death certificate. You don't pay anything.`,
    { link: 'Answer the invitation', url: memorialUrl },
  ])
}

/** The words of a stranger: names, numbers and a message that no one has checked, without anything that becomes a link. */
function whatTheySaid({ reporter, message }: Notice): string[] {
  if (!reporter) return []
  return [
    `They gave this name: ${reporter.name}.`,
    `You can reach them at: ${reporter.contact}`,
    ...(message ? [`They wrote: “${cleanName(message, 'nothing that we can show')}”`] : []),
  ]
}
