// Who may read which part, and when: what an owner chose for a person and a part, tried by each person in every state of
// a plan; who may choose; and that a "never" stays one, and shows nowhere.
import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import { partChoiceNames, partChoices, timingOfRole } from '../../src/words/part-choices.ts'
import {
  address,
  anonymous,
  asAdministrator,
  changeAddress,
  deleteAccount,
  designate,
  designateAccepted,
  fillHealth,
  hasSql,
  household,
  needsSql,
  opens,
  type Person,
  passHours,
  person,
  type Row,
  type State,
  service,
  signInFrom,
  states,
  submitCertificate,
  succeed,
  turnBillingOn,
  turnHealthOn,
  upload,
} from '../support/people.ts'
import { someService } from '../support/services.ts'
import { code, fails, refused, touches, untyped } from './answers.ts'

/** What an owner chooses for, each with its tables, its tabs, and for which reason it can open in the first hours. */
const parts = {
  contacts: { tables: ['contacts'], tabs: ['contacts'], opensEarly: 'ill', forTrustees: false },
  documents: { tables: ['estate_documents'], tabs: ['documents'], opensEarly: null, forTrustees: false },
  funeral: { tables: ['funeral_plan'], tabs: ['funeral', 'music'], opensEarly: 'died', forTrustees: false },
  health: {
    tables: ['health_notes', 'health_papers'],
    tabs: ['health'],
    opensEarly: 'ill',
    forTrustees: false,
    isNeverByDefault: true,
  },
  home: { tables: ['home_items'], tabs: ['home'], opensEarly: 'ill', forTrustees: true },
  money: {
    tables: ['insurance_policies', 'financial_accounts'],
    tabs: ['accounts'],
    opensEarly: null,
    forTrustees: true,
  },
  portrait: { tables: ['portraits'], tabs: ['portrait'], opensEarly: null, forTrustees: false },
} as const
type Choice = keyof typeof parts
const choices = Object.keys(parts) as Choice[]
/** Whether no one reads a part for whom its owner chose nothing. */
const isNeverByDefault = (choice: Choice) => 'isNeverByDefault' in parts[choice]
const tables = choices.flatMap((choice) => parts[choice].tables)

const timings = ['first_hours', 'after_death', 'never'] as const
type Timing = (typeof timings)[number]
const roles = ['beneficiary', 'trustee', 'executor'] as const
type Role = (typeof roles)[number]

const set = ({ client }: Person, designation_id: number, choice: string, timing: Timing) =>
  client.rpc('set_part_timing', { designation_id, choice, timing })
/** Chooses a timing for every part that it can be chosen for. */
const setAll = (owner: Person, id: number, timing: Timing) =>
  Promise.all(
    choices
      .filter((choice) => timing !== 'first_hours' || parts[choice].opensEarly)
      .map((choice) => succeed(set(owner, id, choice, timing))),
  )
const chosenBy = async ({ client, id }: Person) =>
  (await succeed(client.from('part_access').select('choice, timing').eq('owner_id', id)))
    .map(({ choice, timing }) => `${choice} ${timing}`)
    .sort()

/** The tables of an owner's plan that a person finds a row in. */
async function tablesReadBy({ client }: Person, owner: Person): Promise<string[]> {
  const found = await Promise.all(
    tables.map(
      async (table) => (await succeed(client.from(table).select().eq('user_id', owner.id))).length > 0,
    ),
  )
  return tables.filter((_table, n) => found[n])
}
const tablesOf = (read: readonly Choice[]): string[] => read.flatMap((choice) => parts[choice].tables)
const tabsOf = (read: readonly Choice[]): string[] => read.flatMap((choice) => parts[choice].tabs)

const files = [
  ['documents', 'documents', 'estate/will.pdf'],
  ['health', 'documents', 'health/directive.pdf'],
  ['money', 'documents', 'insurance/policy.pdf'],
  ['portrait', 'pictures', 'portrait/picture.jpg'],
] as const
beforeAll(turnHealthOn)

const uploadFiles = (owner: Person) =>
  Promise.all(files.map(([, bucket, path]) => upload(owner, bucket, `${owner.id}/${path}`)))

/** The parts that a person may read of an open plan. */
const readable = (role: Role, timing: Timing | undefined): Choice[] =>
  choices.filter((choice) => {
    const chosen = timing === 'first_hours' && !parts[choice].opensEarly ? undefined : timing
    if (chosen) return chosen !== 'never'
    return !isNeverByDefault(choice) && (role !== 'beneficiary' || !parts[choice].forTrustees)
  })

/** What executors read of an open plan whose owner chose nothing. */
const byRule = readable('executor', undefined)
const tablesByRule = tablesOf(byRule)

/** The parts that a person may read of a hidden plan in its first hours. */
const readableEarly = (timing: Timing | undefined, reason: 'ill' | 'died' | undefined): Choice[] =>
  choices.filter(
    (choice) =>
      timing === 'first_hours' &&
      reason !== undefined &&
      [reason, ...(reason === 'died' ? ['ill'] : [])].includes(parts[choice].opensEarly ?? ''),
  )

/** What becomes of a hidden plan whose first hours were opened. */
const early = [
  'opened for an illness',
  'opened for a death',
  'announced',
  'opened and prolonged',
  'over',
  'closed',
  'closed before it opened',
] as const
type Early = (typeof early)[number]
const reasonOpen: Partial<Record<State | Early, 'ill' | 'died'>> = {
  'opened for an illness': 'ill',
  'opened for a death': 'died',
  'opened and prolonged': 'ill',
}
const isEarly = (state: State | Early): state is Early => early.some((one) => one === state)

async function bringEarly(state: Early, owner: Person, who: Person) {
  const open = (reason: 'ill' | 'died') =>
    succeed(who.client.rpc('open_first_hours', { owner_id: owner.id, reason }))
  const isAnnounced = state === 'announced' || state === 'closed before it opened'
  if (isAnnounced) await succeed(owner.client.rpc('set_opening_notice', { hours: 24 }))
  await open(state === 'opened for an illness' || state === 'opened and prolonged' ? 'ill' : 'died')
  if (state === 'opened and prolonged') {
    await passHours(owner, 13 * 24)
    await succeed(who.client.rpc('prolong_first_hours', { owner_id: owner.id }))
    await passHours(owner, 13 * 24)
  }
  if (state === 'over') await passHours(owner, 14 * 24)
  if (state.startsWith('closed')) await succeed(owner.client.rpc('close_first_hours'))
  if (state === 'closed before it opened') await passHours(owner, 25)
}

