// The design's table "who may do what", tried by each person in every state of a household.
// To run it on real Postgres and PostgREST: see tests/policies/README.md.
import { beforeAll, describe, expect, it } from 'vitest'
import {
  address,
  asAdministrator,
  designate,
  designateAccepted,
  fillHealth,
  type Household,
  hasSql,
  household,
  needsSql,
  person,
  type State,
  states,
  succeed,
  turnHealthOn,
} from '../support/people.ts'
import { forceService, someService } from '../support/services.ts'
import { code, refused, touches, untyped } from './answers.ts'
import { findRights, readRules, type Trial } from './matrix.ts'

// S select · I insert · U update · D delete · - nothing
// "open": the owner lifted the hold · "waiting": approved, in the waiting period · "stopped": by the living owner

const thePlan = `
              | hidden | open | hidden, in review | open, in review | waiting | released | stopped
  owner       | SIUD   | SIUD | SIUD              | SIUD            | S       | S        | SIUD
  beneficiary | -      | S    | -                 | S               | -       | S        | -
  trustee     | -      | S    | -                 | S               | -       | S        | -
  executor    | -      | S    | -                 | S               | -       | S        | -
  invited     | -      | -    | -                 | -               | -       | -        | -
  revoked     | -      | -    | -                 | -               | -       | -        | -
  stranger    | -      | -    | -                 | -               | -       | -        | -
  anonymous   | -      | -    | -                 | -               | -       | -        | -`

const moneyMatters = `
              | hidden | open | hidden, in review | open, in review | waiting | released | stopped
  owner       | SIUD   | SIUD | SIUD              | SIUD            | S       | S        | SIUD
  beneficiary | -      | -    | -                 | -               | -       | -        | -
  trustee     | -      | S    | -                 | S               | -       | S        | -
  executor    | -      | S    | -                 | S               | -       | S        | -
  invited     | -      | -    | -                 | -               | -       | -        | -
  revoked     | -      | -    | -                 | -               | -       | -        | -
  stranger    | -      | -    | -                 | -               | -       | -        | -
  anonymous   | -      | -    | -                 | -               | -       | -        | -`

const theProfile = `
              | hidden | open | hidden, in review | open, in review | waiting | released | stopped
  owner       | SU     | SU   | SU                | SU              | S       | S        | SU
  beneficiary | S      | S    | S                 | S               | S       | S        | S
  trustee     | S      | S    | S                 | S               | S       | S        | S
  executor    | S      | S    | S                 | S               | S       | S        | S
  invited     | -      | -    | -                 | -               | -       | -        | -
  revoked     | -      | -    | -                 | -               | -       | -        | -
  stranger    | -      | -    | -                 | -               | -       | -        | -
  anonymous   | -      | -    | -                 | -               | -       | -        | -`

// The row of a designee without an account. A separate test covers which people see their own row.
const somebodysDesignation = `
              | hidden | open | hidden, in review | open, in review | waiting | released | stopped
  owner       | SID    | SID  | SID               | SID             | S       | S        | SID
  beneficiary | -      | -    | -                 | -               | -       | -        | -
  trustee     | -      | -    | -                 | -               | -       | -        | -
  executor    | -      | -    | -                 | -               | -       | -        | -
  invited     | -      | -    | -                 | -               | -       | -        | -
  revoked     | -      | -    | -                 | -               | -       | -        | -
  stranger    | -      | -    | -                 | -               | -       | -        | -
  anonymous   | -      | -    | -                 | -               | -       | -        | -`

const theHistory = `
              | hidden | open | hidden, in review | open, in review | waiting | released | stopped
  owner       | S      | S    | S                 | S               | S       | S        | S
  beneficiary | S      | S    | S                 | S               | S       | S        | S
  trustee     | S      | S    | S                 | S               | S       | S        | S
  executor    | S      | S    | S                 | S               | S       | S        | S
  invited     | -      | -    | -                 | -               | -       | -        | -
  revoked     | -      | -    | -                 | -               | -       | -        | -
  stranger    | -      | -    | -                 | -               | -       | -        | -
  anonymous   | -      | -    | -                 | -               | -       | -        | -`

