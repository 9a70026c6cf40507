import { z } from 'zod'
import { makeGuestToken } from '../guest-link.ts'
import { cleanName } from './names.ts'
import { type MailContext, mail, ownerName } from './payload.ts'

const toGuest = <Shape extends z.ZodRawShape>(shape: Shape) =>
  z.object({
    ...shape,
    recipient: z.literal('guest'),
    owner_name: ownerName,
    guest_id: z.guid(),
    guest_name: z.string().transform((name) => cleanName(name, 'there')),
  })

const when = { held_on: z.iso.date(), held_at: z.iso.time(), time_zone: z.string().max(60) }
const service = toGuest({
  ...when,
  place: z.string().max(200),
  address: z.string().max(300).nullable(),
  /** Under the name that the owner gave them. */
  invited_by: z.string().nullable(),
  phone: z.string().max(40).nullable(),
  /** They answered when the service was to be on another day or at another time. */
  answered_earlier: z.boolean(),
})

/** Emails to the guests of a service. They have no account, and learn nothing else of the plan. */
export const serviceMails = {
  service_invitation: mail(service, (payload, context) => [
    `You’re invited to a service for ${payload.owner_name}`,
    `Dear ${payload.guest_name},`,
    `We’re sorry to tell you that ${payload.owner_name} has died. The family would like you to be at the service.`,
    ...whenAndWhere(payload),
    ...fromWhom(payload),
    `On the page below you’ll find the details, and you can tell the family whether you’ll come. You don’t need an account.`,
    { link: 'See the details and answer', url: guestPage(context, payload.guest_id) },
    noMore,
  ]),
  service_changed: mail(service, (payload, context) => [
    `New details for the service for ${payload.owner_name}`,
    `Dear ${payload.guest_name},`,
    `The family has changed when or where the service for ${payload.owner_name} will take place. Here are the new details:`,
    ...whenAndWhere(payload),
    ...fromWhom(payload),
    payload.answered_earlier
      ? `You answered before the date changed. Please tell the family on the page below whether your answer is still right.`
      : `If this changes whether you can come, please tell the family on the page below.`,
    { link: 'See the details and answer', url: guestPage(context, payload.guest_id) },
    noMore,
  ]),
  service_reminder: mail(service, (payload, context) => [
    `Will you be at the service for ${payload.owner_name}?`,
    `Dear ${payload.guest_name},`,
    payload.answered_earlier
      ? `You answered our invitation to the service for ${payload.owner_name} before its date changed. The family would like to know whether your answer is still right.`
      : `The family has invited you to the service for ${payload.owner_name}, and would like to know whether you’ll come.`,
    ...whenAndWhere(payload),
    ...fromWhom(payload),
    `You can answer on the page below. If you’ve already told the family, you don’t need to do anything.`,
    { link: 'See the details and answer', url: guestPage(context, payload.guest_id) },
    noMore,
  ]),
  service_called_off: mail(toGuest(when), (payload, context) => [
    `The service for ${payload.owner_name} is called off`,
    `Dear ${payload.guest_name},`,
    `The family has called off the service for ${payload.owner_name} that was planned for ${whenWords(payload)}.`,
    `If there’s a new date, we’ll email you.`,
    { link: 'See the details', url: guestPage(context, payload.guest_id) },
    noMore,
  ]),
  service_mistaken: mail(toGuest({ owner_lives: z.boolean() }), ({ guest_name, owner_name, owner_lives }) => [
    owner_lives
      ? `${owner_name} is alive: our invitation was a mistake`
      : `There’s no service for ${owner_name}: our invitation was a mistake`,
    `Dear ${guest_name},`,
    owner_lives
      ? `${owner_name} has told us that they’re alive. There won’t be a service.`
      : `${owner_name}’s death hasn’t been confirmed, and no service is taking place.`,
    `We recently invited you to one. Please disregard that email. We’re very sorry for the distress this has caused you.`,
    `You don’t need to do anything. The page that our earlier email led to now says the same.`,
  ]),
}

const noMore = `Would you rather not get emails about this service? You can say so at the bottom of that page.`

/** The guest's own page. The token is after the #, which browsers do not send. */
function guestPage({ appOrigin, codeKey }: MailContext, guestId: string): string {
  return `${appOrigin}/service#${makeGuestToken(codeKey, guestId)}`
}

function whenAndWhere(payload: z.output<typeof service>) {
  const typed = [payload.place, payload.address].flatMap((line) => cleanName(line, '') || []).join(', ')
  const where = typed || 'a place that the family will tell you'
  return [{ heading: 'When' }, whenWords(payload), { heading: 'Where' }, where]
}

/** Who invited the guest, and whom they can call, as far as the family says. */
function fromWhom({ invited_by, phone }: Pick<z.output<typeof service>, 'invited_by' | 'phone'>): string[] {
  const name = cleanName(invited_by, '')
  return [
    ...(name ? [`You were invited by ${name}.`] : []),
    // A full stop after the number would be taken for a part of it.
    ...(phone ? [`Questions? Call ${cleanName(phone, '')}`] : []),
  ]
}

/** "Saturday, December 5, 2026 at 2:00 PM, Eastern Time": as the clock where it is held says. */
function whenWords({ held_on, held_at, time_zone }: Record<keyof typeof when, string>): string {
  // Read as UTC and worded in UTC, so that the clock is not turned.
  const moment = new Date(`${held_on}T${held_at}Z`)
  const words = (options: Intl.DateTimeFormatOptions) =>
    moment.toLocaleString('en-US', { ...options, timeZone: 'UTC' }).replaceAll('\u202f', ' ')
  const at = `${words({ dateStyle: 'full' })} at ${words({ timeStyle: 'short' })}`
  const zone = zoneName(moment, time_zone)
  return zone ? `${at}, ${zone}` : at
}

/** "Eastern Time"; null for a zone that is not known here. */
function zoneName(moment: Date, timeZone: string): string | null {
  try {
    const parts = new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'longGeneric' }).formatToParts(
      moment,
    )
    return parts.find(({ type }) => type === 'timeZoneName')?.value ?? null
  } catch {
    return null
  }
}