const isOpen: Record<State | Early, boolean> = {
  'opened for an illness': false,
  'opened for a death': false,
  announced: false,
  'opened and prolonged': false,
  over: false,
  closed: false,
  'closed before it opened': false,
  hidden: false,
  open: true,
  'hidden, in review': false,
  'open, in review': true,
  waiting: false,
  released: true,
  stopped: false,
}

const cast = roles.flatMap((role) =>
  [undefined, ...timings].map((timing) => ({ role, timing, words: timing ?? 'nothing' })),
)
/** What an owner wants too late for those whom it can no longer serve. */
const outside = ['invited', 'revoked', 'declined', 'stranger'] as const

it.skipIf(!hasSql)(
  `the parts that the app lets an owner choose, and who reads them otherwise, are the database’s${needsSql}`,
  async () => {
    const rules = await asAdministrator<{
      choice: string
      trustees_only: boolean
      opens_early: string | null
      never_by_default: boolean
    }>(
      `select distinct choice, trustees_only, opens_early, never_by_default from private.plan_parts
        where choice is not null order by choice`,
    )
    expect(partChoiceNames.toSorted()).toEqual(rules.map(({ choice }) => choice))
    for (const { choice, trustees_only, opens_early, never_by_default } of rules) {
      const name = partChoiceNames.find((one) => one === choice)
      const ofRoles = roles.map((role) => name && timingOfRole(name, role))
      expect([choice, name && partChoices[name].opensEarly, ...ofRoles]).toEqual([
        choice,
        opens_early,
        ...roles.map((role) =>
          never_by_default || (trustees_only && role === 'beneficiary') ? 'never' : 'after_death',
        ),
      ])
    }
  },
)

describe.each([...states, ...early])('while the plan is %s', (state) => {
  const canRun = hasSql || !['waiting', 'released', 'stopped', ...early].includes(state)
  describe.skipIf(!canRun)(`a part is read as its owner chose${canRun ? '' : needsSql}`, () => {
    let owner: Person
    let row: Row
    const named = new Map<object, { who: Person; id: number }>()
    const others = new Map<string, Person>()
    beforeAll(async () => {
      const people = await Promise.all(cast.map(({ role, words }) => person(`${role} ${words}`)))
      const aside = await Promise.all(outside.map((name) => person(name)))
      const home = await household(isEarly(state) ? 'hidden' : state, [], (given) => [
        (async () => {
          for (const [n, one] of cast.entries()) {
            const who = people[n] as Person
            const id = await designateAccepted(given.owner, who, one.role)
            if (one.timing) await setAll(given.owner, id, one.timing)
            named.set(one, { who, id })
          }
          for (const [n, name] of outside.entries()) {
            const who = aside[n] as Person
            others.set(name, who)
            if (name === 'stranger') continue
            const id = await designate(given.owner, who.email, 'executor')
            await setAll(given.owner, id, 'after_death')
            await succeed(set(given.owner, id, 'contacts', 'first_hours'))
            if (name === 'declined')
              await succeed(who.client.rpc('decline_designation_invite', { designation_id: id }))
            if (name !== 'revoked') continue
            await succeed(who.client.rpc('accept_designation_invite', { designation_id: id }))
            await succeed(given.owner.client.rpc('revoke_designation', { designation_id: id }))
          }
          await fillHealth(given.owner)
          await uploadFiles(given.owner)
        })(),
      ])
      owner = home.owner
      row = home.row
      const presser = cast.find(({ role, timing }) => role === 'trustee' && timing === 'first_hours')
      if (isEarly(state)) await bringEarly(state, owner, named.get(presser ?? {})?.who ?? owner)
    })

    it.each(cast)('by a $role for whom $words was chosen', async (one) => {
      const { who, id } = named.get(one) ?? { who: owner, id: 0 }
      const ever = readable(one.role, one.timing)
      const now = isOpen[state] ? ever : readableEarly(one.timing, reasonOpen[state])
      expect(await tablesReadBy(who, owner)).toEqual(tablesOf(now))
      const [access] = await succeed(who.client.rpc('memorial_access', { owner_id: owner.id }))
      expect(access).toMatchObject({
        parts: now,
        can_view: isOpen[state],
        can_view_finances: isOpen[state] && one.role !== 'beneficiary',
        open_early_until: !isOpen[state] && now.length > 0 ? expect.any(String) : null,
      })
      for (const [moment, expected] of [
        ['now', now],
        ['ill', isOpen[state] ? ever : readableEarly(one.timing, 'ill')],
        ['died', isOpen[state] ? ever : readableEarly(one.timing, 'died')],
        ['after_release', ever],
      ] as const) {
        const shown = owner.client.rpc('preview_memorial', { designation_id: id, moment })
        expect([moment, (await succeed(shown.single())).parts]).toEqual([moment, expected])
      }
      for (const [choice, bucket, path] of files)
        expect([path, await opens(who, bucket, `${owner.id}/${path}`)]).toEqual([path, now.includes(choice)])
      const stored = await succeed(who.client.rpc('stored_files', { owner_id: owner.id }))
      expect(
        stored
          .map(({ path }) => path.slice(37))
          .filter((path) => path.includes('/'))
          .sort(),
      ).toEqual(
        files
          .filter(([choice]) => now.includes(choice))
          .map(([, , path]) => path)
          .sort(),
      )
      for (const tab of tabsOf(choices)) {
        const { error } = await who.client.rpc('record_view', { owner_id: owner.id, section: tab })
        expect([tab, error?.code]).toEqual([tab, tabsOf(now).includes(tab) ? undefined : code.notThisPerson])
      }
      // Messages are addressed, and so not chosen for.
      await touches(who.client.from('video_messages').select().eq('user_id', owner.id), isOpen[state] ? 1 : 0)
    })

    it.each(outside)('by no one who is %s, whatever was chosen for them', async (name) => {
      const who = others.get(name) as Person
      expect(await tablesReadBy(who, owner)).toEqual([])
      for (const [, bucket, path] of files)
        expect(await opens(who, bucket, `${owner.id}/${path}`)).toBe(false)
      await touches(who.client.rpc('stored_files', { owner_id: owner.id }), 0)
      await touches(who.client.rpc('memorial_access', { owner_id: owner.id }), 0)
      for (const item_id of [undefined, String(row.document)])
        await refused(
          who.client.rpc('record_view', {
            owner_id: owner.id,
            section: 'documents',
            ...(item_id ? { item_id } : {}),
          }),
          code.notThisPerson,
        )
    })

    it('by its owner whole, whatever they chose', async () => {
      expect(await tablesReadBy(owner, owner)).toEqual(tables)
    })
  })
})

