import { describe, expect, test } from 'vitest'
import { type PlanPart, planParts } from '@/parts'
import { isReadBy } from '@/parts/kit/part'
import { stepTimes } from '@/parts/kit/step'
import { loadPartSteps, planSteps } from '@/reading/steps/plan-steps'
import { memorialParts } from '@/reading/use-plan'
import { partsOpenTo } from '../../open-parts'
import { readPart } from '../../read-part'

const who = { who: 'Margaret Ellis' }
const times = { created_at: '2026-11-01T10:00:00Z', updated_at: '2026-11-01T10:00:00Z' }
const empty = ({ table }: PlanPart) => (table === 'funeral_plan' ? null : [])
const planOf = (data: Record<string, unknown>) =>
  loadPartSteps(memorialParts.map((part) => readPart(part, data[part.key] ?? empty(part))))
const emptyPlan = await planOf({})
const sample = await planOf(
  Object.fromEntries(
    await Promise.all(planParts.map(async ({ key, sample: data }) => [key, await data.get()] as const)),
  ),
)
const stepOf = async (data: Record<string, unknown>, key: string) => {
  const step = planSteps(await planOf(data), who).find((one) => one.key === key)
  if (!step) throw new Error(`no step ${key}`)
  return step
}

describe('steps', () => {
  test('the steps of a plan come in the order of hours, days, weeks and later, each once', () => {
    for (const plan of [emptyPlan, sample]) {
      const steps = planSteps(plan, who)
      const order = steps.map(({ when }) => stepTimes.indexOf(when))
      expect(order).toEqual(order.toSorted())
      expect(new Set(steps.map(({ key }) => key)).size).toBe(steps.length)
    }
  })

  test('the steps of a plan have keys that the database takes, and belong to the table of their part', () => {
    for (const { key, part } of [...planSteps(emptyPlan, who), ...planSteps(sample, who)]) {
      expect(key).toMatch(/^[a-z_]{1,40}:[a-z0-9-]{1,40}$/)
      const table = memorialParts.find((one) => one.key === part?.key)?.table ?? 'general'
      expect(key.split(':')[0]).toBe(table)
    }
  })

  test('the steps of a plan begin with those who wait at home, the funeral home, the wish and the people to tell', () => {
    const hours = planSteps(sample, who).filter(({ when }) => when === 'hours')
    expect(hours.map(({ title }) => title)).toEqual([
      'Look after today: Sample pet',
      'Call the funeral home: Sample funeral home',
      'Margaret Ellis wished to be buried',
      "Tell the people on Margaret Ellis's list",
      'Leave the rest alone for now',
    ])
  })

  test('the steps of a plan say for each gap of the dashboard what families usually do, and for no other plan', () => {
    const steps = planSteps(emptyPlan, who)
    for (const part of planParts.filter(({ gap }) => gap?.missing({}))) {
      const ofPart = steps.filter((step) => step.part?.key === part.key)
      expect([part.key, ofPart.some(({ isGap }) => isGap)]).toEqual([part.key, true])
    }
    expect(
      planSteps(sample, who)
        .filter(({ isGap }) => isGap)
        .map(({ key }) => key),
    ).toEqual(['estate_documents:will'])
  })

  test('the steps of a plan begin each sentence with a capital, also about an owner without a name', () => {
    for (const { title, words } of planSteps(emptyPlan, { who: 'your loved one' }))
      for (const text of [title, ...words]) expect(text).toMatch(/^[A-Z]/)
  })

  test('the steps of a plan of a beneficiary hold nothing of insurance, accounts or the home', () => {
    const readable = memorialParts
      .filter((part) => isReadBy(part, { canView: true, openParts: partsOpenTo('beneficiary') }))
      .map(({ key }) => key)
    const steps = planSteps(
      sample.filter(({ key }) => readable.includes(key)),
      who,
    )
    expect(steps.map(({ key }) => key.split(':')[0])).not.toContain('insurance_policies')
    expect(JSON.stringify(steps)).not.toMatch(/Sample (insurance|bank|pet|vet|neighbor)/)
  })

  test('the steps of a plan never write "null", "undefined" or an empty sentence', () => {
    for (const plan of [emptyPlan, sample]) {
      for (const { title, words, facts = [] } of planSteps(plan, who)) {
        const texts = [title, ...words, ...facts.flatMap(({ term, value }) => [term, value])]
        for (const text of texts) expect(text).not.toMatch(/null|undefined|^\s*$/)
      }
    }
  })
})

describe('a step', async () => {
  test('a step puts the funeral home one press away when its number is known', async () => {
    const plan = { funeral_home: 'Alder & Sons, 555-0134' }
    expect(await stepOf({ funeral: plan }, 'funeral_plan:home')).toMatchObject({
      title: 'Call the funeral home: Alder & Sons, 555-0134',
      reach: [{ kind: 'call', href: 'tel:5550134' }],
    })
  })

  test.each([
    ['burial', 'buried'],
    ['cremation', 'cremated'],
    ['donation', 'donate their body'],
    ['other', 'something other'],
  ])('a step says what the wish "%s" means', async (disposition, words) => {
    expect((await stepOf({ funeral: { disposition } }, 'funeral_plan:disposition')).title).toContain(words)
  })

  test('a step about a will says where its original is, and where to look when the plan does not say', async () => {
    const will = { id: 'd1', doc_type: 'will', description: 'Last will', file_path: 'x', ...times }
    const known = await stepOf(
      { documents: [{ ...will, original_location: 'With the notary' }] },
      'estate_documents:d1',
    )
    expect(known.facts).toEqual([{ term: 'Where the original is', value: 'With the notary' }])
    const unknown = await stepOf({ documents: [{ ...will, original_location: null }] }, 'estate_documents:d1')
    expect(unknown.words[0]).toContain("The plan doesn't say where the original is.")
  })

  test('a step about a policy names who to call, what to have ready, and brings its letter', async () => {
    const policy = {
      id: 'p1',
      provider: 'Harbour Mutual',
      policy_number: null,
      coverage_amount: 150_000,
      agent_contact: 'Service line 555-0102',
      document_path: null,
      notes: null,
      ...times,
    }
    expect(await stepOf({ insurance: [policy] }, 'insurance_policies:p1')).toMatchObject({
      title: 'Claim the life insurance: Harbour Mutual',
      facts: [
        { term: 'Coverage', value: '$150,000' },
        { term: 'Who to call', value: 'Service line 555-0102' },
      ],
      reach: [{ href: 'tel:5550102' }],
      letter: { to: 'Harbour Mutual', references: [{ term: 'Policy number', value: null }] },
    })
  })

  test('a step lists the people to tell, with every way to reach them, and counts who is to be invited', async () => {
    const contact = { phone: null, email: null, relation: null, invitee: false, rsvp_status: null, ...times }
    const contacts = [
      { ...contact, id: 'c1', name: 'Ruth', phone: '555-0114', email: 'ruth@example.com', invitee: true },
      { ...contact, id: 'c2', name: 'Peter' },
    ]
    expect((await stepOf({ contacts }, 'contacts:tell')).people).toMatchObject([
      {
        key: 'contacts:c1',
        name: 'Ruth',
        reach: [{ href: 'tel:5550114' }, { href: 'mailto:ruth@example.com' }],
      },
      { key: 'contacts:c2', name: 'Peter', reach: [] },
    ])
    expect((await stepOf({ contacts }, 'contacts:invite')).title).toBe('Invite 1 person to the service')
  })
})
