import { z } from 'zod'
import { cleanName } from './names.ts'

/** The fields of a payload that tell a guest of a service. */
export const serviceSchema = {
  guest_id: z.guid().nullish(),
  guest_name: z.string().nullish(),
  held_on: z.iso.date().nullish(),
  held_at: z.iso.time().nullish(),
  time_zone: z.string().max(60).nullish(),
  place: z.string().max(200).nullish(),
  address: z.string().max(300).nullish(),
}
type ServiceFields = z.infer<z.ZodObject<typeof serviceSchema>>

/** @returns the guest's name, and when and where the service is, as a mail may say it */
export function readService({ guest_name, held_on, held_at, time_zone, place, address }: ServiceFields) {
  return {
    guest: cleanName(guest_name, 'there'),
    when:
      held_on && held_at && time_zone
        ? whenWords(held_on, held_at, time_zone)
        : 'a day that the family will tell you',
    where:
      [place, address].flatMap((line) => cleanName(line, '') || []).join(', ') ||
      'a place that the family will tell you',
  }
}

/** "Saturday, December 5, 2026 at 2:00 PM, Eastern Time": as the clock where it is held says. */
function whenWords(day: string, time: string, timeZone: string): string {
  // Read as UTC and worded in UTC, so that the clock is not turned.
  const moment = new Date(`${day}T${time}Z`)
  const words = (options: Intl.DateTimeFormatOptions) =>
    moment.toLocaleString('en-US', { ...options, timeZone: 'UTC' }).replaceAll('\u202f', ' ')
  const at = `${words({ dateStyle: 'full' })} at ${words({ timeStyle: 'short' })}`
  const zone = zoneName(moment, timeZone)
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