/** A household whose plan is open, with one designee. */
async function openTo(role: Role) {
  const [{ owner }, who] = await Promise.all([household('open', []), person('Ann')])
  return { owner, who, id: await designateAccepted(owner, who, role) }
}

/** Names the same account by another of its addresses. */
async function nameAgainElsewhere(owner: Person, who: Person, role: Role): Promise<number> {
  const email = address('Ann elsewhere')
  await changeAddress(who, email)
  return designateAccepted(owner, { ...who, email }, role)
}

describe('a person who was named twice', () => {
  it('reads what either of the designations opens', async () => {
    const { owner, who, id } = await openTo('beneficiary')
    await succeed(set(owner, id, 'home', 'after_death'))
    const second = await nameAgainElsewhere(owner, who, 'beneficiary')
    expect(await tablesReadBy(who, owner)).not.toContain('financial_accounts')
    expect(await tablesReadBy(who, owner)).toContain('home_items')
    await succeed(set(owner, second, 'money', 'after_death'))
    expect(await tablesReadBy(who, owner)).toEqual(tablesByRule)
  })

  it.each([0, 1])('reads nothing of a part that is never for designation %i', async (which) => {
    const { owner, who, id } = await openTo('executor')
    const ids = [id, await nameAgainElsewhere(owner, who, 'trustee')]
    await succeed(set(owner, ids[1 - which] as number, 'contacts', 'first_hours'))
    await succeed(set(owner, ids[which] as number, 'contacts', 'never'))
    expect(await tablesReadBy(who, owner)).not.toContain('contacts')
    for (const designation_id of ids) {
      const shown = owner.client.rpc('preview_memorial', { designation_id, moment: 'after_release' })
      expect((await succeed(shown.single())).parts).not.toContain('contacts')
    }
    await refused(
      who.client.rpc('record_view', { owner_id: owner.id, section: 'contacts' }),
      code.notThisPerson,
    )
  })

  it('reads nothing of a part that is never for a second designation, of whichever the rule of the role says that', async () => {
    const { owner, who, id } = await openTo('executor')
    const second = await nameAgainElsewhere(owner, who, 'beneficiary')
    expect(await tablesReadBy(who, owner)).toContain('financial_accounts')
    // What a beneficiary may not read anyway: chosen, it holds for the person.
    await succeed(set(owner, second, 'money', 'never'))
    expect(await tablesReadBy(who, owner)).not.toContain('financial_accounts')
    expect(await chosenBy(owner)).toEqual(['money never', 'money never'])
    await succeed(owner.client.rpc('revoke_designation', { designation_id: second }))
    expect(await tablesReadBy(who, owner)).not.toContain('financial_accounts')
    await succeed(set(owner, id, 'money', 'after_death'))
    expect(await tablesReadBy(who, owner)).toContain('financial_accounts')
  })

  it.skipIf(!hasSql)(`reads nothing of it either where only one row says never${needsSql}`, async () => {
    const { owner, who, id } = await openTo('executor')
    await nameAgainElsewhere(owner, who, 'trustee')
    await asAdministrator(
      `insert into public.part_access (designation_id, owner_id, choice, timing) values ($1, $2, 'contacts', 'never')`,
      [id, owner.id],
    )
    expect(await tablesReadBy(who, owner)).not.toContain('contacts')
  })

  it('gains nothing by stepping down from the designation for which it was never', async () => {
    const { owner, who, id } = await openTo('executor')
    await succeed(set(owner, id, 'money', 'never'))
    await nameAgainElsewhere(owner, who, 'executor')
    await succeed(who.client.rpc('step_down', { designation_id: id }))
    expect(await tablesReadBy(who, owner)).toContain('contacts')
    expect(await tablesReadBy(who, owner)).not.toContain('financial_accounts')
  })

  it.skipIf(!hasSql)(`gains nothing by it once the plan is frozen, either${needsSql}`, async () => {
    const who = await person('Ann')
    const ids: number[] = []
    let later = 0
    const email = address('Ann elsewhere')
    const { owner } = await household('released', [], (given) => [
      (async () => {
        ids.push(await designateAccepted(given.owner, who, 'executor'))
        await succeed(set(given.owner, ids[0] as number, 'money', 'never'))
        later = await designate(given.owner, email, 'executor')
      })(),
    ])
    await changeAddress(who, email)
    await succeed(who.client.rpc('accept_designation_invite', { designation_id: later }))
    await succeed(who.client.rpc('step_down', { designation_id: ids[0] as number }))
    expect(await tablesReadBy(who, owner)).toContain('contacts')
    expect(await tablesReadBy(who, owner)).not.toContain('financial_accounts')
  })

  it.skipIf(!hasSql)(
    `gains nothing by deleting the account and coming back by another address${needsSql}`,
    async () => {
      const { owner, who, id } = await openTo('executor')
      const second = await nameAgainElsewhere(owner, who, 'executor')
      await succeed(set(owner, id, 'money', 'never'))
      const email = (await owner.client.from('designations').select('person_email').eq('id', second).single())
        .data?.person_email
      await deleteAccount(who)
      const again = await person('Ann', { email: email ?? '' })
      await succeed(again.client.rpc('accept_designation_invite', { designation_id: second }))
      expect(await tablesReadBy(again, owner)).toContain('contacts')
      expect(await tablesReadBy(again, owner)).not.toContain('financial_accounts')
    },
  )

  it('by two owners has what each chose for them, and no one else has it', async () => {
    const { owner, who, id } = await openTo('executor')
    const [other, bob] = await Promise.all([household('open', []), person('Bob')])
    const elsewhere = await designateAccepted(other.owner, who, 'beneficiary')
    await designateAccepted(owner, bob, 'executor')
    await succeed(set(owner, id, 'contacts', 'never'))
    await succeed(set(other.owner, elsewhere, 'home', 'never'))
    expect(await tablesReadBy(who, owner)).not.toContain('contacts')
    expect(await tablesReadBy(who, other.owner)).toEqual(tablesOf(readable('beneficiary', undefined)))
    const shown = owner.client.rpc('preview_memorial', { designation_id: id, moment: 'now' })
    expect((await succeed(shown.single())).parts).toEqual(byRule.filter((choice) => choice !== 'contacts'))
    const [access] = await succeed(who.client.rpc('memorial_access', { owner_id: other.owner.id }))
    expect(access?.parts).toEqual(readable('beneficiary', undefined))
    expect(await tablesReadBy(bob, owner)).toEqual(tablesByRule)
  })
})

