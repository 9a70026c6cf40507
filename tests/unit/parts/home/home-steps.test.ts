import { expect, test } from 'vitest'
import { Constants } from '@/lib/database.types'
import { steps } from '@/parts/home/steps'
import { homeItemValues } from '@/parts/home/words'
import { frontDoor, homeItem, juno } from './items'

const build = (...items: Parameters<typeof homeItem>[0][]) =>
  steps(items.map(homeItem), { who: 'Margaret Ellis' })
const alone = /The plan doesn’t say who takes them/

test('the steps of Home & Pets say what is filled in, in the words of the kind, and how to reach people', () => {
  expect(build(juno)).toEqual([
    {
      key: `home_items:${juno.id}`,
      when: 'hours',
      rank: 10,
      title: 'Look after Juno today',
      words: [],
      facts: [
        { term: 'Who takes them', value: 'Ruth, 555-0114' },
        { term: 'What they eat, and what they need', value: 'Tuna' },
        { term: 'Vet', value: 'Dr. Lee, 555-0120' },
      ],
      reach: [
        { kind: 'call', label: '555-0114', href: 'tel:5550114' },
        { kind: 'call', label: '555-0120', href: 'tel:5550120' },
      ],
    },
  ])
})

test('a step about a pet asks who takes it only where the plan does not say', () => {
  expect(build({ caretaker: null })[0]?.words).toEqual([expect.stringMatching(alone)])
  expect(build({ caretaker: 'Ruth' })[0]?.words).toEqual([])
  expect(build({ ...frontDoor, caretaker: null })[0]?.words).toEqual([expect.not.stringMatching(alone)])
})

test('animals and keys come in the first hours, the car and the mail in days, bills and devices in weeks', () => {
  const planned = Constants.public.Enums.home_kind.flatMap((kind) => build({ kind, name: 'X' }))
  expect(planned.map(({ when, title }) => `${when}: ${title}`)).toEqual([
    'hours: Look after X today',
    'hours: Lock up: X',
    'days: Take care of the car: X',
    'days: Have the mail looked after: X',
    'weeks: Keep or cancel: X',
    'weeks: Keep safe: X',
    'days: Take care of: X',
  ])
})

test('a step about keys, a car, mail, a bill or a device says what to look out for', () => {
  for (const kind of ['keys', 'vehicle', 'post', 'bill', 'device'] as const)
    expect([kind, build({ kind, caretaker: 'Ruth' })[0]?.words.length]).toEqual([kind, 1])
  expect(build({ kind: 'other', caretaker: 'Ruth' })[0]?.words).toEqual([])
})

test('every kind of item has words of its own for each of its details, and shows those that are filled in', () => {
  const details = { caretaker: 'Ruth', care: 'Tuna', location: 'Kitchen', contact: 'Dr. Lee' }
  for (const kind of Constants.public.Enums.home_kind) {
    const values = homeItemValues(homeItem({ kind, ...details }))
    expect(values.map(({ value }) => value)).toEqual(Object.values(details))
    for (const { term } of values) expect(term).toMatch(/^[A-Z]/)
  }
  expect(homeItemValues(homeItem())).toEqual([])
})

test('without any notes the only step of Home & Pets is to see who waits at home', () => {
  expect(build()).toEqual([
    {
      key: 'home_items:look',
      when: 'hours',
      rank: 10,
      title: 'See whether anyone is waiting at home',
      words: [expect.stringMatching(/^The plan has no notes about home or pets\./)],
      missing: { what: 'who or what waits at home', to: '/home-and-pets?add' },
    },
  ])
})
