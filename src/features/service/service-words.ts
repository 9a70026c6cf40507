import type { GuestPage } from '@/data/service/guest-link'
import type { Guest } from '@/data/service/guests'
import type { Service } from '@/data/service/services'
import { formatDate, parseTimestamp } from '@/lib/dates'
import { count, dotted } from '@/lib/text'
import { whenWords } from '@/words/service-when'

type When = Pick<GuestPage, 'held_on' | 'held_at' | 'time_zone'>

/** "Eastern Time"; null for a zone that the browser does not know. */
function zoneName(timeZone: string, moment: Date): string | null {
  if (timeZone === 'UTC') return timeZone
  try {
    const format = new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'longGeneric' })
    return format.formatToParts(moment).find(({ type }) => type === 'timeZoneName')?.value ?? null
  } catch {
    return null
  }
}

/** The name of the service's time zone; null for a reader whose clock shows the same, and for a zone that the browser does not know. */
export function zoneWords({
  time_zone,
  starts_at,
}: Pick<GuestPage, 'time_zone' | 'starts_at'>): string | null {
  const moment = new Date(starts_at)
  const clock = (timeZone?: string) =>
    moment.toLocaleString('en-US', { dateStyle: 'short', timeStyle: 'short', timeZone })
  const name = zoneName(time_zone, moment)
  return name === null || clock() === clock(time_zone) ? null : name
}

/** When a service is, with the time zone for a reader whose clock shows another time. */
export function whenAndZoneWords(service: When & Pick<GuestPage, 'starts_at'>): string {
  return [whenWords(service), zoneWords(service)].filter(Boolean).join(', ')
}

/** Those of the United States, by the city that names them. Most services are in one of them. */
const usZones = [
  'America/New_York',
  'America/Chicago',
  'America/Denver',
  'America/Phoenix',
  'America/Los_Angeles',
  'America/Anchorage',
  'Pacific/Honolulu',
]

/**
 * The zones to choose from, as the database takes them (names without digits, "America/New_York"), and in words: "Eastern
 * Time (New York)". Those of the United States are first, after the present one if that is another.
 */
export function zoneChoices(present: string): { value: string; label: string }[] {
  const known = Intl.supportedValuesOf('timeZone').filter((zone) =>
    /^(UTC|[A-Za-z_]+(\/[A-Za-z_-]+){1,2})$/.test(zone),
  )
  const first = [...new Set(usZones.includes(present) ? usZones : [present, ...usZones])]
  const now = new Date()
  return [
    ...first.map((zone) => {
      const name = zoneName(zone, now)
      const city = zone.slice(zone.lastIndexOf('/') + 1).replaceAll('_', ' ')
      return { value: zone, label: name && name !== city ? `${name} (${city})` : zone.replaceAll('_', ' ') }
    }),
    ...known
      .filter((zone) => !first.includes(zone))
      .map((zone) => ({ value: zone, label: zone.replaceAll('_', ' ') })),
  ]
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
  if (guest.is_withdrawn)
    return guest.email === null ? 'Taken off the list.' : 'Invitation withdrawn: the link no longer works.'
  if (guest.email === null) return 'No email address.'
  if (guest.mail_refused_at) return 'Our email didn’t reach this address. You may want to call.'
  if (guest.unsubscribed_at) return 'Asked not to get emails about the service.'
  const since = parseTimestamp(guest.mail_waits_since)
  if (since === null)
    return guest.mailed_at === null ? 'We haven’t emailed them yet. You may want to call.' : null
  return now.getTime() - since.getTime() < LATE
    ? 'We’ll send the email within a few minutes.'
    : `We’ve been trying to email them since ${formatDate(guest.mail_waits_since)}. You may want to call.`
}

/** Whether a change of the service is mailed to this guest. */
export function isWrittenTo(guest: Guest): boolean {
  return (
    guest.email !== null &&
    !guest.is_withdrawn &&
    guest.mail_refused_at === null &&
    guest.unsubscribed_at === null
  )
}

/** A guest whom no email reaches, and why: "no email address". */
export interface ToCall {
  guest: Guest
  why: string
}

/** Those whom someone has to call, because no email of ours reaches them. */
export function guestsToCall(guests: readonly Guest[]): ToCall[] {
  return guests
    .filter((guest) => !guest.is_withdrawn && !isWrittenTo(guest))
    .map((guest) => ({
      guest,
      why:
        guest.email === null
          ? 'no email address'
          : guest.mail_refused_at !== null
            ? 'our email didn’t reach them'
            : 'asked not to get emails',
    }))
}

/** When a service starts. Null, when none is arranged, stands for no answer. */
type Starts = Pick<Service, 'starts_at'> | null

/** Whether the guest answered before the service was moved to another day or time. The database decides the same. */
export function answeredEarlier({ answer, answered_for }: Guest, service: Starts): boolean {
  return answer !== null && time(answered_for) !== time(service?.starts_at ?? null)
}

/** Whether what the guest answered is about the service as it is now. */
export const hasAnswered = (guest: Guest, service: Starts) =>
  guest.answer !== null && !answeredEarlier(guest, service)

/** In milliseconds: a guest is reminded once in this time at most, however often the date changes. */
const PAUSE = 24 * 60 * 60 * 1000

/** Whether a reminder would be mailed to this guest: once for each date of the service. The database decides the same. */
export function canBeReminded(guest: Guest, service: Starts, now = new Date()): boolean {
  return (
    isWrittenTo(guest) &&
    !hasAnswered(guest, service) &&
    guest.mailed_at !== null &&
    guest.mail_waits_since === null &&
    time(guest.reminded_for) !== time(service?.starts_at ?? null) &&
    (guest.reminded_at === null || now.getTime() - Date.parse(guest.reminded_at) > PAUSE)
  )
}

/** "Anna Ellis took this answer by phone on Nov 24, 2026."; null for one that the guest gave themselves. */
export function takenWords({ answer_taken_by, answered_at }: Guest): string | null {
  return answer_taken_by && `${answer_taken_by} took this answer by phone on ${formatDate(answered_at)}.`
}

/**
 * "12 invited · 5 yes (9 people) · 2 no · 5 with no answer yet", without those whose invitation was withdrawn, and how many
 * of the answers were given before the date changed.
 */
export function countWords(guests: readonly Guest[], service: Starts): string {
  const counted = guests.filter(({ is_withdrawn }) => !is_withdrawn)
  const coming = counted.filter(({ answer }) => answer === 'yes')
  const people = coming.reduce((sum, guest) => sum + (guest.people ?? 1), 0)
  const no = counted.filter(({ answer }) => answer === 'no').length
  const earlier = counted.filter((guest) => answeredEarlier(guest, service)).length
  return dotted([
    `${counted.length} invited`,
    `${coming.length} yes (${count(people, 'person', 'people')})`,
    `${no} no`,
    `${counted.length - coming.length - no} with no answer yet`,
    ...(earlier > 0 ? [`${earlier} answered before the date changed`] : []),
  ])
}

const time = (timestamp: string | null) => parseTimestamp(timestamp)?.getTime() ?? null

/** What can be chosen for how many come. @param one "Only me" */
export const numbersOfPeople = (one: string, more = 'people in all') =>
  Array.from({ length: 20 }, (_, index) => ({
    value: String(index + 1),
    label: index === 0 ? one : `${index + 1} ${more}`,
  }))