describe('a choice', () => {
  it('opens nothing to a person who has not accepted, and counts once they have', async () => {
    const [{ owner }, who] = await Promise.all([household('open', []), person('Ann')])
    const id = await designate(owner, who.email, 'beneficiary')
    await succeed(set(owner, id, 'money', 'after_death'))
    await succeed(set(owner, id, 'contacts', 'never'))
    expect(await tablesReadBy(who, owner)).toEqual([])
    const shown = async (moment: 'now' | 'after_release') =>
      succeed(owner.client.rpc('preview_memorial', { designation_id: id, moment }).single())
    expect((await shown('now')).parts).toEqual([])
    const ever = byRule.filter((choice) => !['contacts', 'home'].includes(choice))
    expect((await shown('after_release')).parts).toEqual(ever)
    await succeed(who.client.rpc('accept_designation_invite', { designation_id: id }))
    expect((await shown('now')).parts).toEqual(ever)
    const found = await tablesReadBy(who, owner)
    expect(found).toContain('financial_accounts')
    expect(found).not.toContain('contacts')
  })

  it('opens nothing to a revoked person', async () => {
    const { owner, who, id } = await openTo('beneficiary')
    await setAll(owner, id, 'after_death')
    await succeed(owner.client.rpc('revoke_designation', { designation_id: id }))
    expect(await tablesReadBy(who, owner)).toEqual([])
  })

  it.skipIf(!hasSql)(
    `comes back with a person who was removed and brought back, at once and whole${needsSql}`,
    async () => {
      const { owner, beneficiary, designation } = await household('hidden', ['beneficiary'])
      await succeed(set(owner, designation.beneficiary, 'contacts', 'never'))
      await succeed(set(owner, designation.beneficiary, 'money', 'after_death'))
      const chosen = await chosenBy(owner)
      await submitCertificate(owner, owner)
      await succeed(
        owner.client.from('designations').delete().eq('id', designation.beneficiary).select().single(),
      )
      expect(await chosenBy(owner)).toEqual([])
      await succeed(owner.client.rpc('stop_release'))
      await succeed(owner.client.rpc('set_visibility_hold', { hold: false }))
      expect(await tablesReadBy(beneficiary, owner)).toEqual([])
      expect(await succeed(owner.client.rpc('bring_back_removed'))).toBe(1)
      expect(await chosenBy(owner)).toEqual(chosen)
      const found = await tablesReadBy(beneficiary, owner)
      expect(found).toContain('financial_accounts')
      expect(found).not.toContain('contacts')
    },
  )

  it.skipIf(!hasSql)(`is there when a revocation is taken back${needsSql}`, async () => {
    const { owner, trustee, designation } = await household('hidden', ['trustee'])
    await succeed(set(owner, designation.trustee, 'contacts', 'never'))
    await submitCertificate(owner, owner)
    await succeed(owner.client.rpc('revoke_designation', { designation_id: designation.trustee }))
    await succeed(owner.client.rpc('stop_release'))
    await succeed(owner.client.rpc('set_visibility_hold', { hold: false }))
    expect(await succeed(owner.client.rpc('bring_back_removed'))).toBe(1)
    expect(await tablesReadBy(trustee, owner)).toEqual(tablesByRule.filter((table) => table !== 'contacts'))
  })

  const ends = {
    removed: (owner: Person, id: number) =>
      succeed(owner.client.from('designations').delete().eq('id', id).select().single()),
    revoked: (owner: Person, id: number) =>
      succeed(owner.client.rpc('revoke_designation', { designation_id: id })),
    'removed, after being revoked,': async (owner: Person, id: number) => {
      await succeed(owner.client.rpc('revoke_designation', { designation_id: id }))
      await succeed(owner.client.from('designations').delete().eq('id', id).select().single())
    },
  }

  it.each(Object.entries(ends))(
    'of never stays when a person is %s and named again, and no other does',
    async (_how, end) => {
      const { owner, who, id } = await openTo('beneficiary')
      await succeed(set(owner, id, 'contacts', 'never'))
      await succeed(set(owner, id, 'money', 'after_death'))
      for (let round = 0, last = id; round < 2; round += 1) {
        await end(owner, last)
        last = await designateAccepted(owner, who, 'beneficiary')
        const found = await tablesReadBy(who, owner)
        expect(found).not.toContain('contacts')
        expect(found).not.toContain('financial_accounts')
        expect(found).toContain('estate_documents')
      }
    },
  )

  it('of never stays when a person declined and is named again', async () => {
    const [{ owner }, who] = await Promise.all([household('open', []), person('Ann')])
    const id = await designate(owner, who.email, 'executor')
    await succeed(set(owner, id, 'money', 'never'))
    await succeed(who.client.rpc('decline_designation_invite', { designation_id: id }))
    await designateAccepted(owner, who, 'executor')
    expect(await tablesReadBy(who, owner)).not.toContain('financial_accounts')
  })

  it('of never is that of one owner and one address: others who are named have none of it', async () => {
    const { owner, who, id } = await openTo('executor')
    const [other, third, bob] = await Promise.all([
      household('open', []),
      household('open', []),
      person('Bob'),
    ])
    await succeed(set(owner, id, 'money', 'never'))
    await ends.removed(owner, id)
    await designateAccepted(other.owner, who, 'executor')
    await designateAccepted(owner, bob, 'executor')
    expect(await tablesReadBy(who, other.owner)).toEqual(tablesByRule)
    expect(await tablesReadBy(bob, owner)).toEqual(tablesByRule)
    await designateAccepted(owner, who, 'executor')
    expect(await tablesReadBy(who, owner)).not.toContain('financial_accounts')
    // That of a revoked person is not another's either.
    await succeed(owner.client.rpc('revoke_designation', { designation_id: await idOf(owner, who) }))
    const cleo = await person('Cleo')
    await designateAccepted(owner, cleo, 'executor')
    expect(await tablesReadBy(cleo, owner)).toEqual(tablesByRule)
    await designateAccepted(third.owner, who, 'executor')
    expect(await tablesReadBy(who, third.owner)).toEqual(tablesByRule)
  })

  it('that was changed after the person was named again is the last word', async () => {
    const { owner, who, id } = await openTo('executor')
    await succeed(set(owner, id, 'money', 'never'))
    await ends.removed(owner, id)
    const second = await designateAccepted(owner, who, 'executor')
    await succeed(set(owner, second, 'money', 'after_death'))
    await ends.removed(owner, second)
    await designateAccepted(owner, who, 'executor')
    expect(await tablesReadBy(who, owner)).toEqual(tablesByRule)
  })

  it.skipIf(!hasSql)(`goes with the owner’s account, kept ones too${needsSql}`, async () => {
    const { owner, id } = await openTo('executor')
    const second = await designate(owner, address('Bob'), 'executor')
    for (const named of [id, second]) await succeed(set(owner, named, 'money', 'never'))
    await ends.removed(owner, second)
    const left = () =>
      asAdministrator(
        `select from public.part_access where owner_id = $1 union all
         select from private.removed_part_access where owner_id = $1`,
        [owner.id],
      )
    expect(await left()).toHaveLength(2)
    await deleteAccount(owner)
    expect(await left()).toEqual([])
  })

  it('survives a designee’s deletion of their account, who can accept again', async () => {
    const { owner, who, id } = await openTo('executor')
    await succeed(set(owner, id, 'money', 'never'))
    await deleteAccount(who)
    const again = await person('Ann', { email: who.email })
    await succeed(again.client.rpc('accept_designation_invite', { designation_id: id }))
    expect(await tablesReadBy(again, owner)).not.toContain('financial_accounts')
  })
})

