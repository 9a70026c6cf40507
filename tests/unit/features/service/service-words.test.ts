import { describe, expect, it } from 'vitest'
import type { Guest } from '@/data/service/guests'
import {
  answerWords,
  countWords,
  isWrittenTo,
  mailWords,
  mapLink,
  timeZones,
  zoneWords,
} from '@/features/service/service-words'
import { whenWords } from '@/words/service-when'

const guest = (changes: Partial<Guest> = {}): Guest => ({
  id: 'g',
  name: 'Gus',
  email: 'gus@example.com',
  invited_at: '2026-11-23T09:00:00+00:00',
  mail_waits_since: null,
  mail_refused_at: null,
  unsubscribed_at: null,
  is_withdrawn: false,
  answer: null,
  people: null,
  message: null,
  answered_at: null,
  ...changes,
})
const at = '2026-11-23T10:00:00+00:00'

describe('time', () => {
  it('the time of a service is worded as the clock where it is held says, wherever the reader is', () => {
    expect(whenWords({ held_on: '2026-12-05', held_at: '14:00:00' })).toBe(
      'Saturday, December 5, 2026 at 2:00\u00a0PM',
    )
    expect(whenWords({ held_on: '2026-12-31', held_at: '23:30:00' })).toBe(
      'Thursday, December 31, 2026 at 11:30\u00a0PM',
    )
  })

  it('the time of a service names the time zone to readers whose clock shows another time, and only to them', () => {
    const starts_at = '2026-12-05T19:00:00+00:00'
    expect(zoneWords({ time_zone: 'Pacific/Auckland', starts_at })).toBe('New Zealand Time')
    const own = Intl.DateTimeFormat().resolvedOptions().timeZone
    expect(zoneWords({ time_zone: own, starts_at })).toBeNull()
    expect(zoneWords({ time_zone: 'Europe/Nowhere', starts_at })).toBeNull()
  })

  it('the time of a service is in a zone that the database takes; one that was chosen elsewhere stays in the list', () => {
    const zones = timeZones('Mars/Base')
    expect(zones[0]).toBe('Mars/Base')
    expect(zones).toContain('America/New_York')
    expect(zones).toContain('America/Argentina/Ushuaia')
    expect(zones.filter((zone) => /\d/.test(zone))).toEqual([])
    expect(timeZones('America/New_York').filter((zone) => zone === 'America/New_York')).toHaveLength(1)
  })
})

it('the link to a map holds the address, or the place without one, and nothing that ends the link', () => {
  expect(mapLink({ place: 'St. Brannoc', address: '4 Mill Lane & Co' })).toBe(
    'https://www.google.com/maps/search/?api=1&query=4%20Mill%20Lane%20%26%20Co',
  )
  expect(mapLink({ place: 'Mill Lake', address: null })).toMatch(/query=Mill%20Lake$/)
})

describe('a guest', () => {
  it.each([
    [{}, 'No answer yet'],
    [{ answer: 'no' as const }, 'No'],
    [{ answer: 'yes' as const, people: 1 }, 'Yes, 1 person'],
    [{ answer: 'yes' as const, people: 3 }, 'Yes, 3 people'],
  ])('%j answered: %s', (changes, words) => {
    expect(answerWords(guest(changes))).toBe(words)
  })

  it.each([
    [{}, null, true],
    [{ mail_waits_since: '2026-11-23T09:00:01+00:00' }, "We'll send the email within a few minutes.", true],
    [
      { mail_waits_since: '2026-11-23T09:00:00+00:00' },
      "We've been trying to email them since Nov 23, 2026. You may want to call.",
      true,
    ],
    [{ mail_refused_at: at }, "Our email didn't reach this address. You may want to call.", false],
    [{ unsubscribed_at: at }, 'Asked not to get emails about the service.', false],
    [{ is_withdrawn: true }, 'Invitation withdrawn: the link no longer works.', false],
  ])('%j: %s', (changes, words, writtenTo) => {
    expect(mailWords(guest(changes), new Date(at))).toBe(words)
    expect(isWrittenTo(guest(changes))).toBe(writtenTo)
  })

  it('is counted by the answer, unless the invitation was withdrawn', () => {
    const guests = [
      guest({ answer: 'yes', people: 3 }),
      guest({ answer: 'yes', people: 1 }),
      guest({ answer: 'no' }),
      guest(),
      guest({ is_withdrawn: true, answer: 'yes', people: 9 }),
    ]
    expect(countWords(guests)).toBe('4 invited · 2 yes (4 people) · 1 no · 1 with no answer yet')
  })
})
