import { describe, expect, it } from 'vitest'
import type { Guest } from '@/data/service/guests'
import {
  answeredEarlier,
  answerWords,
  canBeReminded,
  countWords,
  guestsToCall,
  hasAnswered,
  isWrittenTo,
  mailWords,
  mapLink,
  takenWords,
  whenAndZoneWords,
  zoneChoices,
  zoneWords,
} from '@/features/service/service-words'
import { dotted } from '@/lib/text'
import { whenWords } from '@/words/service-when'

const guest = (changes: Partial<Guest> = {}): Guest => ({
  id: 'g',
  contact_id: null,
  name: 'Gus',
  email: 'gus@example.com',
  phone: null,
  invited_at: '2026-11-23T09:00:00+00:00',
  mailed_at: '2026-11-23T09:01:00+00:00',
  mail_waits_since: null,
  mail_refused_at: null,
  unsubscribed_at: null,
  is_withdrawn: false,
  answer: null,
  people: null,
  message: null,
  answered_at: null,
  answered_for: null,
  answer_taken_by: null,
  reminded_at: null,
  reminded_for: null,
  ...changes,
})
const service = { starts_at: '2026-12-12T19:00:00+00:00' }
const earlier = '2026-12-05T19:00:00+00:00'
const at = '2026-11-23T10:00:00+00:00'