async function idOf(owner: Person, { id }: Person): Promise<number> {
  const row = await succeed(
    owner.client
      .from('designations')
      .select('id')
      .eq('beneficiary_user_id', id)
      .is('revoked_at', null)
      .single(),
  )
  return row.id
}

describe('choosing', () => {
  const linesOf = async ({ client }: Person, owner: Person) =>
    (
      await succeed(
        client
          .from('access_events')
          .select('detail')
          .eq('owner_id', owner.id)
          .eq('action', 'part_timing_changed')
          .order('id'),
      )
    ).map(({ detail }) => detail)

  it('keeps a row for each exception, and notes each change once, for the owner alone', async () => {
    const { owner, who, id } = await openTo('executor')
    const detail = { name: 'Ann', role: 'executor' }
    const choose = (choice: Choice, timing: Timing) => succeed(set(owner, id, choice, timing))
    for (let press = 0; press < 2; press += 1) await choose('contacts', 'first_hours')
    for (let press = 0; press < 2; press += 1) await choose('money', 'never')
    // As the rule of the role says.
    for (let press = 0; press < 2; press += 1) await choose('documents', 'after_death')
    expect(await chosenBy(owner)).toEqual(['contacts first_hours', 'money never'])
    for (let press = 0; press < 2; press += 1) await choose('money', 'after_death')
    expect(await chosenBy(owner)).toEqual(['contacts first_hours'])
    await choose('contacts', 'never')
    expect(await chosenBy(owner)).toEqual(['contacts never'])
    expect(await linesOf(owner, owner)).toEqual([
      { ...detail, choice: 'contacts', timing: 'first_hours' },
      { ...detail, choice: 'money', timing: 'never' },
      { ...detail, choice: 'money', timing: 'after_death' },
      { ...detail, choice: 'contacts', timing: 'never' },
    ])
    expect(await linesOf(who, owner)).toEqual([])
  })

  it('keeps a never that is the rule of the role as well', async () => {
    const { owner, id } = await openTo('beneficiary')
    for (let press = 0; press < 2; press += 1) await succeed(set(owner, id, 'money', 'never'))
    expect(await chosenBy(owner)).toEqual(['money never'])
    expect(await linesOf(owner, owner)).toHaveLength(1)
    await succeed(set(owner, id, 'money', 'after_death'))
    expect(await chosenBy(owner)).toEqual(['money after_death'])
  })

  it('is the owner’s alone: the person, others they named, strangers and visitors neither choose nor read it', async () => {
    const { owner, who, id } = await openTo('executor')
    const [bob, other] = await Promise.all([person('Bob'), household('open', ['executor'])])
    const spare = await designateAccepted(owner, bob, 'executor')
    await succeed(set(owner, id, 'money', 'never'))
    for (const someone of [who, bob, other.owner, other.executor]) {
      for (const designation_id of [id, spare, 2_000_000_000])
        await refused(set(someone, designation_id, 'money', 'after_death'), code.invitationNotAvailable)
      await touches(someone.client.from('part_access').select(), 0)
      await touches(
        someone.client.from('designations').select('id, part_access(choice)').eq('id', spare),
        {
          true: 1,
          false: 0,
        }[`${someone === bob}`] as number,
      )
    }
    // Not even what embeds their own row tells.
    const own = await succeed(who.client.from('designations').select('id, part_access(choice)'))
    expect(own).toEqual([{ id, part_access: [] }])
    await refused(set({ ...who, client: anonymous }, id, 'money', 'after_death'), code.notAllowed)
    await refused(anonymous.from('part_access').select(), code.notAllowed)
    await refused(set(other.owner, id, 'money', 'after_death'), code.invitationNotAvailable)
    expect(await chosenBy(owner)).toEqual(['money never'])
  })

  it('is refused for a part that does not exist or has no choice, and without a timing', async () => {
    const { owner, id } = await openTo('executor')
    for (const choice of ['', 'messages', 'Health', 'Contacts', 'designations', 'contacts; drop'])
      await refused(set(owner, id, choice, 'never'), '22023')
    for (const wrong of [{ choice: null }, { timing: null }, { designation_id: null }])
      await refused(
        untyped(owner.client).rpc('set_part_timing', {
          designation_id: id,
          choice: 'money',
          timing: 'never',
          ...wrong,
        }),
        'designation_id' in wrong ? code.invitationNotAvailable : '22023',
      )
    await refused(
      untyped(owner.client).rpc('set_part_timing', {
        designation_id: id,
        choice: 'money',
        timing: 'now',
      }),
      '22P02',
    )
    expect(await chosenBy(owner)).toEqual([])
  })

  it.each(choices)('for %s takes the first hours only if that part can open early', async (choice) => {
    const { owner, id } = await openTo('executor')
    if (parts[choice].opensEarly) await succeed(set(owner, id, choice, 'first_hours'))
    else await refused(set(owner, id, choice, 'first_hours'), code.foreignKey)
    expect(await chosenBy(owner)).toEqual(parts[choice].opensEarly ? [`${choice} first_hours`] : [])
    if (!hasSql) return
    const insert = (given: string, timing: string) =>
      asAdministrator(
        'insert into public.part_access (designation_id, owner_id, choice, timing) values ($1, $2, $3, $4)',
        [id, owner.id, given, timing],
      )
    if (!parts[choice].opensEarly) await fails(insert(choice, 'first_hours'), code.foreignKey)
    await fails(insert(`${choice}s`, 'never'), code.foreignKey)
    await succeed(set(owner, id, choice, 'never'))
    await fails(insert(choice, 'after_death'), code.unique)
  })

  it.skipIf(!hasSql)(`is refused by the table for another owner’s designation${needsSql}`, async () => {
    const [one, two] = await Promise.all([openTo('executor'), openTo('executor')])
    await fails(
      asAdministrator(
        `insert into public.part_access (designation_id, owner_id, choice, timing) values ($1, $2, 'money', 'never')`,
        [one.id, two.owner.id],
      ),
      code.foreignKey,
    )
  })

  it('is not to be had by writing the table', async () => {
    const { owner, who, id } = await openTo('executor')
    await succeed(set(owner, id, 'money', 'never'))
    const row = { designation_id: id, owner_id: owner.id, choice: 'contacts', timing: 'first_hours' }
    for (const client of [owner.client, who.client, service, anonymous]) {
      const rows = () => untyped(client).from('part_access')
      await refused(rows().insert(row), code.notAllowed)
      await refused(rows().upsert(row), code.notAllowed)
      await refused(rows().update({ timing: 'after_death' }).eq('owner_id', owner.id), code.notAllowed)
      await refused(rows().delete().eq('owner_id', owner.id), code.notAllowed)
    }
    expect(await chosenBy(owner)).toEqual(['money never'])
  })

  it('is refused for a person who was revoked, stepped down or declined', async () => {
    const { owner, who, id } = await openTo('executor')
    await succeed(who.client.rpc('step_down', { designation_id: id }))
    const revoked = await designate(owner, address('Rex'), 'executor')
    await succeed(owner.client.rpc('revoke_designation', { designation_id: revoked }))
    const dan = await person('Dan')
    const declined = await designate(owner, dan.email, 'executor')
    await succeed(dan.client.rpc('decline_designation_invite', { designation_id: declined }))
    for (const designation_id of [id, revoked, declined])
      await refused(set(owner, designation_id, 'money', 'never'), code.invitationNotAvailable)
  })

  it.skipIf(!hasSql).each(['waiting', 'released'] as const)(
    `is refused while the plan is %s, and by the table as well${needsSql}`,
    async (state) => {
      const chosen: number[] = []
      const bob = await person('Bob')
      const { owner, executor, designation } = await household(state, ['executor'], (given) => [
        designateAccepted(given.owner, bob, 'executor').then(async (id) => {
          chosen.push(id)
          await succeed(set(given.owner, id, 'money', 'never'))
          await succeed(set(given.owner, id, 'home', 'first_hours'))
        }),
      ])
      for (const timing of ['never', 'after_death'] as const)
        await refused(set(owner, designation.executor, 'contacts', timing), code.frozen)
      const change = (sql: string) => asAdministrator(sql, [owner.id])
      const [id] = chosen
      for (const sql of [
        `update public.part_access set timing = 'after_death' where owner_id = $1 and choice = 'money'`,
        `update public.part_access set timing = 'after_death' where owner_id = $1 and choice = 'home'`,
        `delete from public.part_access where owner_id = $1 and choice = 'money'`,
        `insert into public.part_access (designation_id, owner_id, choice, timing) values (${id}, $1, 'contacts', 'after_death')`,
      ])
        await fails(change(sql), code.frozen)
      expect(await chosenBy(owner)).toEqual(['home first_hours', 'money never'])
      await succeed(owner.client.rpc('stop_release'))
      await succeed(set(owner, designation.executor, 'contacts', 'never'))
      await succeed(owner.client.rpc('set_visibility_hold', { hold: false }))
      expect(await tablesReadBy(executor, owner)).not.toContain('contacts')
    },
  )

  it('waits in a browser that is new to the account', async () => {
    const { owner, id } = await openTo('executor')
    await signInFrom(owner)
    const elsewhere = await signInFrom(owner)
    for (const timing of ['never', 'first_hours'] as const)
      await refused(set(elsewhere, id, 'contacts', timing), code.browserIsNew)
    expect(await chosenBy(owner)).toEqual([])
  })

  it.skipIf(!hasSql)(`asks both of two presses at once what the other chose${needsSql}`, async () => {
    const { owner, id } = await openTo('executor')
    const answers = await Promise.all(
      Array.from({ length: 6 }, () => set(owner, id, 'contacts', 'first_hours')),
    )
    expect(answers.map(({ error }) => error)).toEqual(answers.map(() => null))
    expect(await linesOf(owner, owner)).toHaveLength(1)
  })

  it.skipIf(!hasSql)(
    `widens at most 200 times a day, and narrows ever after, with lines that do not bury others${needsSql}`,
    async () => {
      const { owner, id } = await openTo('executor')
      await asAdministrator(
        `insert into public.access_events (owner_id, actor_id, actor_role, action, detail)
         select $1, $1, 'owner', 'part_timing_changed', '{}' from generate_series(1, 200)`,
        [owner.id],
      )
      await refused(set(owner, id, 'contacts', 'first_hours'), code.changedTooOften)
      await succeed(set(owner, id, 'contacts', 'never'))
      expect(await chosenBy(owner)).toEqual(['contacts never'])
      expect(await linesOf(owner, owner)).toHaveLength(201)
    },
  )
})