const theMembership = `
              | hidden | open | hidden, in review | open, in review | waiting | released | stopped
  owner       | S      | S    | S                 | S               | S       | S        | S
  beneficiary | -      | -    | -                 | -               | -       | -        | -
  trustee     | -      | -    | -                 | -               | -       | -        | -
  executor    | -      | -    | -                 | -               | -       | -        | -
  invited     | -      | -    | -                 | -               | -       | -        | -
  revoked     | -      | -    | -                 | -               | -       | -        | -
  stranger    | -      | -    | -                 | -               | -       | -        | -
  anonymous   | -      | -    | -                 | -               | -       | -        | -`

// Only its owner sees the code on a card.
const theCard = theMembership

// How the first hours open, and when they were closed: changed by functions alone.
const theNotice = theMembership

// Arranged after the death: the owner has no part in it.
const theService = `
              | hidden | open | hidden, in review | open, in review | waiting | released | stopped
  owner       | -      | -    | -                 | -               | -       | -        | -
  beneficiary | -      | -    | -                 | -               | -       | S        | -
  trustee     | -      | -    | -                 | -               | -       | SIU      | -
  executor    | -      | -    | -                 | -               | -       | SIU      | -
  invited     | -      | -    | -                 | -               | -       | -        | -
  revoked     | -      | -    | -                 | -               | -       | -        | -
  stranger    | -      | -    | -                 | -               | -       | -        | -
  anonymous   | -      | -    | -                 | -               | -       | -        | -`

// For no one whom the owner did not choose for it, the trustees included.
const theHealth = `
              | hidden | open | hidden, in review | open, in review | waiting | released | stopped
  owner       | SIUD   | SIUD | SIUD              | SIUD            | S       | S        | SIUD
  beneficiary | -      | -    | -                 | -               | -       | -        | -
  trustee     | -      | -    | -                 | -               | -       | -        | -
  executor    | -      | -    | -                 | -               | -       | -        | -
  invited     | -      | -    | -                 | -               | -       | -        | -
  revoked     | -      | -    | -                 | -               | -       | -        | -
  stranger    | -      | -    | -                 | -               | -       | -        | -
  anonymous   | -      | -    | -                 | -               | -       | -        | -`

// Given again when the words have changed, and taken back by a function alone.
const theConsent = `
              | hidden | open | hidden, in review | open, in review | waiting | released | stopped
  owner       | SIU    | SIU  | SIU               | SIU             | S       | S        | SIU
  beneficiary | -      | -    | -                 | -               | -       | -        | -
  trustee     | -      | -    | -                 | -               | -       | -        | -
  executor    | -      | -    | -                 | -               | -       | -        | -
  invited     | -      | -    | -                 | -               | -       | -        | -
  revoked     | -      | -    | -                 | -               | -       | -        | -
  stranger    | -      | -    | -                 | -               | -       | -        | -
  anonymous   | -      | -    | -                 | -               | -       | -        | -`

const itsGuests = `
              | hidden | open | hidden, in review | open, in review | waiting | released | stopped
  owner       | -      | -    | -                 | -               | -       | -        | -
  beneficiary | -      | -    | -                 | -               | -       | -        | -
  trustee     | -      | -    | -                 | -               | -       | S        | -
  executor    | -      | -    | -                 | -               | -       | S        | -
  invited     | -      | -    | -                 | -               | -       | -        | -
  revoked     | -      | -    | -                 | -               | -       | -        | -
  stranger    | -      | -    | -                 | -               | -       | -        | -
  anonymous   | -      | -    | -                 | -               | -       | -        | -`

