// Whatever arguments a person sends to a function of the API, it answers or refuses by a code that the app knows, and
// neither another owner's plan nor anyone's rights change.
import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import {
  asAdministrator,
  type Household,
  hasSql,
  household,
  needsSql,
  type Row,
  service,
  succeed,
} from '../support/people.ts'
import { untyped } from './answers.ts'

type Values = (home: Household<'stranger'>) => fc.Arbitrary<unknown>

const anything: Values = () =>
  fc.oneof(
    fc.jsonValue(),
    fc.string({ unit: 'binary' }),
    fc.constantFrom(null, '', '{}', '\u0000', -1, 2 ** 63, 1e308),
  )
const orAnything =
  (fits: Values): Values =>
  (home) =>
    fc.oneof({ weight: 3, arbitrary: fits(home) }, anything(home))

const ownerId = orAnything(({ owner, stranger }) =>
  fc.oneof(fc.constantFrom(owner.id, stranger.id), fc.uuid()),
)
const designationId = orAnything(({ designation }) => fc.oneof(fc.constant(designation.spare), fc.integer()))
const rowId = orAnything(({ row }) => fc.oneof(fc.constantFrom(...Object.values(row)), fc.uuid()))
const yesOrNo = orAnything(() => fc.boolean())

/** The functions that signed-in people may call with arguments. */
const functions: Record<string, Record<string, Values>> = {
  memorial_access: { owner_id: ownerId },
  my_certificate_wait: { owner_id: ownerId },
  certificate_objections: { owner_id: ownerId },
  object_to_certificate: { owner_id: ownerId, words: orAnything(() => fc.string()) },
  withdraw_objection: { owner_id: ownerId },
  stored_files: { owner_id: ownerId },
  invite_guests: {
    owner_id: ownerId,
    guests: orAnything(() =>
      fc.array(fc.record({ name: fc.string(), email: fc.emailAddress() }, { requiredKeys: [] })),
    ),
  },
  add_guest: {
    owner_id: ownerId,
    guest_id: rowId,
    name: orAnything(() => fc.string()),
    phone: orAnything(() => fc.string()),
    contact_id: rowId,
  },
  remind_guests: { owner_id: ownerId },
  take_guest_answer: {
    guest_id: rowId,
    answer: orAnything(() => fc.constantFrom('yes', 'no', null)),
    people: orAnything(() => fc.integer()),
    message: orAnything(() => fc.string()),
    seen_at: orAnything(() => fc.constantFrom('2026-11-02T10:00:00Z', 'infinity', null)),
  },
  withdraw_guest: { guest_id: rowId, withdrawn: yesOrNo },
  share_with_guests: { owner_id: ownerId, shows_portrait: yesOrNo, takes_memories: yesOrNo },
  set_date_of_death: {
    owner_id: ownerId,
    died_on: orAnything(() => fc.constantFrom('2026-11-02', '1899-12-31', '2026-02-30', 'infinity', null)),
  },
  accept_designation_invite: { designation_id: designationId },
  decline_designation_invite: { designation_id: designationId },
  change_designation_role: {
    designation_id: designationId,
    role: orAnything(() => fc.constantFrom('beneficiary', 'trustee', 'executor', 'owner')),
  },
  revoke_designation: { designation_id: designationId },
  confirm_browser: { browser_id: rowId },
  refuse_browser: { browser_id: rowId },
  step_down: { designation_id: designationId },
  ask_address_again: { designation_id: designationId },
  submit_death_certificate: {
    owner_id: ownerId,
    path: orAnything(({ owner }) => fc.string().map((name) => `${owner.id}/${name}`)),
  },
  set_visibility_hold: { hold: yesOrNo, days: orAnything(() => fc.constantFrom(7, null, 0, 2_147_483_647)) },
  plan_rows: {
    owner_id: ownerId,
    tables: orAnything(() => fc.array(fc.oneof(fc.constantFrom('contacts', 'health_notes'), fc.string()))),
  },
  record_view: {
    owner_id: ownerId,
    section: orAnything(() => fc.constantFrom('certificate', 'funeral', 'messages', 'home')),
    item_id: rowId,
  },
  set_part_timing: {
    designation_id: designationId,
    choice: orAnything(() => fc.constantFrom('money', 'contacts', 'messages')),
    timing: orAnything(() => fc.constantFrom('never', 'after_death', 'first_hours', 'now')),
  },
  preview_memorial: {
    designation_id: designationId,
    moment: orAnything(() => fc.constantFrom('now', 'ill', 'died', 'after_release')),
  },
  open_first_hours: { owner_id: ownerId, reason: orAnything(() => fc.constantFrom('ill', 'died')) },
  prolong_first_hours: { owner_id: ownerId },
  first_hours_of: { owner_id: ownerId },
  answer_opening: { was_right: yesOrNo },
  allow_opening: { designation_id: designationId },
  set_opening_notice: { hours: orAnything(() => fc.constantFrom(0, 24, -1, 40_000)) },
  start_practice: {
    designation_ids: orAnything(({ designation }) =>
      fc.array(fc.oneof(fc.constant(designation.spare), fc.integer())),
    ),
  },
  open_practice: { practice_id: rowId },
  complete_practice: { practice_id: rowId },
}

/**
 * Our own refusals; 22 and 23, a value that its type or a constraint refuses; 42501, not allowed; PGRST, no function with
 * these arguments; SUP, a value that the embedded database refuses before it runs anything.
 */
const understood = /^(HW\d{3}|2[23]...|42501|PGRST\d+|SUP)$/

describe('functions', () => {
  let home: Household<'stranger'>
  beforeAll(async () => {
    home = await household('hidden', ['stranger'])
  })

  const everythingOfTheOwner = async () => {
    const read = async (table: string, column: string): Promise<Row[]> =>
      succeed(untyped(service).from(table).select().eq(column, home.owner.id))
    return Promise.all([
      read('profiles', 'user_id'),
      read('designations', 'owner_id'),
      read('practices', 'owner_id'),
      read('access_events', 'owner_id'),
    ])
  }

  it.skipIf(!hasSql)(
    `a function of the API that takes arguments of people is tried here${needsSql}`,
    async () => {
      const rows = await asAdministrator<{ name: string }>(
        `select proname as name from pg_proc p where pronamespace = 'public'::regnamespace and pronargs > 0
          and has_function_privilege('authenticated', p.oid, 'execute')
          and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e')`,
      )
      expect(rows.map(({ name }) => name).sort()).toEqual(Object.keys(functions).sort())
    },
  )

  it('a function of the API answers or refuses whatever a stranger sends, and the owner’s plan, rights and history stay as they were', async () => {
    const calls = Object.entries(functions).map(([name, values]) =>
      fc
        .record(
          Object.fromEntries(Object.entries(values).map(([argument, value]) => [argument, value(home)])),
          { requiredKeys: [] },
        )
        .map((args) => ({ name, args })),
    )
    const odd = new Set<string>()
    const property = fc.asyncProperty(fc.oneof(...calls), async ({ name, args }) => {
      const { error } = await untyped(home.stranger.client).rpc(name, args)
      if (error && !understood.test(error.code)) odd.add(`${name}: ${error.code} ${error.message}`)
    })
    const before = await everythingOfTheOwner()
    await fc.assert(property, { numRuns: 300, seed: 20_261_121 })
    expect([...odd]).toEqual([])
    expect(await everythingOfTheOwner()).toEqual(before)
  })
})
