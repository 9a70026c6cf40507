import { describe, expect, test } from 'vitest'
import {
  foundWithoutGaps,
  gapsOf,
  partsBegun,
  shownCards,
  withoutTheDead,
} from '@/features/dashboard/plan-cards'

const all = shownCards({}, () => true)
const people = all.find(({ key }) => key === 'people')

describe('the card of the people named', () => {
  test.each([
    [{}, 'missing', 'No one is named right now.'],
    [{ people: 1 }, 'started', '1 person named, no one has accepted yet.'],
    [{ people: 1, people_accepted: 1 }, 'there', "1 person named, and they've accepted."],
    [{ people: 3, people_accepted: 3 }, 'there', '3 people named, all have accepted.'],
    [{ people: 3, people_accepted: 1 }, 'there', '3 people named, 1 has accepted.'],
    [{ people: 3, people_accepted: 2 }, 'there', '3 people named, 2 have accepted.'],
    [
      { people: 2, people_accepted: 2, people_refusing_mail: 1 },
      'started',
      "Our email doesn't reach one person you've named.",
    ],
    [
      { people: 3, people_refusing_mail: 2 },
      'started',
      "Our email doesn't reach 2 of the people you've named.",
    ],
  ])('the card of the people named says of %j: %s', (counts, standing, words) => {
    expect(people?.state(counts)).toEqual({ standing, words })
  })
})

test('the dashboard shows the people second, after the funeral', () => {
  expect(all.slice(0, 2).map(({ key }) => key)).toEqual(['funeral', 'people'])
})

test('the dashboard leaves out a part that is not offered, unless its owner wrote something there before', () => {
  const shown = (counts: Record<string, number>) =>
    shownCards(counts, (choice) => choice !== 'health').map(({ key }) => key)
  expect(all.map(({ key }) => key)).toContain('health')
  expect(shown({})).not.toContain('health')
  expect(shown({ health: 1 })).toContain('health')
})

test("every card of the dashboard leads to a screen, and what stands on another part's screen has no card", () => {
  for (const { key, path } of all) expect([key, path]).toEqual([key, expect.stringMatching(/^\//)])
  expect(all.map(({ key }) => key)).not.toContain('healthPapers')
})

test('the gaps of an empty plan come in the order in which an executor needs them', () => {
  const gaps = gapsOf({}).map(({ what }) => what)
  expect(gaps.slice(0, 2)).toEqual(['What kind of funeral you want', "Who's in charge"])
  expect(gaps[2]).toMatch(/will/i)
  expect(gapsOf({ executors: 1 }).map(({ what }) => what)).not.toContain("Who's in charge")
})

test('what an executor finds in a plan without gaps names every part that could be a gap, but not the people', () => {
  expect(foundWithoutGaps[0]).toBe('your funeral wishes')
  expect(foundWithoutGaps).toContain('who to call')
  expect(foundWithoutGaps).not.toContain('their own name')
})

test('a part of the plan counts as begun once it holds something, the people included', () => {
  expect(partsBegun({})).toBe(0)
  expect(partsBegun({ people: 1, contacts: 2, funeral_plan_saved: 1 })).toBe(3)
})

describe('executors who have died', () => {
  const gapOf = (executors: number, died: number) =>
    gapsOf(withoutTheDead({ executors }, died)).find(({ to }) => to.startsWith('/beneficiaries'))

  test('an owner whose only executor has died is asked to name another', () => {
    expect(gapOf(1, 1)).toMatchObject({
      action: 'Name another executor',
      to: '/beneficiaries?add=executor',
      why: expect.stringContaining('your executor has died'),
    })
  })

  test('an owner with another executor, or whose executor lives, misses none', () => {
    expect(gapOf(2, 1)).toBeUndefined()
    expect(gapOf(1, 0)).toBeUndefined()
  })

  test('an owner who named no executor is asked for one without a word about a death', () => {
    expect(gapOf(0, 0)).toMatchObject({ action: 'Name an executor', why: expect.not.stringMatching(/died/) })
  })
})
