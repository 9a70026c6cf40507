// Attacks 1 to 5, 12, 13 and 17 of README.md, on the tables and functions of the Data API.
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { publishableKey } from '../functions/calls.ts'
import { code, untyped } from '../policies/answers.ts'
import {
  address,
  fillHealth,
  type Household,
  hasSql,
  household,
  isDatabaseOnly,
  needsSql,
  type Row,
  service,
  succeed,
  turnHealthOn,
} from '../support/people.ts'
import { type Answer, apiTables, ask, codeOf } from './raw.ts'

const rest = '/rest/v1'
const ownerColumn = (table: string) =>
  /^(designations|part_access|first_hours|access_events|practices|step_marks|service|memories|v_)/.test(table)
    ? 'owner_id'
    : 'user_id'
const count = { prefer: 'count=exact' }
/** How many rows an answer says there are, whether or not it shows them. */
const total = ({ headers }: Answer) => headers.get('content-range')?.split('/')[1]
const representation = { prefer: 'return=representation' }
const merge = { prefer: 'return=representation,resolution=merge-duplicates' }

describe.skipIf(isDatabaseOnly || !hasSql)(`the Data API under attack${needsSql}`, () => {
  let home: Household
  let tables: string[]
  let before: Row[][]

  /** All that the owner has, as a server sees it. The history is left out: it grows by reading. */
  const everythingOfTheOwner = () =>
    Promise.all(
      tables
        .filter((table) => table !== 'access_events' && !table.startsWith('v_'))
        .map((table) =>
          succeed(
            untyped(service).from(table).select().eq(ownerColumn(table), home.owner.id).order('created_at'),
          ),
        ),
    )

  beforeAll(turnHealthOn)

  beforeAll(async () => {
    ;[home, tables] = await Promise.all([
      household('open', undefined, ({ owner }) => [
        succeed(owner.client.rpc('make_card')),
        fillHealth(owner),
      ]),
      apiTables(),
    ])
    // As their role has it: a choice that changes what no one reads.
    await succeed(
      home.owner.client.rpc('set_part_timing', {
        designation_id: home.designation.beneficiary,
        choice: 'home',
        timing: 'never',
      }),
    )
    await succeed(home.owner.client.rpc('set_opening_notice', { hours: 24 }))
    before = await everythingOfTheOwner()
  })

  afterAll(async () => {
    expect(before.flat().length).toBeGreaterThan(12)
    expect(await everythingOfTheOwner(), 'no attack changed the plan').toEqual(before)
  })

  it('attack 1: someone with only the public key reads, writes and lists no table', async () => {
    expect(tables.length).toBeGreaterThan(10)
    for (const table of tables) {
      const path = `${rest}/${table}?${ownerColumn(table)}=eq.${home.owner.id}`
      expect([table, (await ask(home.owner, 'GET', path)).status]).toEqual([table, 200])
      for (const [method, body, headers = {}] of [
        ['GET'],
        ['GET', undefined, { authorization: `Bearer ${publishableKey}` }],
        ['HEAD'],
        ['POST', { [ownerColumn(table)]: home.owner.id }],
        ['PATCH', { [ownerColumn(table)]: home.owner.id }],
        ['DELETE'],
      ] as const) {
        const answer = await ask(null, method, path, { body, headers })
        expect([table, method, answer.status]).toEqual([table, method, 401])
        if (method !== 'HEAD') expect([table, codeOf(answer)]).toEqual([table, code.notAllowed])
      }
    }
    const description = await ask(null, 'GET', `${rest}/`)
    for (const table of tables) expect(JSON.stringify(description.body)).not.toContain(`"/${table}"`)
    expect(await ask(null, 'POST', `${rest}/rpc/billing_enabled`, { body: {} })).toMatchObject({
      status: 200,
    })
  })

  it('attack 2: a stranger learns of no row, nor how many there are, with or without a filter', async () => {
    for (const table of tables) {
      const of = `${ownerColumn(table)}=eq.${home.owner.id}`
      const seen = await ask(home.owner, 'GET', `${rest}/${table}?${of}`, { headers: count })
      if (!/^(practices|step_marks|service|memories)/.test(table))
        expect([table, total(seen)]).not.toEqual([table, '0'])
      for (const [method, query] of [
        ['GET', of],
        ['HEAD', `or=(${of.replace('=', '.')},${ownerColumn(table)}.is.null)`],
      ] as const) {
        const answer = await ask(home.stranger, method, `${rest}/${table}?${query}`, { headers: count })
        expect([table, query, answer.status, total(answer)]).toEqual([table, query, 200, '0'])
      }
      const all = await ask(home.stranger, 'GET', `${rest}/${table}?select=*`, { headers: count })
      expect(JSON.stringify(all.body)).not.toContain(home.owner.id)
    }
  })

  it('attack 3: a stranger adds no row to another plan, takes no row over, and moves none of their own into it', async () => {
    const { owner, stranger, row } = home
    const contact = (user_id: string, name = 'Mallory') => ({ user_id, name })
    const mine = await ask(stranger, 'POST', `${rest}/contacts`, {
      body: contact(stranger.id),
      headers: representation,
    })
    expect(mine.status).toBe(201)
    const [{ id: own = '' } = {}] = mine.body as { id?: string }[]
    const refused = async (method: string, path: string, body: unknown, headers = representation) => {
      const answer = await ask(stranger, method, `${rest}/${path}`, { body, headers })
      expect([method, path, codeOf(answer)]).toEqual([method, path, code.notAllowed])
    }
    await refused('POST', 'contacts', contact(owner.id))
    // One foreign row among one's own: none is added.
    await refused('POST', 'contacts', [contact(stranger.id, 'Beside'), contact(owner.id)])
    await refused('POST', 'contacts?columns=user_id,name', contact(owner.id))
    await refused('PATCH', `contacts?id=eq.${own}`, { user_id: owner.id })
    await refused('POST', 'contacts?on_conflict=id', { id: row.contact, ...contact(stranger.id) }, merge)
    await refused('POST', 'funeral_plan?on_conflict=user_id', { user_id: owner.id, venue: 'Mine' }, merge)
    for (const [method, body] of [
      ['PATCH', { name: 'Mallory' }],
      ['DELETE', undefined],
    ] as const) {
      const answer = await ask(
        stranger,
        method,
        `${rest}/contacts?id=in.(${row.contact},${own})&user_id=eq.${owner.id}`,
        {
          body,
          headers: representation,
        },
      )
      expect([method, answer.body]).toEqual([method, []])
    }
    const renamed = await ask(stranger, 'PATCH', `${rest}/contacts?id=eq.${own}`, {
      body: { name: 'Cousin Carla' },
      headers: representation,
    })
    expect(renamed.body).toMatchObject([{ name: 'Cousin Carla', user_id: stranger.id }])
    const left = await ask(stranger, 'GET', `${rest}/contacts?select=name`)
    expect(left.body).toEqual([{ name: 'Cousin Carla' }])
  })

  it('attack 4: no one declares a death, moves a review or points to a certificate by writing the profile', async () => {
    const { owner, stranger } = home
    const own = `${rest}/profiles?user_id=eq.${stranger.id}`
    for (const column of [
      { is_deceased: true },
      { death_review: 'approved' },
      { release_at: new Date().toISOString() },
      { death_certificate_path: `${owner.id}/certificate.pdf` },
    ]) {
      for (const [method, path, headers] of [
        ['PATCH', own, representation],
        ['PATCH', `${rest}/profiles?user_id=eq.${owner.id}`, representation],
        ['POST', `${rest}/profiles?on_conflict=user_id`, merge],
      ] as const) {
        const body = { user_id: stranger.id, full_name: 'Stan', ...column }
        const answer = await ask(stranger, method, path, { body, headers })
        expect([method, path, codeOf(answer)]).toEqual([method, path, code.notAllowed])
      }
    }
    const renamed = await ask(stranger, 'PATCH', own, {
      body: { full_name: 'Stan' },
      headers: representation,
    })
    expect(renamed.body).toMatchObject([
      { full_name: 'Stan', is_deceased: false, death_certificate_path: null },
    ])
  })

  it('attack 5: no function of the API runs for a caller without the right to it, nor by following a link', async () => {
    const { owner, executor, stranger } = home
    for (const [name, body] of [
      ['claim_mail', { p_batch: 1 }],
      ['account_to_delete', { p_user_id: owner.id }],
      ['stop_card_by_link', { p_report_id: owner.id }],
      ['admit_session', { p_session_id: randomUUID(), p_user_id: executor.id }],
    ] as const) {
      for (const who of [null, executor]) {
        const answer = await ask(who, 'POST', `${rest}/rpc/${name}`, { body })
        expect([name, codeOf(answer)]).toEqual([name, code.notAllowed])
      }
    }
    // What only policies and administrators call is not there, by whichever schema it is asked for.
    for (const name of [
      'viewable_owners',
      'enqueue_mail',
      'review_death_certificate',
      'close_account',
      'set_billing',
    ]) {
      for (const schema of ['public', 'private', 'admin']) {
        const headers = { 'content-profile': schema, 'accept-profile': schema }
        const answer = await ask(executor, 'POST', `${rest}/rpc/${name}`, { body: {}, headers })
        expect([name, schema, answer.status]).toEqual([name, schema, schema === 'public' ? 404 : 406])
      }
    }
    // A link in a mail or a page makes a GET, which must not act for the person who follows it.
    const hold = async () => (await ask(stranger, 'GET', `${rest}/profiles?select=visibility_hold`)).body
    const followed = await ask(stranger, 'GET', `${rest}/rpc/set_visibility_hold?hold=false`)
    expect([followed.status >= 400, await hold()]).toEqual([true, [{ visibility_hold: true }]])
    const pressed = await ask(stranger, 'POST', `${rest}/rpc/set_visibility_hold`, { body: { hold: false } })
    expect([pressed.status < 300, await hold()]).toEqual([true, [{ visibility_hold: false }]])
  })

  it('attack 12: a beneficiary reads no accounts, policies or other people’s roles, and no video for someone else', async () => {
    const { owner, beneficiary, trustee, designation } = home
    const of = (table: string) => `${rest}/${table}?${ownerColumn(table)}=eq.${owner.id}`
    for (const table of ['financial_accounts', 'insurance_policies']) {
      expect([table, (await ask(beneficiary, 'GET', of(table))).body]).toEqual([table, []])
      expect([table, (await ask(trustee, 'GET', of(table))).body]).toHaveProperty('1.length', 1)
    }
    const named = await ask(beneficiary, 'GET', `${of('designations')}&select=id`)
    expect(named.body).toEqual([{ id: designation.beneficiary }])
    const message = {
      user_id: owner.id,
      storage_path: `${owner.id}/${randomUUID()}.mp4`,
      for_beneficiary: designation.trustee,
    }
    const [{ id = '' } = {}] = (
      await ask(owner, 'POST', `${rest}/video_messages`, { body: message, headers: representation })
    ).body as { id?: string }[]
    const forTess = `${rest}/video_messages?id=eq.${id}&select=id`
    expect((await ask(trustee, 'GET', forTess)).body).toEqual([{ id }])
    expect((await ask(beneficiary, 'GET', forTess)).body).toEqual([])
    expect((await ask(owner, 'DELETE', `${rest}/video_messages?id=eq.${id}`)).status).toBe(204)
  })

  it('attack 13: no designee changes their role or answer, and only the owner names people', async () => {
    const { owner, beneficiary, invited, revoked, designation } = home
    const now = new Date().toISOString()
    for (const [who, id, change] of [
      [beneficiary, designation.beneficiary, { role: 'executor' }],
      [invited, designation.invited, { accepted_at: now, beneficiary_user_id: invited.id }],
      [revoked, designation.revoked, { revoked_at: null }],
    ] as const) {
      const answer = await ask(who, 'PATCH', `${rest}/designations?id=eq.${id}`, {
        body: change,
        headers: representation,
      })
      expect([change, codeOf(answer)]).toEqual([change, code.notAllowed])
      expect(
        (await ask(who, 'DELETE', `${rest}/designations?id=eq.${id}`, { headers: representation })).body,
      ).toEqual([])
    }
    const naming = (owner_id: string) => ({
      owner_id,
      person_name: 'Mal',
      person_email: address('Mal'),
      role: 'executor',
    })
    const foreign = await ask(beneficiary, 'POST', `${rest}/designations`, { body: naming(owner.id) })
    expect(codeOf(foreign)).toBe(code.notAllowed)
    const named = await ask(owner, 'POST', `${rest}/designations`, {
      body: naming(owner.id),
      headers: representation,
    })
    expect(named.status).toBe(201)
    const [{ id = 0 } = {}] = named.body as { id?: number }[]
    expect((await ask(owner, 'DELETE', `${rest}/designations?id=eq.${id}`)).status).toBe(204)
  })

  it('attack 17: views and embedded tables give no more than the tables, and take no change', async () => {
    const { owner, beneficiary, stranger } = home
    const view = `${rest}/v_effective_roles`
    expect((await ask(beneficiary, 'GET', `${view}?select=owner_id,role`)).body).toEqual([
      { owner_id: owner.id, role: 'beneficiary' },
    ])
    expect((await ask(stranger, 'GET', view)).body).toEqual([])
    for (const [method, body] of [
      ['PATCH', { role: 'executor' }],
      ['POST', { owner_id: owner.id, viewer_id: stranger.id, role: 'executor' }],
      ['DELETE', undefined],
    ] as const) {
      for (const who of [beneficiary, stranger]) {
        const answer = await ask(who, method, `${view}?owner_id=eq.${owner.id}`, { body })
        expect([method, answer.status]).toEqual([method, 403])
      }
    }
    const embedded = `${rest}/video_messages?select=id,designations(id,person_email)`
    expect((await ask(stranger, 'GET', embedded)).body).toEqual([])
    const videos = (await ask(beneficiary, 'GET', embedded)).body as { designations: unknown }[]
    expect(videos).toHaveLength(1)
    const others = (
      await ask(beneficiary, 'GET', `${rest}/designations?select=id,video_messages(id,transcript)`)
    ).body
    expect(others).toHaveLength(1)
  })
})