describe.skipIf(!hasSql)(`an owner whose membership has ended${needsSql}`, () => {
  beforeAll(turnBillingOn)

  it('can narrow what a person reads, and not widen it; and what was chosen stays', async () => {
    const { owner, who, id } = await openTo('beneficiary')
    await succeed(set(owner, id, 'money', 'after_death'))
    await succeed(set(owner, id, 'contacts', 'first_hours'))
    await asAdministrator(
      `update public.subscriptions set trial_end = now() - interval '1 day', status = 'canceled' where user_id = $1`,
      [owner.id],
    )
    expect(await tablesReadBy(who, owner)).toContain('financial_accounts')
    await succeed(set(owner, id, 'money', 'never'))
    await succeed(set(owner, id, 'contacts', 'after_death'))
    await succeed(set(owner, id, 'documents', 'never'))
    for (const [choice, timing] of [
      ['money', 'after_death'],
      ['contacts', 'first_hours'],
      ['documents', 'after_death'],
      ['home', 'after_death'],
    ] as const)
      await refused(set(owner, id, choice, timing), code.notAllowed)
    expect(await chosenBy(owner)).toEqual(['documents never', 'money never'])
    expect(await tablesReadBy(who, owner)).not.toContain('financial_accounts')
  })
})

describe.skipIf(!hasSql)(`of a part that is never for them, a person${needsSql}`, () => {
  const mark = (owner: Person, step_key: string, more: Row = {}) => ({
    id: randomUUID(),
    owner_id: owner.id,
    step_key,
    mark: 'done' as const,
    title: `Step ${step_key}`,
    ...more,
  })
  const add = (who: Person, row: Row) => untyped(who.client).from('step_marks').insert(row)
  const seenBy = async ({ client }: Person, owner: Person) =>
    succeed(client.from('step_marks').select('id, seq, step_key').eq('owner_id', owner.id).order('seq'))

  /** A released plan whose money is never for the trustee, but for a beneficiary. */
  const bereaved = () => {
    const choose = async (owner: Person) => {
      const people = await succeed(owner.client.from('designations').select('id, role, person_name'))
      for (const { id, person_name } of people) {
        if (person_name === 'Tess Trustee') await succeed(set(owner, id, 'money', 'never'))
        if (person_name === 'Ben Beneficiary') await succeed(set(owner, id, 'money', 'after_death'))
      }
    }
    return household('released', ['beneficiary', 'trustee', 'executor'], ({ owner }) => [choose(owner)])
  }

  it('finds, counts, makes and takes back no mark, while a person it was given to does', async () => {
    const { owner, beneficiary, trustee, executor } = await bereaved()
    const open = mark(owner, 'contacts:1')
    const secret = mark(owner, 'insurance_policies:1', { title: 'Harbour Mutual' })
    for (const row of [open, secret, mark(owner, 'financial_accounts:look'), mark(owner, 'estate:1')])
      await succeed(add(executor, row).select())
    const keysOf = async (who: Person) => (await seenBy(who, owner)).map(({ step_key }) => step_key)
    expect(await keysOf(executor)).toHaveLength(4)
    expect(await keysOf(owner)).toHaveLength(4)
    expect(await keysOf(trustee)).toEqual(['contacts:1', 'estate:1'])
    expect(await keysOf(beneficiary)).toEqual([
      'contacts:1',
      'insurance_policies:1',
      'financial_accounts:look',
    ])
    const { count } = await trustee.client.from('step_marks').select('*', { count: 'exact', head: true })
    expect(count).toBe(2)
    await refused(add(trustee, mark(owner, 'financial_accounts:look')), code.notAllowed)
    // Whether there is such a mark, the refusal does not tell; nor whether there is such a part.
    for (const undoes of [secret.id, randomUUID()])
      for (const step of ['insurance_policies:1', 'weather:1'])
        await refused(add(trustee, mark(owner, step, { mark: 'undo', undoes })), code.notAllowed)
    expect((await add(beneficiary, mark(owner, 'financial_accounts:look'))).error).toBeNull()
    await refused(add(beneficiary, mark(owner, 'estate:1')), code.notAllowed)
  })

  it('learns from the numbers of the marks they see of none that they do not see', async () => {
    const { owner, trustee, executor } = await bereaved()
    const numbers = async () => (await seenBy(trustee, owner)).map(({ seq }) => seq)
    const press = (step: string) => succeed(add(executor, mark(owner, step)).select())
    for (const step of ['contacts:1', 'contacts:2', 'insurance_policies:1', 'contacts:3']) await press(step)
    const [first = 0, second = 0, third = 0] = await numbers()
    expect(second - first).toBeGreaterThan(1)
    expect(third - second).toBeGreaterThan(1)
    // The clock of a restored database may be behind.
    await asAdministrator(`update public.step_marks set seq = seq + 3600000000 where id in (
      select id from public.step_marks where owner_id = '${owner.id}' order by seq desc limit 1)`)
    await press('contacts:4')
    const all = await numbers()
    expect(all).toEqual([...all].sort((a, b) => a - b))
    expect(all[3]).toBe(third + 3_600_000_001)
    const another = await household('released', ['executor'])
    await succeed(add(another.executor, mark(another.owner, 'contacts:1')).select())
    const [theirs] = await seenBy(another.executor, another.owner)
    expect(theirs?.seq).toBeLessThan(third + 3_600_000_000)
  })

  it('reads in the history no title that quotes it, of what they did before; and the rest stays', async () => {
    const { owner, trustee, designation, row } = await household('open', ['trustee'])
    const other = await household('open', [], (given) => [designateAccepted(given.owner, trustee, 'trustee')])
    const look = (of: Person, section: string, item_id?: string) =>
      succeed(
        trustee.client.rpc('record_view', { owner_id: of.id, section, ...(item_id ? { item_id } : {}) }),
      )
    await look(owner, 'accounts')
    await look(owner, 'accounts', row.insurance)
    await look(owner, 'documents', row.document)
    await look(owner, 'first-days')
    await look(other.owner, 'accounts')
    await submitCertificate(owner, owner)
    const linesOf = async (who: Person, of: Person) =>
      (
        await succeed(
          who.client.from('access_events').select('action, detail').eq('owner_id', of.id).order('id'),
        )
      ).flatMap(({ action, detail }) => {
        const { section } = detail as { section?: string }
        return action === 'certificate_submitted' || section ? [`${action} ${section ?? ''}`] : []
      })
    const all = [
      'section_viewed accounts',
      'file_opened accounts',
      'file_opened documents',
      'section_viewed first-days',
      'certificate_submitted ',
    ]
    expect(await linesOf(trustee, owner)).toEqual(all)
    await succeed(set(owner, designation.trustee, 'money', 'never'))
    expect(await linesOf(trustee, owner)).toEqual(all.filter((line) => !line.includes('accounts')))
    expect(await linesOf(trustee, other.owner)).toEqual(['section_viewed accounts'])
    expect(await linesOf(owner, owner)).toEqual(all)
    const told = await succeed(trustee.client.from('access_events').select().eq('owner_id', owner.id))
    expect(JSON.stringify(told)).not.toContain('Harbour Mutual')
    for (const item_id of [row.insurance, randomUUID()])
      await refused(
        trustee.client.rpc('record_view', { owner_id: owner.id, section: 'accounts', item_id }),
        code.notThisPerson,
      )
    // Lifted again, the lines are theirs as before.
    await succeed(set(owner, designation.trustee, 'money', 'after_death'))
    expect(await linesOf(trustee, owner)).toEqual(all)
  })

  it('reads in the history no title of a step that they ticked before', async () => {
    const { owner, trustee, designation } = await household('released', ['trustee'])
    await succeed(
      add(trustee, mark(owner, 'financial_accounts:1', { title: 'Call Riverside Bank' })).select(),
    )
    await succeed(add(trustee, mark(owner, 'contacts:1', { title: 'Call Carl' })).select())
    await succeed(add(trustee, mark(owner, 'own:1', { title: 'Buy flowers' })).select())
    await succeed(owner.client.rpc('stop_release'))
    const titles = async (who: Person) =>
      (
        await succeed(
          who.client
            .from('access_events')
            .select('detail')
            .eq('owner_id', owner.id)
            .eq('action', 'step_marked')
            .order('id'),
        )
      ).map(({ detail }) => (detail as { title: string }).title)
    expect(await titles(trustee)).toEqual(['Call Riverside Bank', 'Call Carl', 'Buy flowers'])
    await succeed(set(owner, designation.trustee, 'money', 'never'))
    expect(await titles(trustee)).toEqual(['Call Carl', 'Buy flowers'])
    expect(await titles(owner)).toEqual(['Call Riverside Bank', 'Call Carl', 'Buy flowers'])
  })

  it('practices without it', async () => {
    const { owner, trustee, beneficiary, designation } = await household('hidden', ['trustee', 'beneficiary'])
    await succeed(set(owner, designation.trustee, 'money', 'never'))
    await succeed(set(owner, designation.trustee, 'contacts', 'first_hours'))
    const ids = [designation.trustee, designation.beneficiary]
    await succeed(owner.client.rpc('start_practice', { designation_ids: ids }))
    const partsOf = async ({ client }: Person) => {
      const { id } = await succeed(client.from('practices').select('id').single())
      return (await succeed(client.rpc('open_practice', { practice_id: id }).single())).parts
    }
    expect(await partsOf(trustee)).toEqual(byRule.filter((choice) => choice !== 'money'))
    expect(await partsOf(beneficiary)).toEqual(readable('beneficiary', undefined))
  })

  it('does not have it shown to guests of the service', async () => {
    const { owner, executor } = await household('released', ['executor'], ({ owner }) => [
      (async () => {
        const [row] = await succeed(
          owner.client.from('designations').select('id').eq('person_name', 'Edith Executor'),
        )
        await succeed(set(owner, row?.id ?? 0, 'portrait', 'never'))
      })(),
    ])
    await succeed(
      executor.client
        .from('services')
        .insert({ owner_id: owner.id, ...someService })
        .select(),
    )
    const share = (given: { shows_portrait?: boolean; takes_memories?: boolean }) =>
      executor.client.rpc('share_with_guests', { owner_id: owner.id, ...given })
    await refused(share({ shows_portrait: true }), code.notThisPerson)
    await refused(share({ shows_portrait: true, takes_memories: true }), code.notThisPerson)
    await succeed(share({ shows_portrait: false, takes_memories: true }))
    expect(
      await succeed(executor.client.from('services').select('shows_portrait, takes_memories').single()),
    ).toEqual({ shows_portrait: false, takes_memories: true })
  })

  it('still learns what everyone named does: messages, the service, the certificate, memories, their role', async () => {
    const who = await person('Ann')
    const { owner } = await household('released', [], (given) => [
      designateAccepted(given.owner, who, 'executor').then((id) => setAll(given.owner, id, 'never')),
    ])
    expect(await tablesReadBy(who, owner)).toEqual([])
    await touches(who.client.from('video_messages').select(), 1)
    const arranged = who.client.from('services').insert({ owner_id: owner.id, ...someService })
    await touches(arranged.select(), 1)
    const words = { id: randomUUID(), owner_id: owner.id, words: 'She sang.' }
    await touches(who.client.from('memories').insert(words).select(), 1)
    await touches(who.client.from('v_effective_roles').select(), 1)
    await touches(who.client.from('profiles').select().eq('user_id', owner.id), 1)
    for (const section of ['first-days', 'memories', 'messages', 'certificate'])
      await succeed(who.client.rpc('record_view', { owner_id: owner.id, section }))
    for (const step of ['general:certificates', 'own:1', 'estate:1', 'video_messages:all'])
      await touches(add(who, mark(owner, step)).select(), 1)
    expect(await succeed(who.client.rpc('memorial_access', { owner_id: owner.id }))).toMatchObject([
      { role: 'executor', can_view: true, can_view_finances: true, parts: [] },
    ])
  })
})
