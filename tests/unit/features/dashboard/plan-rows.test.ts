import { describe, expect, test } from 'vitest'
import { planRows } from '@/features/dashboard/plan-rows'
import { type PlanPart, planParts } from '@/parts'
import { executorSteps } from '@/reading/steps/executor-steps'
import { whoFindsOut } from '@/reading/steps/own-plan'
import { gapsIn, loadPartSteps, planSteps } from '@/reading/steps/plan-steps'
import { memorialParts } from '@/reading/use-plan'
import { healthPaper } from '../../parts/health/rows'
import { homeItem } from '../../parts/home/items'
import { readPart } from '../../read-part'

const empty = ({ table }: PlanPart) => (table === 'funeral_plan' ? null : [])
const everyPart = () => true

interface Given {
  named?: number
  died?: number
  isOffered?: (choice: PlanPart['choice']) => boolean
  people?: number
  people_accepted?: number
  people_refusing_mail?: number
}

async function rowsOf(
  data: Record<string, unknown>,
  { named = 1, died = 0, isOffered = everyPart, ...counts }: Given = {},
) {
  const parts = memorialParts.map((part) => readPart(part, data[part.key] ?? empty(part)))
  const who = 'Margaret Ellis'
  const steps = planSteps(await loadPartSteps(parts), { who }, null, executorSteps({ named, died }, who))
  return planRows({ counts, executors: { named, died }, parts, gaps: gapsIn(steps), isOffered })
}
const rowOf = async (key: string, ...given: Parameters<typeof rowsOf>) => {
  const row = (await rowsOf(...given)).find((one) => one.key === key)
  if (!row) throw new Error(`no row ${key}`)
  return row
}

describe('the row of the people named', () => {
  test.each([
    [{}, null, true],
    [{ people: 1 }, '1 person named, no one has accepted yet.', true],
    [{ people: 1, people_accepted: 1 }, '1 person named, and they’ve accepted.', false],
    [{ people: 3, people_accepted: 3 }, '3 people named, all have accepted.', false],
    [{ people: 3, people_accepted: 1 }, '3 people named, 1 has accepted.', false],
    [{ people: 3, people_accepted: 2 }, '3 people named, 2 have accepted.', false],
    [
      { people: 2, people_accepted: 2, people_refusing_mail: 1 },
      'Our email doesn’t reach one person you’ve named.',
      true,
    ],
    [{ people: 3, people_refusing_mail: 2 }, 'Our email doesn’t reach 2 of the people you’ve named.', true],
    [{ people: 1, people_accepted: 1, died: 1 }, '1 person named, who has died.', false],
    [{ people: 2, people_accepted: 2, named: 2, died: 2 }, '2 people named, who have all died.', false],
    [
      { people: 3, people_accepted: 3, died: 1 },
      '3 people named, all have accepted. One executor has died.',
      false,
    ],
    [
      { people: 4, people_refusing_mail: 1, named: 3, died: 2 },
      'Our email doesn’t reach one person you’ve named. 2 executors have died.',
      true,
    ],
  ])('the row of the people named says of %j: %s', async (counts, held, isWaiting) => {
    expect(await rowOf('people', {}, counts)).toMatchObject({ held, isWaiting })
  })

  test('an owner whose only executor has died is asked to name another, and the list misses one', async () => {
    expect(await rowOf('people', {}, { named: 1, died: 1 })).toMatchObject({
      next: {
        action: 'Name another executor',
        to: '/beneficiaries?add=executor',
        why: expect.stringContaining('your executor has died'),
      },
      missing: [{ what: 'who will take over as executor' }],
    })
    expect((await rowsOf({}, { named: 1, died: 1 }))[0]?.key).toBe('people')
  })

  test('an owner with another executor, or whose executor lives, misses none', async () => {
    for (const executors of [
      { named: 2, died: 1 },
      { named: 1, died: 0 },
    ])
      expect(await rowOf('people', {}, executors)).toMatchObject({ next: null, missing: [] })
  })

  test('an owner who named no executor is asked for one without a word about a death', async () => {
    expect(await rowOf('people', {}, { named: 0 })).toMatchObject({
      next: { action: 'Name an executor', why: expect.not.stringMatching(/died/) },
      missing: [{ what: 'who’s in charge as executor' }],
    })
  })
})

