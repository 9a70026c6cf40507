import { composeMail } from './layout.ts'
import type { Notice, OutboxMail } from './notice.ts'

/** Emails to the guests of a service. They have no account, and learn nothing else of the plan. */
export const serviceMails: Record<string, OutboxMail> = {
  service_invitation: (notice) =>
    composeMail(`You're invited to a service for ${notice.owner}`, [
      `Dear ${notice.guest},`,
      `${notice.owner} has died, and the family would like you to be at the service.`,
      ...whenAndWhere(notice),
      `On the page below you'll find the details, and you can tell the family whether you'll come. You don't need an account.`,
      { link: 'See the details and answer', url: notice.guestUrl },
      noMore,
    ]),
  service_changed: (notice) =>
    composeMail(`New details for the service for ${notice.owner}`, [
      `Dear ${notice.guest},`,
      `The family has changed when or where the service for ${notice.owner} will take place. Here are the new details:`,
      ...whenAndWhere(notice),
      `If this changes whether you can come, please tell the family on the page below.`,
      { link: 'See the details and answer', url: notice.guestUrl },
      noMore,
    ]),
  service_called_off: (notice) =>
    composeMail(`The service for ${notice.owner} is called off`, [
      `Dear ${notice.guest},`,
      `The family has called off the service for ${notice.owner} that was planned for ${notice.when}.`,
      `If there's a new date, we'll email you.`,
      { link: 'See the details', url: notice.guestUrl },
      noMore,
    ]),
  service_mistaken: ({ guest, owner }) =>
    composeMail(`There's no service for ${owner}: our invitation was a mistake`, [
      `Dear ${guest},`,
      `We recently invited you to a service for ${owner}. Please disregard that email.`,
      `${owner}'s death hasn't been confirmed, and no service is taking place. We're very sorry for the distress this may have caused you.`,
      `You don't need to do anything. The link in our earlier email no longer works.`,
    ]),
}

const noMore = `Would you rather not get emails about this service? You can say so at the bottom of that page.`

function whenAndWhere({ when, where }: Notice) {
  return [{ heading: 'When' }, when, { heading: 'Where' }, where]
}