const rules: { trial: Trial; rules: string }[] = [
  {
    rules: thePlan,
    trial: {
      table: 'funeral_plan',
      row: ({ owner }) => ({ user_id: owner.id }),
      insert: ({ owner }, n) => ({ user_id: owner.id, venue: `Venue ${n}` }),
      update: { venue: 'Somewhere else' },
      beforeInsert: async ({ owner }) => owner.client.from('funeral_plan').delete().eq('user_id', owner.id),
    },
  },
  {
    rules: thePlan,
    trial: {
      table: 'contacts',
      row: ({ row }) => ({ id: row.contact }),
      insert: ({ owner }, n) => ({ user_id: owner.id, name: `Contact ${n}` }),
      update: { name: 'Someone else' },
    },
  },
  {
    rules: thePlan,
    trial: {
      table: 'video_messages',
      row: ({ row }) => ({ id: row.video }),
      insert: ({ owner }, n) => ({
        user_id: owner.id,
        title: `Video ${n}`,
        storage_path: `${owner.id}/${n}.mp4`,
      }),
      update: { title: 'Something else' },
    },
  },
  {
    rules: thePlan,
    trial: {
      table: 'estate_documents',
      row: ({ row }) => ({ id: row.document }),
      insert: ({ owner }, n) => ({
        user_id: owner.id,
        doc_type: 'other',
        description: `Paper ${n}`,
        file_path: `${owner.id}/estate/${n}.pdf`,
      }),
      update: { description: 'Something else' },
    },
  },
  {
    rules: moneyMatters,
    trial: {
      table: 'financial_accounts',
      row: ({ row }) => ({ id: row.account }),
      insert: ({ owner }, n) => ({ user_id: owner.id, institution: `Bank ${n}`, account_name: 'Savings' }),
      update: { notes: 'Empty' },
    },
  },
  {
    rules: moneyMatters,
    trial: {
      table: 'insurance_policies',
      row: ({ row }) => ({ id: row.insurance }),
      insert: ({ owner }, n) => ({ user_id: owner.id, provider: `Insurer ${n}` }),
      update: { provider: 'Another' },
    },
  },
  {
    rules: moneyMatters,
    trial: {
      table: 'home_items',
      row: ({ row }) => ({ id: row.homeItem }),
      insert: ({ owner }, n) => ({ user_id: owner.id, kind: 'pet', name: `Cat ${n}` }),
      update: { caretaker: 'Carl' },
    },
  },
  {
    rules: thePlan,
    trial: {
      table: 'portraits',
      row: ({ row }) => ({ id: row.portrait }),
      insert: ({ owner, row }, n) => ({ id: n === 0 ? row.portrait : undefined, user_id: owner.id }),
      update: { remembered_by: 'A saying' },
      beforeInsert: async ({ owner }) => owner.client.from('portraits').delete().eq('user_id', owner.id),
    },
  },
  {
    rules: theHealth,
    trial: {
      table: 'health_notes',
      row: ({ owner }) => ({ user_id: owner.id }),
      insert: ({ owner }, n) => ({ user_id: owner.id, medicines: `Medicine ${n}` }),
      update: { donor: 'yes' },
      beforeInsert: async ({ owner }) => owner.client.from('health_notes').delete().eq('user_id', owner.id),
    },
  },
  {
    rules: theHealth,
    trial: {
      table: 'health_papers',
      row: ({ owner }) => ({ user_id: owner.id, kind: 'advance_directive' }),
      insert: ({ owner }, n) => ({ user_id: owner.id, kind: 'polst', place: `Drawer ${n}` }),
      update: { place: 'In the hall' },
    },
  },
  {
    rules: theConsent,
    trial: {
      table: 'health_consents',
      row: ({ owner }) => ({ user_id: owner.id }),
      insert: ({ owner }) => ({ user_id: owner.id, worded_on: '2026-11-24' }),
      update: { worded_on: '2026-11-24' },
    },
  },
  {
    rules: theProfile,
    trial: {
      table: 'profiles',
      row: ({ owner }) => ({ user_id: owner.id }),
      insert: ({ owner }) => ({ user_id: owner.id }),
      update: { full_name: 'Another Name' },
    },
  },
  {
    rules: somebodysDesignation,
    trial: {
      table: 'designations',
      row: ({ designation }) => ({ id: designation.spare }),
      insert: ({ owner }, n) => ({
        owner_id: owner.id,
        person_name: `Person ${n}`,
        person_email: `person${n}.${owner.id}@example.com`,
        role: 'executor',
      }),
      update: { role: 'executor' },
    },
  },
  {
    rules: theHistory,
    trial: {
      table: 'access_events',
      row: ({ owner }) => ({ owner_id: owner.id }),
      insert: ({ owner }) => ({ owner_id: owner.id, action: 'made_up' }),
      update: { action: 'made_up' },
    },
  },
  {
    rules: theHistory,
    trial: {
      table: 'v_effective_roles',
      row: ({ owner }) => ({ owner_id: owner.id }),
      insert: ({ owner, stranger }) => ({ owner_id: owner.id, viewer_id: stranger.id, role: 'executor' }),
      update: { role: 'executor' },
    },
  },
  {
    rules: theMembership,
    trial: {
      table: 'subscriptions',
      row: ({ owner }) => ({ user_id: owner.id }),
      insert: ({ owner }) => ({ user_id: owner.id, status: 'active', lifetime: true }),
      update: { lifetime: true },
    },
  },
  {
    rules: theCard,
    trial: {
      table: 'cards',
      row: ({ owner }) => ({ user_id: owner.id }),
      insert: ({ owner }) => ({ user_id: owner.id, code: '0'.repeat(28) }),
      update: { code: '0'.repeat(28) },
    },
  },
  {
    rules: theNotice,
    trial: {
      table: 'first_hours',
      row: ({ owner }) => ({ owner_id: owner.id }),
      insert: ({ owner }) => ({ owner_id: owner.id, notice_hours: 0 }),
      update: { closed_at: null },
    },
  },
  {
    rules: theService,
    trial: {
      table: 'services',
      row: ({ owner }) => ({ owner_id: owner.id }),
      insert: ({ owner }) => ({ owner_id: owner.id, ...someService }),
      update: { note: 'Something else' },
    },
  },
  {
    rules: itsGuests,
    trial: {
      table: 'service_guests',
      row: ({ owner }) => ({ owner_id: owner.id }),
      insert: ({ owner }, n) => ({ owner_id: owner.id, name: `Guest ${n}`, email: address('Guest') }),
      update: { is_withdrawn: true },
    },
  },
]

