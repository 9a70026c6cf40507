import { formatDay } from '@/lib/dates'
import { toCsv } from '@/lib/files/csv'
import type { Contact } from './data'

/** "heartwood-contacts-2026-11-21.csv" */
export function contactsFileName(today: Date): string {
  return `heartwood-contacts-${formatDay(today)}.csv`
}

/** Formats the contacts as CSV for a spreadsheet. */
export function contactsCsv(contacts: readonly Contact[]): string {
  return toCsv([
    ['Name', 'Email', 'Phone', 'Relation', 'Invitee', 'RSVP Status'],
    ...contacts.map(({ name, email, phone, relation, invitee, rsvp_status }) => [
      name,
      email,
      phone,
      relation,
      invitee ? 'Yes' : 'No',
      rsvp_status,
    ]),
  ])
}