test('the rows of the dashboard come in the order in which an executor needs them, and each leads to a screen', async () => {
  const rows = await rowsOf({})
  // The memorial begins with the portrait, too.
  expect(rows.slice(0, 4).map(({ key }) => key)).toEqual(['portrait', 'funeral', 'people', 'documents'])
  for (const { key, path } of rows) expect([key, path]).toEqual([key, expect.stringMatching(/^\//)])
  expect(rows).toHaveLength(planParts.length)
})

test('the dashboard leaves out a part that is not offered, unless its owner wrote something there before', async () => {
  const isOffered = (choice: PlanPart['choice']) => choice !== 'health'
  const keys = async (data: Record<string, unknown>) =>
    (await rowsOf(data, { isOffered })).map(({ key }) => key)
  expect(await keys({})).not.toContain('health')
  // What has no screen of its own stands in the row of the screen that shows it.
  expect(await rowOf('health', { healthPapers: [healthPaper('polst')] }, { isOffered })).toMatchObject({
    held: expect.stringMatching(/^Doctor’s orders \(POLST, DNR\)/),
  })
})

test('every part that the steps of an empty plan miss is asked for, and nothing else is', async () => {
  for (const { key, held, next, missing } of await rowsOf({}, { named: 0 }))
    expect([key, held, next !== null]).toEqual([key, null, missing.length > 0])
})

test('a funeral plan says what it holds, and is not without gaps because it was completed', async () => {
  const plan = { completed_at: '2026-11-01T10:00:00Z', disposition: 'burial', venue: 'St. Brannoc’s' }
  expect(await rowOf('funeral', { funeral: plan })).toMatchObject({
    held: 'Burial\u00a0· St. Brannoc’s',
    next: null,
    missing: [
      { what: 'which funeral home to call', to: '/funeral/edit?step=1' },
      { what: 'what kind of service', to: '/funeral/edit?step=2' },
    ],
  })
})

test.each([
  ['funeral', { funeral: { disposition: 'burial', completed_at: null } }, 'finish your funeral plan'],
  [
    'insurance',
    { insurance: [{ id: 'p', provider: 'Alder', coverage_amount: null }] },
    'what are your policy numbers?',
  ],
  ['documents', { documents: [{ id: 'd', doc_type: 'trust', description: 'Trust' }] }, 'where is your will?'],
])('a part that was begun still asks for what matters most in it: %s', async (key, data, ask) => {
  const { held, next } = await rowOf(key, data)
  expect(held).not.toBeNull()
  expect(next?.ask).toBe(ask)
})

test('a funeral plan that was left halfway asks for nothing where no step misses anything in it', async () => {
  const funeral = {
    completed_at: null,
    disposition: 'burial',
    funeral_home: 'Alder & Sons, 555-0134',
    service_type: 'memorial',
  }
  expect(await rowOf('funeral', { funeral })).toMatchObject({ next: null, missing: [] })
})

test.each([
  [
    { named: 1, died: 0 },
    { before: '', who: 'your executor' },
  ],
  [
    { named: 0, died: 0 },
    { before: 'You have no executor. ', who: 'your family' },
  ],
  // Their death is told where a new one is asked for.
  [
    { named: 1, died: 1 },
    { before: '', who: 'your family' },
  ],
])(
  'what a plan doesn’t say, an executor finds out only where one is named who lives: %j',
  (executors, words) => {
    expect(whoFindsOut(executors)).toEqual(words)
  },
)

test('a row names the first of many things, and how many more there are', async () => {
  const home = ['Juno', 'Front door', 'Car'].map((name) => homeItem({ name, caretaker: 'Ruth' }))
  expect((await rowOf('home', { home })).held).toBe('Juno\u00a0· Front door\u00a0· 1 more')
})