// The state affects only what others may read; the write policies admit the owner alone. So others try to write only
// where the plan is most closed and most open, and try to read in every state.
const othersTryToWrite: State[] = ['hidden', 'open', 'released']
const needsReview: State[] = ['waiting', 'released', 'stopped']

beforeAll(turnHealthOn)

describe.each(states)('while the plan is %s', (state) => {
  const canRun = hasSql || !needsReview.includes(state)
  describe.skipIf(!canRun)(`everyone's rights${canRun ? '' : needsSql}`, () => {
    let home: Household
    beforeAll(async () => {
      home = await household(state, undefined, ({ owner }) => [
        fillHealth(owner),
        succeed(owner.client.rpc('make_card')),
        succeed(owner.client.rpc('set_opening_notice', { hours: 24 })),
      ])
      if (hasSql) await forceService(home.owner)
    })

    it.each(rules)('to $trial.table are exactly those of the rules', async ({ trial, rules }) => {
      expect(await findRights(home, trial, othersTryToWrite.includes(state))).toEqual(
        readRules(rules, states)[state],
      )
    })
  })
})

describe('funeral plans', () => {
  it('a funeral plan stays its owner’s: a reader neither takes it over nor puts their own in its place', async () => {
    const [{ owner }, executor] = await Promise.all([household('open', []), person('Edith Executor')])
    await designateAccepted(owner, executor, 'executor')
    const plans = () => executor.client.from('funeral_plan')
    await touches(plans().update({ user_id: executor.id }).eq('user_id', owner.id).select(), 0)
    await succeed(plans().insert({ user_id: executor.id, venue: 'The beach' }).select().single())
    await succeed(owner.client.from('funeral_plan').delete().eq('user_id', owner.id).select().single())
    await refused(plans().update({ user_id: owner.id }).eq('user_id', executor.id), code.notAllowed)
    await touches(plans().update({ user_id: executor.id }).eq('user_id', executor.id).select(), 1)
  })
})