describe('time', () => {
  it('the time of a service is worded as the clock where it is held says, wherever the reader is', () => {
    expect(whenWords({ held_on: '2026-12-05', held_at: '14:00:00' })).toBe(
      'Saturday, December\u00a05, 2026 at 2:00\u00a0PM',
    )
    expect(whenWords({ held_on: '2026-12-31', held_at: '23:30:00' })).toBe(
      'Thursday, December\u00a031, 2026 at 11:30\u00a0PM',
    )
  })

  it('the time of a service names the time zone to readers whose clock shows another time, and only to them', () => {
    const starts_at = '2026-12-05T19:00:00+00:00'
    expect(zoneWords({ time_zone: 'Pacific/Auckland', starts_at })).toBe('New Zealand Time')
    const own = Intl.DateTimeFormat().resolvedOptions().timeZone
    expect(zoneWords({ time_zone: own, starts_at })).toBeNull()
    expect(zoneWords({ time_zone: 'Europe/Nowhere', starts_at })).toBeNull()
  })

  it('the time of a service is told with the time zone in words to readers elsewhere', () => {
    const kept = { held_on: '2026-12-05', held_at: '14:00:00', starts_at: '2026-12-05T01:00:00+00:00' }
    expect(whenAndZoneWords({ ...kept, time_zone: 'Pacific/Auckland' })).toBe(
      'Saturday, December\u00a05, 2026 at 2:00\u00a0PM, New Zealand Time',
    )
    const own = Intl.DateTimeFormat().resolvedOptions().timeZone
    expect(whenAndZoneWords({ ...kept, time_zone: own })).toBe(
      'Saturday, December\u00a05, 2026 at 2:00\u00a0PM',
    )
  })

  it('the time of a service is in a zone that the database takes; one that was chosen elsewhere stays in the list', () => {
    const zones = zoneChoices('Mars/Base').map(({ value }) => value)
    expect(zones[0]).toBe('Mars/Base')
    expect(zones).toContain('America/New_York')
    expect(zones).toContain('America/Argentina/Ushuaia')
    expect(zones.filter((zone) => /\d/.test(zone))).toEqual([])
    expect(new Set(zones).size).toBe(zones.length)
    expect(zoneChoices('America/New_York')).toHaveLength(zones.length - 1)
  })

  it('the time zones of the United States are offered first and in words, after the present one if it is another', () => {
    const labels = (present: string) =>
      zoneChoices(present)
        .slice(0, 8)
        .map(({ label }) => label)
    expect(labels('America/Denver').slice(0, 7)).toEqual([
      'Eastern Time (New York)',
      'Central Time (Chicago)',
      'Mountain Time (Denver)',
      'Mountain Standard Time (Phoenix)',
      'Pacific Time (Los Angeles)',
      'Alaska Time (Anchorage)',
      'Hawaii-Aleutian Standard Time (Honolulu)',
    ])
    expect(labels('America/Detroit').slice(0, 2)).toEqual([
      'Eastern Time (Detroit)',
      'Eastern Time (New York)',
    ])
    expect(labels('Mars/Base_One')[0]).toBe('Mars/Base One')
    expect(labels('UTC')[0]).toBe('UTC')
    expect(zoneChoices('America/Denver').find(({ value }) => value === 'America/Sao_Paulo')?.label).toBe(
      'America/Sao Paulo',
    )
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
    [{ mail_waits_since: '2026-11-23T09:00:01+00:00' }, 'We’ll send the email within a few minutes.', true],
    [
      { mail_waits_since: '2026-11-23T09:00:00+00:00' },
      'We’ve been trying to email them since Nov 23, 2026. You may want to call.',
      true,
    ],
    [{ mail_refused_at: at }, 'Our email didn’t reach this address. You may want to call.', false],
    [{ unsubscribed_at: at }, 'Asked not to get emails about the service.', false],
    [{ is_withdrawn: true }, 'Invitation withdrawn: the link no longer works.', false],
    [{ mailed_at: null }, 'We haven’t emailed them yet. You may want to call.', true],
    [{ email: null, mailed_at: null }, 'No email address.', false],
    [{ email: null, mailed_at: null, is_withdrawn: true }, 'Taken off the list.', false],
  ])('%j: %s', (changes, words, writtenTo) => {
    expect(mailWords(guest(changes), new Date(at))).toBe(words)
    expect(isWrittenTo(guest(changes))).toBe(writtenTo)
  })

  it('is counted by the answer, unless the invitation was withdrawn', () => {
    const guests = [
      guest({ answer: 'yes', people: 3, answered_for: service.starts_at }),
      guest({ answer: 'yes', people: 1, answered_for: service.starts_at }),
      guest({ answer: 'no', answered_for: service.starts_at }),
      guest(),
      guest({ is_withdrawn: true, answer: 'yes', people: 9 }),
    ]
    expect(countWords(guests, service)).toBe(
      dotted(['4 invited', '2 yes (4 people)', '1 no', '1 with no answer yet']),
    )
  })

  it('is counted also without email, and answers from before the date changed are counted and said to be that', () => {
    const guests = [
      guest({ answer: 'yes', people: 3, answered_for: service.starts_at }),
      guest({ answer: 'yes', people: 1, answered_for: earlier, email: null }),
      guest({ answer: 'no', answered_for: earlier }),
    ]
    expect(countWords(guests, service)).toBe(
      dotted([
        '3 invited',
        '2 yes (4 people)',
        '1 no',
        '0 with no answer yet',
        '2 answered before the date changed',
      ]),
    )
  })

  it.each([
    [{}, false, false],
    [{ answer: 'yes' as const, answered_for: service.starts_at }, false, true],
    // The same moment, in another zone.
    [{ answer: 'yes' as const, answered_for: '2026-12-12T14:00:00-05:00' }, false, true],
    [{ answer: 'no' as const, answered_for: earlier }, true, false],
  ])('%j answered before the date changed: %s; stands: %s', (changes, isEarlier, stands) => {
    expect(answeredEarlier(guest(changes), service)).toBe(isEarlier)
    expect(hasAnswered(guest(changes), service)).toBe(stands)
  })

  it('is said to have answered by phone, to whom and when', () => {
    const answered = { answer: 'yes' as const, answered_at: '2026-11-24T12:00:00+00:00' }
    expect(takenWords(guest({ ...answered, answer_taken_by: 'Anna Ellis' }))).toBe(
      'Anna Ellis took this answer by phone on Nov 24, 2026.',
    )
    expect(takenWords(guest(answered))).toBeNull()
  })

  it.each([
    [true, 'who has not answered', {}],
    [true, 'who answered for an earlier date', { answer: 'yes' as const, answered_for: earlier }],
    [
      true,
      'who was reminded of an earlier date',
      { reminded_at: '2026-11-20T10:00:00+00:00', reminded_for: earlier },
    ],
    [false, 'who answered', { answer: 'no' as const, answered_for: service.starts_at }],
    [
      false,
      'who was reminded',
      { reminded_at: '2026-11-20T10:00:00+00:00', reminded_for: service.starts_at },
    ],
    [
      false,
      'who was reminded today of an earlier date',
      { reminded_at: '2026-11-22T10:00:01+00:00', reminded_for: earlier },
    ],
    [false, 'whose invitation waits', { mail_waits_since: at }],
    [false, 'who was never emailed', { mailed_at: null }],
    [false, 'without email', { email: null, mailed_at: null }],
    [false, 'whose address refuses email', { mail_refused_at: at }],
    [false, 'who asked for no email', { unsubscribed_at: at }],
    [false, 'who was withdrawn', { is_withdrawn: true }],
  ])('is reminded (%s): one %s', (isReminded, _, changes) => {
    expect(canBeReminded(guest(changes), service, new Date(at))).toBe(isReminded)
  })

  it('has to be called where no email reaches them, for a reason that is said', () => {
    const guests = [
      guest(),
      guest({ name: 'Mae', email: null }),
      guest({ name: 'Ref', mail_refused_at: at }),
      guest({ name: 'Una', unsubscribed_at: at }),
      guest({ name: 'Wil', email: null, is_withdrawn: true }),
    ]
    expect(guestsToCall(guests).map(({ guest: { name }, why }) => [name, why])).toEqual([
      ['Mae', 'no email address'],
      ['Ref', 'our email didn’t reach them'],
      ['Una', 'asked not to get emails'],
    ])
  })
})
