import type { GuestPage } from '@/data/service/guest-link'
import type { Guest } from '@/data/service/guests'
import { formatDate, parseTimestamp } from '@/lib/dates'
import { count } from '@/lib/text'

/** The name of the service's time zone; null for a reader whose clock shows the same, and for a zone that the browser does not know. */
export function zoneWords({
  time_zone,
  starts_at,
}: Pick<GuestPage, 'time_zone' | 'starts_at'>): string | null {
  const moment = new Date(starts_at)
  try {
    const clock = (timeZone?: string) =>
      moment.toLocaleString('en-US', { dateStyle: 'short', timeStyle: 'short', timeZone })
    if (clock() === clock(time_zone)) return null
    const format = new Intl.DateTimeFormat('en-US', { timeZone: time_zone, timeZoneName: 'longGeneric' })
    return format.formatToParts(moment).find(({ type }) => type === 'timeZoneName')?.value ?? null
  } catch {
    return null
  }
}

/** The zones to choose from, as the database takes them: names without digits, "America/New_York". */
export function timeZones(present: string): string[] {
  const known = Intl.supportedValuesOf('timeZone').filter((zone) =>
    /^(UTC|[A-Za-z_]+(\/[A-Za-z_-]+){1,2})$/.test(zone),
  )
  return known.includes(present) ? known : [present, ...known]
}

/** Opens the place in a map. The map's provider learns of it only from those who follow the link. */
export function mapLink({ place, address }: Pick<GuestPage, 'place' | 'address'>): string {
  return `https://www.google.com/maps/search/?api=1&query=${encodeURIComponent(address ?? place)}`
}

/** "Yes, 3 people" */
export function answerWords({ answer, people }: Pick<Guest, 'answer' | 'people'>): string {
  if (answer === null) return 'No answer yet'
  return answer === 'no' ? 'No' : `Yes, ${count(people ?? 1, 'person', 'people')}`
}

/** An email that waits longer than this, in milliseconds, is said to be late: the person may have to be called. */
const LATE = 60 * 60 * 1000

/** What has become of our emails to a guest, where it matters; null when they were sent and nothing came back. */
export function mailWords(guest: Guest, now = new Date()): string | null {
  if (guest.is_withdrawn) return 'Invitation withdrawn: the link no longer works.'
  if (guest.mail_refused_at) return "Our email didn't reach this address. You may want to call."
  if (guest.unsubscribed_at) return 'Asked not to get emails about the service.'
  const since = parseTimestamp(guest.mail_waits_since)
  if (since === null) return null
  return now.getTime() - since.getTime() < LATE
    ? "We'll send the email within a few minutes."
    : `We've been trying to email them since ${formatDate(guest.mail_waits_since)}. You may want to call.`
}

/** Whether a change of the service is mailed to this guest. */
export function isWrittenTo(guest: Guest): boolean {
  return !guest.is_withdrawn && guest.mail_refused_at === null && guest.unsubscribed_at === null
}

/** "12 invited · 5 yes (9 people) · 2 no · 5 with no answer yet", without those whose invitation was withdrawn. */
export function countWords(guests: readonly Guest[]): string {
  const counted = guests.filter(({ is_withdrawn }) => !is_withdrawn)
  const coming = counted.filter(({ answer }) => answer === 'yes')
  const people = coming.reduce((sum, guest) => sum + (guest.people ?? 1), 0)
  const no = counted.filter(({ answer }) => answer === 'no').length
  return [
    `${counted.length} invited`,
    `${coming.length} yes (${count(people, 'person', 'people')})`,
    `${no} no`,
    `${counted.length - coming.length - no} with no answer yet`,
  ].join(' · ')
}