describe('designations of an owner', () => {
  it('the designations are visible to the owner; others see only the row that names them, and a revoked designee sees the revocation', async () => {
    const { designation, ...people } = await household('open')
    const rowsSeenBy = async (
      who: 'owner' | 'beneficiary' | 'trustee' | 'executor' | 'invited' | 'revoked' | 'stranger',
    ) => {
      const rows = await succeed(people[who].client.from('designations').select('id'))
      return Object.entries(designation)
        .filter(([, id]) => rows.some((row) => row.id === id))
        .map(([name]) => name)
    }
    expect(await rowsSeenBy('owner')).toEqual(Object.keys(designation))
    expect(await rowsSeenBy('beneficiary')).toEqual(['beneficiary'])
    expect(await rowsSeenBy('trustee')).toEqual(['trustee'])
    expect(await rowsSeenBy('executor')).toEqual(['executor'])
    expect(await rowsSeenBy('invited')).toEqual(['invited'])
    expect(await rowsSeenBy('revoked')).toEqual(['revoked'])
    expect(await rowsSeenBy('stranger')).toEqual([])
  })

  it('the designations are added and removed by the owner alone: not by the person named, nor in another owner’s name', async () => {
    const [{ owner }, executor] = await Promise.all([household('open', []), person('Edith Executor')])
    const id = await designateAccepted(owner, executor, 'executor')
    const designations = () => executor.client.from('designations')
    await touches(designations().delete().eq('id', id).select(), 0)
    const email = address('Adam')
    const added = { person_name: 'Adam Added', person_email: email, role: 'executor' } as const
    await refused(designations().insert({ ...added, owner_id: owner.id }), code.notAllowed)
    expect((await designations().insert({ ...added, owner_id: executor.id })).error).toBeNull()
  })

  it('the designations give the effective roles: all to the owner, to each designee their own, to a revoked one none', async () => {
    const { owner, ...people } = await household()
    const rolesSeenBy = async ({ client }: { client: typeof owner.client }) =>
      (await succeed(client.from('v_effective_roles').select('role, viewer_id').eq('owner_id', owner.id)))
        .map(({ role }) => role)
        .sort()
    expect(await rolesSeenBy(owner)).toEqual(['beneficiary', 'executor', 'trustee'])
    expect(await rolesSeenBy(people.beneficiary)).toEqual(['beneficiary'])
    expect(await rolesSeenBy(people.trustee)).toEqual(['trustee'])
    expect(await rolesSeenBy(people.executor)).toEqual(['executor'])
    for (const who of [people.invited, people.revoked, people.stranger])
      expect(await rolesSeenBy(who)).toEqual([])
  })
})

describe('filters', () => {
  it('reading without a filter gives a stranger only their own rows', async () => {
    const { owner, stranger } = await household('open', ['executor', 'stranger'], (given) => [
      fillHealth(given.owner),
    ])
    for (const table of [
      'funeral_plan',
      'contacts',
      'video_messages',
      'estate_documents',
      'financial_accounts',
      'insurance_policies',
      'home_items',
      'portraits',
      'health_consents',
      'health_notes',
      'health_papers',
      'designations',
      'access_events',
      'v_effective_roles',
    ] as const) {
      expect(await succeed(untyped(stranger.client).from(table).select()), table).toEqual([])
      expect((await succeed(untyped(owner.client).from(table).select())).length, table).toBeGreaterThan(0)
    }
    expect(await succeed(stranger.client.from('profiles').select('user_id'))).toEqual([
      { user_id: stranger.id },
    ])
    expect(await succeed(stranger.client.from('subscriptions').select('user_id'))).toEqual([
      { user_id: stranger.id },
    ])
  })

  it('with embedded tables gives a designee no more than reading those tables directly', async () => {
    const { executor, beneficiary, stranger } = await household('hidden', [
      'executor',
      'beneficiary',
      'stranger',
    ])
    const embed = 'id, title, designations(id, person_email)'
    for (const { client } of [executor, beneficiary, stranger]) {
      expect(await succeed(client.from('video_messages').select(embed))).toEqual([])
      expect(
        (await succeed(client.from('designations').select('id, video_messages(id)'))).flatMap(
          (d) => d.video_messages,
        ),
      ).toEqual([])
    }
  })
})

