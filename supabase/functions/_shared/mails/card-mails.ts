import { z } from 'zod'
import { makeStopToken } from '../stop-link.ts'
import type { Block } from './layout.ts'
import { cleanName, oneLine } from './names.ts'
import { mail, planLink, toDesignee, toInvited, toOwner, type Words } from './payload.ts'

/** That the owner has died, or that the holder of the card wants to be called back. */
const report = z.enum(['death', 'reach'])
/** What the holder of the card typed about themselves, checked by no one. */
const said = z.object({
  reporter_name: z
    .string()
    .max(120)
    .transform((name) => cleanName(name, 'Someone')),
  reporter_contact: z.string().max(254).transform(oneLine),
  message: z.string().max(1000).nullable(),
})

/** Emails about the card that an owner carries: someone used it, or the owner ended it after that. */
export const cardMails = {
  card_used: z.discriminatedUnion('recipient', [
    mail(toOwner({ report, report_id: z.guid(), ...said.shape }), (payload, { appOrigin, codeKey }) => [
      payload.report === 'death' ? 'Someone reported your death with your card' : 'Someone used your card',
      payload.report === 'death'
        ? `Someone who has your Heartwood card told us that you have died. If you’re alive, please open this link and press the button on its page. You don’t need to sign in.`
        : `Someone who has your Heartwood card asked us to have one of the people you’ve named call them back. If the card was lost or stolen, open this link and press the button on its page. You don’t need to sign in.`,
      {
        link: payload.report === 'death' ? 'I’m alive: stop this card' : 'End this card',
        stops: true,
        url: `${appOrigin}/stop-card#${makeStopToken(codeKey, 'stop-card', payload.report_id)}`,
      },
      `That ends your card, so no one can use it again, and we’ll tell the people we emailed. You can make a new card anytime.`,
      { heading: 'Who used it' },
      ...whatTheySaid(payload),
      { heading: 'What happens now' },
      `We’ve emailed the people you’ve named, and the people who run Heartwood can see the report too. Nothing in your plan was opened or changed, and a report like this can’t do that. Your plan opens only after someone has checked a death certificate, and we’d email you first.`,
      { link: 'See your card', url: `${appOrigin}/print/card` },
    ]),
    mail(toDesignee({ report, owner_id: z.guid(), ...said.shape }), (payload, context) => [
      payload.report === 'death'
        ? `Someone told us that ${payload.owner_name} has died`
        : `Someone with ${payload.owner_name}’s card wants to reach you`,
      payload.report === 'death'
        ? `Someone who has ${payload.owner_name}’s Heartwood card told us that ${payload.owner_name} has died. We haven’t checked this, and nothing has been opened.`
        : `Someone who has ${payload.owner_name}’s Heartwood card asks you to get in touch. We haven’t checked who it is, and nothing has been opened.`,
      ...whatTheySaid(payload),
      `Anyone who holds the card can send this. Please call ${payload.owner_name}, or someone close to them, before you believe it.`,
      ...(payload.report === 'death'
        ? [
            { heading: `If ${payload.owner_name} has died` },
            `We’re sorry. There’s no hurry. When you have a death certificate, sign in with this email address and submit a photo or scan of it. Someone will check it, and then you’ll be able to see the plan. You don’t pay anything.`,
            planLink(payload, context),
          ]
        : []),
      ...(payload.report === 'death'
        ? [
            { heading: `If ${payload.owner_name} is alive` },
            `Please tell them to look at their email: we’ve sent them a link that ends the card.`,
          ]
        : [
            `If the card was lost or stolen, ${payload.owner_name} can end it with the link in the email we’ve sent them.`,
          ]),
    ]),
    /** For people who haven't answered their invitation, when no one has accepted one. They don't learn who reported it. */
    mail(toInvited({}), ({ owner_name }, { appOrigin }) => [
      `Someone used ${owner_name}’s card`,
      `${owner_name} invited you to be one of the people who can see their plan in Heartwood, and you haven’t answered yet. Now someone who has their card has tried to reach the people named in the plan.`,
      `We haven’t checked why, and nothing has been opened. Please call ${owner_name}, or someone close to them.`,
      `If ${owner_name} has died, we’re sorry. No one else has accepted so far, so your answer matters: once you’ve accepted, you can submit the death certificate. You don’t pay anything.`,
      { link: 'Answer the invitation', url: `${appOrigin}/invites` },
    ]),
  ]),
  card_stopped: z.discriminatedUnion('recipient', [
    mail(toDesignee({ owner_id: z.guid() }), (payload, context) =>
      stopped(payload.owner_name, planLink(payload, context)),
    ),
    mail(toInvited({}), ({ owner_name }, { appOrigin }) =>
      stopped(owner_name, { link: 'Answer the invitation', url: `${appOrigin}/invites` }),
    ),
  ]),
}

function stopped(owner: string, link: Block): Words {
  return [
    `${owner}’s card was ended`,
    `We recently emailed you that ${owner}’s card had been used. Since then it was ended from their account or email, where someone said that ${owner} is alive or that the card shouldn’t be used.`,
    `You don’t need to do anything. If you can, check with ${owner} yourself.`,
    `If you know that ${owner} has died, you can still submit a death certificate. Ending a card doesn’t prevent that.`,
    link,
  ]
}

/** The words of a stranger: names, numbers and a message that no one has checked, without anything that becomes a link. */
function whatTheySaid({ reporter_name, reporter_contact, message }: z.output<typeof said>): string[] {
  return [
    `They gave this name: ${reporter_name}.`,
    `You can reach them at: ${reporter_contact}`,
    ...(message ? [`They wrote: “${cleanName(message, 'nothing that we can show')}”`] : []),
  ]
}