describe.skipIf(!hasSql)(`sums${needsSql}`, () => {
  it.each([
    ['hidden', false],
    ['open', true],
    ['open, in review', true],
    ['waiting', false],
    ['released', true],
    ['stopped', false],
  ] as const)('grant access by role and state: %s → %s', async (state, open) => {
    const { owner, beneficiary, trustee, executor, ...others } = await household(state)
    const ask = ({ client }: { client: typeof owner.client }) =>
      succeed(client.rpc('memorial_access', { owner_id: owner.id }))
    expect(await ask(beneficiary)).toMatchObject([
      { role: 'beneficiary', can_view: open, can_view_finances: false },
    ])
    expect(await ask(trustee)).toMatchObject([{ role: 'trustee', can_view: open, can_view_finances: open }])
    expect(await ask(executor)).toMatchObject([{ role: 'executor', can_view: open, can_view_finances: open }])
    for (const who of [owner, others.invited, others.revoked, others.stranger])
      expect(await ask(who)).toEqual([])
  })

  it('memorial_access and plan_overview count no person who declined or was revoked', async () => {
    const [owner, dan] = await Promise.all([person('Olive Owner'), person('Dan')])
    const declined = await designate(owner, dan.email, 'executor')
    await succeed(dan.client.rpc('decline_designation_invite', { designation_id: declined }))
    const revoked = await designate(owner, address('Rex'), 'executor')
    await succeed(owner.client.rpc('revoke_designation', { designation_id: revoked }))
    await asAdministrator('update public.designations set mail_refused_at = now() where owner_id = $1', [
      owner.id,
    ])
    const { client, id: user_id } = owner
    await succeed(client.from('funeral_plan').insert({ user_id, completed_at: '2026-01-01' }))
    const { counts } = await succeed(client.rpc('plan_overview').single())
    expect(counts).toMatchObject({
      people: 0,
      people_refusing_mail: 0,
      executors: 0,
      funeral_plan_saved: true,
    })
  })

  it('memorial_access and plan_overview count no arrangements while the row of the funeral plan says nothing', async () => {
    const { client, id: user_id } = await person('Olive Owner')
    await succeed(
      client.from('funeral_plan').insert({ user_id, music_playlist_ref: 'https://example.com/list' }),
    )
    const { counts } = await succeed(client.rpc('plan_overview').single())
    expect(counts).toMatchObject({
      funeral_plan_saved: false,
      music_chosen: true,
    })
  })

  it('memorial_access and plan_overview count a wish about the voice and the face as an arrangement', async () => {
    const { client, id: user_id } = await person('Olive Owner')
    await succeed(client.from('funeral_plan').insert({ user_id, likeness: 'no' }))
    const { counts } = await succeed(client.rpc('plan_overview').single())
    expect(counts).toMatchObject({ funeral_plan_saved: true })
  })

  it('memorial_access and plan_overview name no date of the next review while the plan is empty, even after "Still right"', async () => {
    const { executor } = await household('open', ['executor'])
    await succeed(executor.client.rpc('confirm_plan'))
    const { plan_reviewed_at, review_due_at } = await succeed(executor.client.rpc('plan_overview').single())
    expect({ plan_reviewed_at, review_due_at }).toEqual({
      plan_reviewed_at: expect.any(String),
      review_due_at: null,
    })
  })

  it('memorial_access and plan_overview count only the plan of the user who asks', async () => {
    const { owner, executor } = await household('open')
    expect(await succeed(owner.client.rpc('plan_overview'))).toEqual([
      {
        full_name: owner.name,
        counts: {
          people: 5,
          people_accepted: 3,
          people_refusing_mail: 0,
          executors: 2,
          funeral_plan_saved: true,
          music_chosen: false,
          contacts: 1,
          videos: 1,
          insurance: 1,
          accounts: 1,
          documents: 1,
          health: 0,
          health_readers: 0,
          health_first_hours_readers: 0,
          health_notes_not_offered: 0,
          health_papers_not_offered: 0,
          health_papers: 0,
          home_items: 1,
          portrait: true,
        },
        plan_reviewed_at: null,
        review_due_at: expect.any(String),
      },
    ])
    expect(await succeed(executor.client.rpc('plan_overview'))).toEqual([
      {
        full_name: null,
        counts: {
          people: 0,
          people_accepted: 0,
          people_refusing_mail: 0,
          executors: 0,
          funeral_plan_saved: false,
          music_chosen: false,
          contacts: 0,
          videos: 0,
          insurance: 0,
          accounts: 0,
          documents: 0,
          health: 0,
          health_readers: 0,
          health_first_hours_readers: 0,
          health_notes_not_offered: 0,
          health_papers_not_offered: 0,
          health_papers: 0,
          home_items: 0,
          portrait: false,
        },
        plan_reviewed_at: null,
        review_due_at: null,
      },
    ])
  })
})
