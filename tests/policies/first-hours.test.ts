// The first hours: who opens them, who is told, what each person of the circle reads, and that a close always works. What
// each part shows in every state is tried in part-access.test.ts.
import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import {
  address,
  anonymous,
  applyDueChanges,
  asAdministrator,
  callSlowly,
  changeAddress,
  decide,
  deleteAccount,
  designate,
  designateAccepted,
  hasSql,
  holdRows,
  household,
  isDatabaseOnly,
  needsSql,
  type Person,
  passHours,
  person,
  type Row,
  service,
  signInFrom,
  submitCertificate,
  succeed,
  turnBillingOn,
  uploadCertificate,
} from '../support/people.ts'
import { code, fails, refused, touches, untyped } from './answers.ts'

type Reason = 'ill' | 'died'
const open = ({ client }: Person, { id }: Person, reason: Reason = 'ill') =>
  client.rpc('open_first_hours', { owner_id: id, reason })
const prolong = ({ client }: Person, { id }: Person) => client.rpc('prolong_first_hours', { owner_id: id })
const close = ({ client }: Person) => client.rpc('close_first_hours')
const answer = ({ client }: Person, was_right: boolean) => client.rpc('answer_opening', { was_right })
const choose = ({ client }: Person, designation_id: number, choice: string, timing: string) =>
  untyped(client).rpc('set_part_timing', { designation_id, choice, timing })
const refuseMail = ({ email }: Person) =>
  succeed(
    service.rpc('apply_mail_refusal', {
      p_event_id: randomUUID(),
      p_emails: [email],
      p_happened_at: new Date(Date.now() + 1000).toISOString(),
    }),
  )
const closeByLink = (p_opening_id: string) => service.rpc('close_first_hours_by_link', { p_opening_id })
const day = 24

const tables = ['contacts', 'home_items', 'funeral_plan', 'financial_accounts', 'estate_documents'] as const
async function readBy({ client }: Person, owner: Person): Promise<string[]> {
  const found = await Promise.all(
    tables.map(async (table) => (await succeed(client.from(table).select().eq('user_id', owner.id))).length),
  )
  return tables.filter((_table, n) => found[n])
}
const stateFor = async ({ client }: Person, { id }: Person) =>
  (await succeed(client.rpc('first_hours_of', { owner_id: id })))[0]
const stateOf = async ({ client }: Person) => succeed(client.rpc('my_first_hours').single())

const mailsTo = ({ email }: Person, kind = 'first_hours_%') =>
  asAdministrator<{ kind: string; payload: Record<string, unknown>; rank: number }>(
    `select kind, payload, rank from private.mail_outbox where to_email = $1 and kind like $2 order by created_at`,
    [email, kind],
  )
const kindsTo = async (who: Person) =>
  (await mailsTo(who)).map(({ kind }) => kind.slice('first_hours_'.length))
const historyOf = async ({ client }: Person, { id }: Person) =>
  (
    await succeed(
      client
        .from('access_events')
        .select('action, actor_role, actor_name')
        .eq('owner_id', id)
        .or('action.like.first_hours%,action.eq.opening_ended')
        .order('id'),
    )
  ).map(({ action, actor_name, actor_role }) => `${actor_name ?? actor_role}: ${action}`)
const openingsOf = ({ id }: Person) =>
  asAdministrator<{ id: string; prolongs: string | null }>(
    'select id, prolongs from private.openings where owner_id = $1 order by opened_at, ends_at',
    [id],
  )
const openingOf = async (owner: Person) => (await openingsOf(owner)).at(-1)?.id ?? ''

/** A hidden plan: Ann and Bob are in the circle, Cleo is a beneficiary outside it. */
async function circle() {
  const [{ owner }, ann, bob, cleo] = await Promise.all([
    household('hidden', []),
    person('Ann'),
    person('Bob'),
    person('Cleo'),
  ])
  const ids = {
    ann: await designateAccepted(owner, ann, 'beneficiary'),
    bob: await designateAccepted(owner, bob, 'trustee'),
    cleo: await designateAccepted(owner, cleo, 'beneficiary'),
  }
  for (const choice of ['contacts', 'home', 'funeral'])
    await succeed(choose(owner, ids.ann, choice, 'first_hours'))
  await succeed(choose(owner, ids.bob, 'contacts', 'first_hours'))
  return { owner, ann, bob, cleo, ids }
}

/** Opens and closes as the owner who does not say that it was right. */
async function closeOn(owner: Person, who: Person) {
  await succeed(open(who, owner))
  await succeed(close(owner))
}

describe.skipIf(!hasSql)(`the first hours of a stroke${needsSql}`, () => {
  it('are read by each person as chosen for them, closed by the owner who recovers, and may be opened again', async () => {
    const { owner, ann, bob, cleo } = await circle()
    expect(await readBy(ann, owner)).toEqual([])
    const opensAt = await succeed(open(ann, owner))
    expect(Math.abs(Date.parse(opensAt) - Date.now())).toBeLessThan(60_000)
    expect(await readBy(ann, owner)).toEqual(['contacts', 'home_items'])
    expect(await readBy(bob, owner)).toEqual(['contacts'])
    expect(await readBy(cleo, owner)).toEqual([])
    expect(await historyOf(owner, owner)).toEqual(['Ann: first_hours_opened'])
    await succeed(close(owner))
    for (const who of [ann, bob]) expect(await readBy(who, owner)).toEqual([])
    expect(await stateOf(owner)).toMatchObject({
      reason: null,
      closed_reason: 'ill',
      closed_by_names: ['Ann'],
    })
    await succeed(answer(owner, true))
    expect(await stateOf(owner)).toMatchObject({ closed_reason: null, closed_by_names: [], closed_at: null })
    await succeed(open(ann, owner))
    await passHours(owner, 1)
    expect(await readBy(ann, owner)).toEqual(['contacts', 'home_items'])
    expect(await stateFor(ann, owner)).toMatchObject({
      parts_if_ill: ['contacts', 'home'],
      parts_if_died: ['contacts', 'funeral', 'home'],
    })
  })

  it('open for one of two reasons, and for no other', async () => {
    const { owner, ann } = await circle()
    for (const reason of ['', 'Ill', 'away', null])
      await refused(untyped(ann.client).rpc('open_first_hours', { owner_id: owner.id, reason }), '22023')
    expect(await openingsOf(owner)).toEqual([])
  })

  it('show no funeral wish until someone says that the owner has died, and then do', async () => {
    const { owner, ann, bob } = await circle()
    await succeed(open(ann, owner, 'ill'))
    const kinds = async () =>
      (
        await asAdministrator<{ seen: string[] }>(
          `select array(select kind from private.readable_steps() where owner_id = $1 order by kind) as seen
           from set_config('request.jwt.claims', json_build_object('sub', $2::text)::text, true)`,
          [owner.id, ann.id],
        )
      )[0]?.seen
    expect(await kinds()).toEqual(['contacts', 'home_items'])
    for (const section of ['funeral', 'music'])
      await refused(ann.client.rpc('record_view', { owner_id: owner.id, section }), code.notThisPerson)
    await succeed(open(bob, owner, 'died'))
    expect(await readBy(ann, owner)).toEqual(['contacts', 'home_items', 'funeral_plan'])
    expect(await readBy(bob, owner)).toEqual(['contacts'])
    expect(await kinds()).toEqual(['contacts', 'funeral_plan', 'general', 'home_items', 'own'])
    expect(await stateFor(bob, owner)).toMatchObject({ reason: 'died', opened_by_name: 'Bob' })
    // "Ill" opens nothing more.
    await succeed(open(ann, owner, 'ill'))
    expect(await openingsOf(owner)).toHaveLength(2)
  })

  it('last 14 days, longer if one of the circle prolongs them, and then end with a word to those who know', async () => {
    const [{ owner, ann, bob, cleo }, other] = await Promise.all([circle(), circle()])
    await closeOn(other.owner, other.ann)
    await succeed(open(other.bob, other.owner))
    await passHours(other.owner, 1)
    await refused(prolong(bob, owner), code.notPossibleNow)
    await succeed(open(ann, owner))
    await passHours(owner, 13 * day + 23)
    const ends = await succeed(prolong(bob, owner))
    expect(await succeed(prolong(ann, owner))).toBe(ends)
    expect(await openingsOf(owner)).toHaveLength(2)
    expect(await stateFor(ann, owner)).toMatchObject({ reason: 'ill', opened_by_name: 'Ann', ends_at: ends })
    await passHours(owner, 14 * day)
    expect(await readBy(ann, owner)).toEqual(['contacts', 'home_items'])
    await applyDueChanges()
    await passHours(owner, 1)
    expect(await readBy(ann, owner)).toEqual([])
    for (let run = 0; run < 2; run += 1) await applyDueChanges()
    for (const who of [owner, ann, bob])
      expect(await kindsTo(who)).toEqual([
        ...(who === bob ? ['joined'] : ['joined', 'joined']),
        'opened',
        'prolonged',
        'closed',
      ])
    expect((await mailsTo(ann)).at(-1)?.payload).toMatchObject({ how: 'time', recipient: 'designee' })
    expect(await kindsTo(cleo)).toEqual([])
    const history = ['Ann: first_hours_opened', 'Bob: first_hours_prolonged', 'system: opening_ended']
    for (const who of [owner, ann, bob]) expect(await historyOf(who, owner)).toEqual(history)
    expect(await historyOf(cleo, owner)).toEqual([])
    await refused(prolong(bob, owner), code.notPossibleNow)
    expect(await stateOf(owner)).toMatchObject({ reason: null, closed_reason: null })
    // Pressed too late, a close has nothing to end, and so no one waits.
    await succeed(close(owner))
    expect(await stateOf(owner)).toMatchObject({ closed_reason: null })
    await passHours(owner, 1)
    await succeed(open(ann, owner))
    expect(await readBy(ann, owner)).toEqual(['contacts', 'home_items'])
  })

  it('are opened once by two presses, and by people who press at once', async () => {
    const { owner, ann, bob } = await circle()
    const first = await succeed(open(ann, owner))
    expect(await succeed(open(ann, owner))).toBe(first)
    const answers = await Promise.all(Array.from({ length: 8 }, (_, n) => open(n % 2 ? ann : bob, owner)))
    expect(answers.map(({ error }) => error)).toEqual(answers.map(() => null))
    expect(await openingsOf(owner)).toHaveLength(1)
    expect(await historyOf(owner, owner)).toEqual(['Ann: first_hours_opened'])
    expect((await kindsTo(owner)).filter((kind) => kind === 'opened')).toHaveLength(1)
  })

  it('say how long something of a plan is open, to those who read it and of that plan alone', async () => {
    const [{ owner, ann, bob, cleo, ids }, other] = await Promise.all([circle(), circle()])
    for (const who of [ann, cleo]) {
      const id = await designateAccepted(other.owner, who, 'trustee')
      await succeed(choose(other.owner, id, 'contacts', 'first_hours'))
    }
    // Of this plan, an illness opens nothing to Cleo.
    await succeed(choose(owner, ids.cleo, 'funeral', 'first_hours'))
    const until = async ({ client }: Person, { id }: Person) =>
      (await succeed(client.rpc('memorial_access', { owner_id: id, again: true })))[0]?.open_early_until
    await succeed(open(ann, owner))
    const ends = (await stateFor(ann, owner))?.ends_at
    for (const who of [ann, bob]) expect(await until(who, owner)).toBe(ends)
    expect(await until(cleo, owner)).toBeNull()
    for (const who of [ann, cleo]) expect(await until(who, other.owner)).toBeNull()
    const { circle: members } = await stateOf(owner)
    expect(members).toMatchObject([
      { designation_id: ids.ann, parts: ['contacts', 'funeral', 'home'] },
      { designation_id: ids.bob, parts: ['contacts'] },
      { designation_id: ids.cleo, parts: ['funeral'] },
    ])
    await succeed(close(owner))
    expect(await until(ann, owner)).toBeNull()
    await succeed(open(other.bob, other.owner))
    expect((await stateOf(owner)).reason).toBeNull()
  })
})

describe.skipIf(!isDatabaseOnly)('a press that took longer than a close allows for', () => {
  it.each([
    [9, null],
    [11, '57014'],
  ])('of %s seconds is answered with %s', async (seconds, expected) => {
    const press = asAdministrator('select private.refuse_slow_press(now() - make_interval(secs => $1))', [
      seconds,
    ])
    expect(
      await press.then(
        () => null,
        (error: { code?: string }) => error.code,
      ),
    ).toBe(expected)
  })

  it('is undone, whether it opens or prolongs: nothing is open, and no one is told', async () => {
    const { owner, ann } = await circle()
    // One implicit transaction: what is defined in it ends with the error at its end. The limit's own test is above.
    const pressSlowly = (call: string) =>
      asAdministrator(
        `create or replace function private.refuse_slow_press(p_began_at timestamptz default now()) returns void
           language plpgsql set search_path = '' as $$
           begin
             raise exception 'this took too long' using errcode = '57014';
           end $$;
         select set_config('request.jwt.claims', '{"sub": "${ann.id}", "role": "authenticated"}', true);
         select ${call};
         select 1 / 0`,
      )
    await expect(pressSlowly(`private.open_first_hours('${owner.id}', 'ill')`)).rejects.toMatchObject({
      code: '57014',
    })
    expect(await openingsOf(owner)).toEqual([])
    expect(await kindsTo(owner)).not.toContain('opened')
    await succeed(open(ann, owner))
    await expect(pressSlowly(`private.prolong_first_hours('${owner.id}')`)).rejects.toMatchObject({
      code: '57014',
    })
    expect(await openingsOf(owner)).toHaveLength(1)
    expect(await historyOf(owner, owner)).toEqual(['Ann: first_hours_opened'])
  })
})

describe.skipIf(!hasSql)(`a person of the circle whose mailbox refuses our mail${needsSql}`, () => {
  const told = async (who: Person) =>
    (await mailsTo(who, 'first_hours_untold')).map(({ payload }) => payload.actor_name)

  it('is named to the others of the circle and to the owner, by mail and on the screen, and to no one else', async () => {
    const { owner, ann, bob, cleo } = await circle()
    const dora = await person('Dora')
    await succeed(choose(owner, await designateAccepted(owner, dora, 'trustee'), 'contacts', 'first_hours'))
    await succeed(open(ann, owner))
    await refuseMail(bob)
    for (const who of [ann, dora]) {
      expect(await told(who)).toEqual(['Bob'])
      expect((await stateFor(who, owner))?.untold).toEqual(['Bob'])
    }
    for (const who of [bob, cleo, owner]) expect(await told(who)).toEqual([])
    expect((await stateFor(bob, owner))?.untold).toEqual([])
    expect(await stateFor(cleo, owner)).toBeUndefined()
    expect((await stateOf(owner)).untold).toEqual(['Bob'])
    expect((await mailsTo(owner, 'mail_refused')).map(({ payload }) => payload.actor_name)).toEqual(['Bob'])
    // The next mail to the same address is refused as well.
    await succeed(prolong(ann, owner))
    await refuseMail(bob)
    expect(await told(ann)).toEqual(['Bob'])
  })

  it('is named once, also if the owner named them twice', async () => {
    const { owner, ann, bob } = await circle()
    const email = address('Bob elsewhere')
    const invitation = await designate(owner, email, 'executor', 'Bob')
    await changeAddress(bob, email)
    await succeed(bob.client.rpc('accept_designation_invite', { designation_id: invitation }))
    await succeed(open(ann, owner))
    await refuseMail({ ...bob, email })
    expect(await told(ann)).toEqual(['Bob'])
    expect((await stateFor(ann, owner))?.untold).toEqual(['Bob'])
  })

  it('is named to the circle in what is announced, and in calm times to the owner alone', async () => {
    const [{ owner, ann, bob }, other] = await Promise.all([circle(), circle()])
    await succeed(open(other.ann, other.owner))
    // One that was closed is over.
    await closeOn(owner, bob)
    await asAdministrator('delete from private.mail_outbox where to_email = any ($1)', [
      [owner.email, ann.email],
    ])
    await refuseMail(bob)
    expect(await told(ann)).toEqual([])
    await succeed(owner.client.rpc('set_opening_notice', { hours: 24 }))
    await succeed(open(ann, owner))
    for (const who of [owner, ann])
      expect((await mailsTo(who, 'first_hours_opened')).map(({ payload }) => payload.untold)).toEqual([
        ['Bob'],
      ])
    await refuseMail(ann)
    expect(await told(bob)).toEqual(['Ann'])
  })

  it('is named for the owner alone whose mail was refused, not for another who named them too', async () => {
    const [{ owner, ann, bob }, other] = await Promise.all([circle(), circle()])
    const elsewhere = await designateAccepted(other.owner, bob, 'executor')
    await asAdministrator('update public.designations set mail_refused_at = now() where id = $1', [elsewhere])
    await succeed(open(ann, owner))
    expect((await stateFor(ann, owner))?.untold).toEqual([])
    expect((await stateOf(owner)).untold).toEqual([])
  })

  it('who is not in the circle is not named to it, even while it is open', async () => {
    const { owner, ann, cleo } = await circle()
    await succeed(open(ann, owner))
    await refuseMail(cleo)
    expect(await told(ann)).toEqual([])
    expect((await stateFor(ann, owner))?.untold).toEqual([])
    expect((await stateOf(owner)).untold).toEqual([])
  })
})

describe.skipIf(!hasSql)(`outside the circle, a person${needsSql}`, () => {
  /** All that a person can read through the API. */
  async function allThatIsSeenBy({ client }: Person, owner: Person) {
    const seen = await Promise.all(
      [
        'profiles',
        'designations',
        'access_events',
        'part_access',
        'first_hours',
        'practices',
        'step_marks',
        'services',
        'memories',
        'v_effective_roles',
        ...tables,
      ].map(async (table) => succeed(untyped(client).from(table).select())),
    )
    const told = await Promise.all([
      succeed(client.rpc('memorial_access', { owner_id: owner.id, again: true })),
      succeed(client.rpc('release_notices')),
      succeed(client.rpc('first_hours_of', { owner_id: owner.id })),
      succeed(client.rpc('stored_files', { owner_id: owner.id })),
      succeed(client.rpc('my_first_hours')),
      succeed(client.rpc('plan_overview')),
    ])
    return JSON.stringify([...seen, ...told])
  }
  const mailsOf = ({ email }: Person) =>
    asAdministrator('select id from private.mail_outbox where to_email = $1', [email])

  it('gets no mail, line, notice, count or changed column at an opening, prolonging, close or end', async () => {
    const { owner, ann, bob, cleo, ids } = await circle()
    const [invited, revoked, stranger] = await Promise.all([person('Ina'), person('Rex'), person('Stan')])
    const invitation = await designate(owner, invited.email, 'executor')
    await succeed(choose(owner, invitation, 'contacts', 'first_hours'))
    const gone = await designateAccepted(owner, revoked, 'executor')
    await succeed(choose(owner, gone, 'contacts', 'first_hours'))
    await succeed(owner.client.rpc('revoke_designation', { designation_id: gone }))
    const others = [cleo, invited, revoked, stranger]
    const look = async () =>
      Promise.all(others.map(async (who) => [await allThatIsSeenBy(who, owner), (await mailsOf(who)).length]))
    const before = await look()
    await succeed(owner.client.rpc('set_opening_notice', { hours: 24 }))
    await succeed(open(ann, owner))
    expect(await look()).toEqual(before)
    await passHours(owner, day)
    await applyDueChanges()
    expect(await look()).toEqual(before)
    await passHours(owner, 13 * day)
    await succeed(prolong(bob, owner))
    expect(await look()).toEqual(before)
    await changeAddress(owner, address('Olive'))
    await succeed(owner.client.rpc('revoke_designation', { designation_id: ids.bob }))
    expect(await look()).toEqual(before)
    await succeed(close(owner))
    await applyDueChanges()
    expect(await look()).toEqual(before)
  })

  it('is refused the same, whether named, invited, revoked or unknown, also while someone waits', async () => {
    const { owner, ann, cleo } = await circle()
    const [invited, revoked, stranger] = await Promise.all([person('Ina'), person('Rex'), person('Stan')])
    const invitation = await designate(owner, invited.email, 'executor')
    await succeed(choose(owner, invitation, 'contacts', 'first_hours'))
    const gone = await designateAccepted(owner, revoked, 'executor')
    await succeed(choose(owner, gone, 'contacts', 'first_hours'))
    await closeOn(owner, ann)
    await closeOn(owner, revoked)
    await succeed(owner.client.rpc('revoke_designation', { designation_id: gone }))
    const told: unknown[] = []
    for (const who of [owner, cleo, invited, revoked, stranger]) {
      for (const request of [open(who, owner), prolong(who, owner)]) {
        const { error } = await request
        told.push(error)
        expect(error?.code).toBe(code.notThisPerson)
      }
      expect(await stateFor(who, owner)).toBeUndefined()
    }
    expect(new Set(told.map((error) => JSON.stringify(error))).size).toBe(1)
    await refused(anonymous.rpc('open_first_hours', { owner_id: owner.id, reason: 'ill' }), code.notAllowed)
    // Only one of the circle learns that there is a wait.
    await refused(open(ann, owner), code.waitsAfterClose)
    const nowhere = { ...owner, id: randomUUID() }
    await refused(open(ann, nowhere), code.notThisPerson)
  })

  it('and with a part that is never for one of two designations, opens and reads nothing of it', async () => {
    const { owner, ann, bob, ids } = await circle()
    const email = address('Bob elsewhere')
    await changeAddress(bob, email)
    const second = await designateAccepted(owner, { ...bob, email }, 'beneficiary')
    await succeed(choose(owner, second, 'contacts', 'never'))
    await refused(open(bob, owner), code.notThisPerson)
    await succeed(open(ann, owner))
    expect(await readBy(bob, owner)).toEqual([])
    expect((await stateOf(owner)).circle).toMatchObject([{ designation_id: ids.ann }])
  })

  it('and with a part that is never, has none of it after being removed, brought back and named again', async () => {
    const { owner, ann, bob, ids } = await circle()
    await succeed(choose(owner, ids.ann, 'home', 'never'))
    await succeed(open(bob, owner))
    const remove = (id: number) =>
      succeed(owner.client.from('designations').delete().eq('id', id).select().single())
    await remove(ids.ann)
    expect(await readBy(ann, owner)).toEqual([])
    expect(await succeed(owner.client.rpc('bring_back_removed'))).toBe(1)
    expect(await readBy(ann, owner)).toEqual(['contacts'])
    await remove(ids.ann)
    await designateAccepted(owner, ann, 'executor')
    expect(await readBy(ann, owner)).toEqual([])
    await succeed(owner.client.rpc('set_visibility_hold', { hold: false }))
    expect(await readBy(ann, owner)).toEqual(tables.filter((table) => table !== 'home_items'))
  })
})

describe.skipIf(!hasSql)(`the owner who wants a day’s notice${needsSql}`, () => {
  it('is told at the press, again when it opens, and can say no meanwhile', async () => {
    const { owner, ann, bob } = await circle()
    await succeed(owner.client.rpc('set_opening_notice', { hours: 24 }))
    const opensAt = await succeed(open(ann, owner, 'died'))
    expect(Date.parse(opensAt) - Date.now()).toBeGreaterThan(23.9 * 3_600_000)
    expect(await readBy(ann, owner)).toEqual([])
    expect(await stateFor(bob, owner)).toMatchObject({
      notice_hours: 24,
      reason: 'died',
      opens_at: opensAt,
      died_opens_at: opensAt,
    })
    const told = async () =>
      (await mailsTo(owner, 'first_hours_opened')).map(({ payload }) => payload.is_open)
    expect(await told()).toEqual([false])
    await applyDueChanges()
    expect(await told()).toEqual([false])
    await passHours(owner, day)
    expect(await readBy(ann, owner)).toEqual(['contacts', 'home_items', 'funeral_plan'])
    // Housekeeping was down meanwhile; the plan opened at its time.
    for (let run = 0; run < 2; run += 1) await applyDueChanges()
    expect(await told()).toEqual([false, true])
    await succeed(close(owner))
    await passHours(owner, 1)
    await succeed(open(bob, owner))
    await succeed(close(owner))
    expect((await stateOf(owner)).reason).toBeNull()
    await passHours(owner, 2 * day)
    const other = await circle()
    await succeed(open(other.ann, other.owner))
    await applyDueChanges()
    expect(await readBy(ann, owner)).toEqual([])
    expect(await told()).toEqual([false, true, false])
    // What was only announced is closed by name, too.
    expect(await historyOf(bob, owner)).toEqual([
      'Ann: first_hours_opened',
      'Olive Owner: first_hours_closed',
      'Bob: first_hours_opened',
      'Olive Owner: first_hours_closed',
    ])
  })

  it('is told of a death that was announced while an illness is open, and by whom', async () => {
    const [{ owner, ann, bob }, other] = await Promise.all([circle(), circle()])
    await succeed(other.owner.client.rpc('set_opening_notice', { hours: 24 }))
    await succeed(open(other.bob, other.owner, 'died'))
    await succeed(open(ann, owner))
    await succeed(owner.client.rpc('set_opening_notice', { hours: 24 }))
    expect(await stateOf(owner)).toMatchObject({ reason: 'ill', died_by_name: null, died_opens_at: null })
    expect((await stateFor(ann, owner))?.died_opens_at).toBeNull()
    const opensAt = await succeed(open(bob, owner, 'died'))
    expect((await stateFor(ann, owner))?.died_opens_at).toBe(opensAt)
    expect(await stateOf(owner)).toMatchObject({
      reason: 'ill',
      opened_by_name: 'Ann',
      died_by_name: 'Bob',
      died_opens_at: opensAt,
    })
    await passHours(owner, day)
    expect(await stateOf(owner)).toMatchObject({ reason: 'died', opened_by_name: 'Bob', died_by_name: null })
    expect((await stateFor(ann, owner))?.died_opens_at).toBeNull()
  })

  it('is told first of what opens first, an illness or a death, and so is the circle', async () => {
    const { owner, ann, bob } = await circle()
    await succeed(owner.client.rpc('set_opening_notice', { hours: 24 }))
    await succeed(open(ann, owner))
    await passHours(owner, 10)
    const diedOpensAt = await succeed(open(bob, owner, 'died'))
    for (const state of [await stateOf(owner), await stateFor(ann, owner)]) {
      expect(state).toMatchObject({ reason: 'ill', opened_by_name: 'Ann', died_opens_at: diedOpensAt })
      expect(Date.parse(state?.opens_at ?? '')).toBeLessThan(Date.parse(diedOpensAt))
    }
  })

  it('has it for the presses after the choice: a press keeps what was chosen when it was made', async () => {
    const { owner, ann, bob } = await circle()
    await succeed(owner.client.rpc('set_opening_notice', { hours: 24 }))
    const opensAt = await succeed(open(ann, owner))
    await succeed(owner.client.rpc('set_opening_notice', { hours: 0 }))
    expect(await succeed(open(bob, owner))).toBe(opensAt)
    expect(await readBy(ann, owner)).toEqual([])
    // A death is another press.
    await succeed(open(bob, owner, 'died'))
    expect(await readBy(ann, owner)).toEqual(['contacts', 'home_items', 'funeral_plan'])
    await passHours(owner, 1)
    await succeed(owner.client.rpc('set_opening_notice', { hours: 24 }))
    expect(await readBy(ann, owner)).toEqual(['contacts', 'home_items', 'funeral_plan'])
  })

  it('cannot prolong what is only announced, and no one can', async () => {
    const { owner, ann } = await circle()
    await succeed(owner.client.rpc('set_opening_notice', { hours: 24 }))
    await succeed(open(ann, owner))
    await refused(prolong(ann, owner), code.notPossibleNow)
    await refused(prolong(owner, owner), code.notThisPerson)
  })

  it('chooses it alone, in a browser that is known, while the plan is not frozen', async () => {
    const { owner, ann } = await circle()
    const set = ({ client }: Person, hours: unknown) => untyped(client).rpc('set_opening_notice', { hours })
    for (const hours of [1, -24, 48, null]) await refused(set(owner, hours), '22023')
    await succeed(set(ann, 24))
    expect((await stateFor(ann, owner))?.notice_hours).toBe(0)
    await signInFrom(owner)
    const elsewhere = await signInFrom(owner)
    await refused(set(elsewhere, 24), code.browserIsNew)
    await submitCertificate(ann, owner)
    await decide(owner, 'approved')
    await refused(set(owner, 24), code.frozen)
    await touches(owner.client.from('first_hours').select(), 0)
  })
})

describe.skipIf(!hasSql)(`closing the first hours${needsSql}`, () => {
  it('is the owner’s alone, changes nothing a second time, and never fails', async () => {
    const { owner, ann, bob } = await circle()
    for (let press = 0; press < 2; press += 1) await succeed(close(owner))
    expect(await historyOf(owner, owner)).toEqual([])
    await passHours(owner, 1)
    await succeed(open(ann, owner))
    await succeed(close(bob))
    expect(await readBy(ann, owner)).toEqual(['contacts', 'home_items'])
    await refused(anonymous.rpc('close_first_hours'), code.notAllowed)
    for (let press = 0; press < 2; press += 1) await succeed(close(owner))
    expect(await historyOf(owner, owner)).toEqual([
      'Ann: first_hours_opened',
      'Olive Owner: first_hours_closed',
    ])
    await applyDueChanges()
    for (const who of [owner, ann, bob])
      expect((await kindsTo(who)).filter((kind) => kind === 'closed')).toEqual(['closed'])
  })

  it('is not told to whoever opened them if the owner no longer names that person', async () => {
    const [{ owner, ann, ids }, other] = await Promise.all([circle(), circle()])
    await designateAccepted(other.owner, ann, 'trustee')
    await succeed(open(ann, owner))
    await succeed(owner.client.rpc('revoke_designation', { designation_id: ids.ann }))
    await succeed(close(owner))
    expect(await kindsTo(ann)).not.toContain('closed')
  })

  it('lets another person of the circle open at once what the wrong hands closed twice', async () => {
    const { owner, ann, bob } = await circle()
    await succeed(open(ann, owner))
    await succeed(close(owner))
    await succeed(close(owner))
    const opensAt = await succeed(open(bob, owner))
    // Within a minute, so that no close that was meant for the first one ends it.
    expect(Date.parse(opensAt) - Date.now()).toBeLessThan(61_000)
    await passHours(owner, 1)
    expect(await readBy(bob, owner)).toEqual(['contacts'])
    expect(await stateFor(ann, owner)).toMatchObject({ reason: 'ill', opened_by_name: 'Bob' })
  })

  it('ends what eight connections press at that moment: no press and no close fails, and nothing is open', async () => {
    const { owner, ann, bob } = await circle()
    for (let round = 0; round < 5; round += 1) {
      const presses = Array.from({ length: 8 }, (_, n) =>
        open(n % 2 ? ann : bob, owner, n % 3 ? 'ill' : 'died'),
      )
      const [closed, ...pressed] = await Promise.all([close(owner), ...presses])
      expect(closed.error).toBeNull()
      for (const { error } of pressed) expect([null, code.waitsAfterClose]).toContain(error?.code ?? null)
      for (const who of [ann, bob]) expect(await readBy(who, owner)).toEqual([])
      await succeed(close(owner))
      await passHours(owner, 1)
      for (const who of [ann, bob]) expect(await readBy(who, owner)).toEqual([])
      await asAdministrator('delete from private.openings where owner_id = $1', [owner.id])
    }
  })

  it.skipIf(!isDatabaseOnly)(
    'waits for no press, and a press that commits after it opens nothing',
    async () => {
      const { owner, ann, bob } = await circle()
      for (const before of ['no opening', 'an opening that another transaction holds']) {
        const pressing = callSlowly(ann, `private.open_first_hours($1, 'ill')`, [owner.id]).then(
          () => null,
          (error: Error) => error.message,
        )
        await vi.waitFor(async () => {
          const begun = await asAdministrator(
            `select from pg_stat_activity where state = 'active' and wait_event = 'PgSleep' and query like '%open_first_hours%'`,
          )
          expect(begun).toHaveLength(1)
        })
        const letGo = await holdRows('select from private.openings where owner_id = $1', [owner.id])
        await succeed(close(owner))
        expect(await pressing).toBeNull()
        await letGo()
        expect([before, await readBy(ann, owner)]).toEqual([before, []])
        await applyDueChanges()
        expect((await kindsTo(bob)).at(-1)).toBe('closed')
        await succeed(answer(owner, true))
        await passHours(owner, 1)
        expect([before, await readBy(ann, owner)]).toEqual([before, []])
      }
    },
  )

  it('ends what was pressed up to a minute after it, and what was pressed later stays', async () => {
    const { owner, ann } = await circle()
    await asAdministrator(
      `insert into private.openings (owner_id, reason, opened_by, opened_by_name, opened_at, opens_at, ends_at, told_at)
       select $1, 'ill', $2, 'Ann', now(), now(), now() + interval '14 days', now()`,
      [owner.id, ann.id],
    )
    expect(await readBy(ann, owner)).toEqual(['contacts', 'home_items'])
    await asAdministrator(
      `insert into public.first_hours (owner_id, closed_at) values ($1, now() - interval '59 seconds')`,
      [owner.id],
    )
    expect(await readBy(ann, owner)).toEqual([])
    await applyDueChanges()
    expect(await kindsTo(ann)).toContain('closed')
    await asAdministrator(
      `update private.openings set closed_at = null, ended_told_at = null where owner_id = $1`,
      [owner.id],
    )
    await asAdministrator(
      `update public.first_hours set closed_at = now() - interval '62 seconds' where owner_id = $1`,
      [owner.id],
    )
    expect(await readBy(ann, owner)).toEqual(['contacts', 'home_items'])
  })

  it('by the link ends its own opening without signing in, and no other: used again, late, or after another opening', async () => {
    const { owner, ann, bob } = await circle()
    const others = await circle()
    await succeed(open(others.ann, others.owner))
    await succeed(open(ann, owner))
    const first = await openingOf(owner)
    const mail = (await mailsTo(owner, 'first_hours_opened'))[0]
    expect(mail?.payload.opening_id).toBe(first)
    for (const who of [ann, bob]) expect(JSON.stringify(await mailsTo(who))).not.toContain(first)
    for (let press = 0; press < 2; press += 1) await succeed(closeByLink(first))
    expect(await readBy(ann, owner)).toEqual([])
    expect(await historyOf(owner, owner)).toEqual([
      'Ann: first_hours_opened',
      'Olive Owner: first_hours_closed',
    ])
    await passHours(owner, 1)
    await succeed(open(bob, owner))
    await refused(closeByLink(first), code.nothingToStop)
    expect(await readBy(bob, owner)).toEqual(['contacts'])
    const second = await openingOf(owner)
    for (let times = 0; times < 2; times += 1) {
      await passHours(owner, 13 * day)
      await succeed(prolong(bob, owner))
    }
    const third = await openingOf(owner)
    expect((await mailsTo(owner, 'first_hours_prolonged')).at(-1)?.payload.opening_id).toBe(third)
    await passHours(owner, 5 * day)
    await refused(closeByLink(second), code.nothingToStop)
    expect(await readBy(bob, owner)).toEqual(['contacts'])
    await succeed(closeByLink(third))
    expect(await readBy(bob, owner)).toEqual([])
    await refused(closeByLink(randomUUID()), code.nothingToStop)
    for (const { client } of [owner, ann])
      await refused(client.rpc('close_first_hours_by_link', { p_opening_id: third }), code.notAllowed)
  })

  it('by the link ends what is only announced, and not what another announced later', async () => {
    const { owner, ann, bob } = await circle()
    await succeed(owner.client.rpc('set_opening_notice', { hours: 24 }))
    await succeed(open(ann, owner))
    const first = await openingOf(owner)
    await succeed(closeByLink(first))
    await passHours(owner, day + 1)
    expect(await readBy(ann, owner)).toEqual([])
    await succeed(open(bob, owner))
    await refused(closeByLink(first), code.nothingToStop)
    await passHours(owner, day)
    expect(await readBy(bob, owner)).toEqual(['contacts'])
  })

  it('by the link closes nothing that ended by its time', async () => {
    const { owner, ann } = await circle()
    await succeed(open(ann, owner))
    await passHours(owner, 14 * day)
    await refused(closeByLink(await openingOf(owner)), code.nothingToStop)
  })

  it('leaves the choices, and takes them back from whoever opened it if it was not right', async () => {
    const { owner, ann, bob, ids } = await circle()
    await refused(answer(owner, true), code.notPossibleNow)
    const chosen = async () =>
      (await succeed(owner.client.from('part_access').select('designation_id, choice, timing')))
        .map(({ designation_id, choice, timing }) => `${designation_id} ${choice} ${timing}`)
        .sort()
    const before = await chosen()
    await succeed(open(ann, owner))
    await refused(answer(owner, true), code.notPossibleNow)
    await succeed(close(owner))
    await refused(untyped(owner.client).rpc('answer_opening', { was_right: null }), '22023')
    await succeed(answer(owner, true))
    expect(await chosen()).toEqual(before)
    for (let press = 0; press < 2; press += 1) await succeed(answer(owner, false))
    expect(await chosen()).toEqual([`${ids.ann} home after_death`, `${ids.bob} contacts first_hours`])
    const { data } = await owner.client
      .from('access_events')
      .select('detail')
      .eq('action', 'part_timing_changed')
      .order('id')
    expect(data?.slice(-3)).toEqual(
      ['contacts', 'funeral', 'home'].map((choice) => ({
        detail: { name: 'Ann', role: 'beneficiary', choice, timing: 'after_death' },
      })),
    )
    await refused(open(ann, owner), code.notThisPerson)
    await succeed(open(bob, owner))
    // The trustee reads what the role has, but not before the death.
    expect((await stateOf(owner)).circle).toMatchObject([{ name: 'Bob', parts: ['contacts'] }])
  })

  it('asks once about all that one close ended', async () => {
    const { owner, ann, bob, ids } = await circle()
    await closeOn(owner, bob)
    await succeed(answer(owner, true))
    await passHours(owner, 1)
    await succeed(open(ann, owner))
    await succeed(open(bob, owner, 'died'))
    await succeed(close(owner))
    const other = await circle()
    await closeOn(other.owner, other.ann)
    expect(await stateOf(owner)).toMatchObject({ closed_reason: 'died', closed_by_names: ['Ann', 'Bob'] })
    await succeed(answer(owner, false))
    expect(await stateOf(owner)).toMatchObject({ circle: [], closed_reason: null })
    const left = await succeed(owner.client.from('part_access').select('designation_id, choice'))
    expect(left).toEqual([{ designation_id: ids.ann, choice: 'home' }])
  })

  it('answers wait in a browser that is new to the account; closing does not', async () => {
    const { owner, ann, ids } = await circle()
    await succeed(open(ann, owner))
    await signInFrom(owner)
    const elsewhere = await signInFrom(owner)
    await succeed(close(elsewhere))
    expect(await readBy(ann, owner)).toEqual([])
    for (const was_right of [true, false]) await refused(answer(elsewhere, was_right), code.browserIsNew)
    await refused(elsewhere.client.rpc('allow_opening', { designation_id: ids.ann }), code.browserIsNew)
  })
})

describe.skipIf(!isDatabaseOnly)('what the clock changes in the first hours', () => {
  it('passes over an opening or an account that another transaction holds, and tells of it later', async () => {
    const homes = [await circle(), await circle(), await circle()]
    for (const { owner, ann } of homes) {
      await succeed(owner.client.rpc('set_opening_notice', { hours: 24 }))
      await succeed(open(ann, owner))
    }
    const told = () =>
      Promise.all(
        homes.map(async ({ ann }) => (await kindsTo(ann)).filter((kind) => kind !== 'joined').length),
      )
    // While they are announced, nothing has opened or ended.
    await applyDueChanges()
    expect(await told()).toEqual([1, 1, 1])
    const [first, second] = homes
    for (const [hours, expected] of [
      [24, [1, 1, 2]],
      [14 * day, [2, 2, 3]],
    ] as const) {
      for (const { owner } of homes) await passHours(owner, hours)
      const letGo = [
        await holdRows('select from private.openings where owner_id = $1', [first?.owner.id]),
        await holdRows('select from auth.users where id = $1', [second?.owner.id]),
      ]
      try {
        for (const p_name of ['announce_openings', 'tell_ended_openings'])
          await succeed(service.rpc('apply_due_change', { p_name }))
        expect(await told()).toEqual(expected)
      } finally {
        for (const end of letGo) await end()
      }
      await applyDueChanges()
      expect(await told()).toEqual(expected.map(() => expected[2]))
    }
  })

  it('is told as over only when nothing is open any more', async () => {
    const { owner, ann, bob } = await circle()
    await succeed(open(ann, owner))
    await passHours(owner, 5 * day)
    await succeed(open(bob, owner, 'died'))
    for (const [days, expected] of [
      [9, 0],
      [5, 1],
    ] as const) {
      await passHours(owner, days * day)
      await applyDueChanges()
      expect((await kindsTo(ann)).filter((kind) => kind === 'closed')).toHaveLength(expected)
    }
  })

  it('is told of ten openings in a run, and of the others in the next one', async () => {
    const homes = await Promise.all(Array.from({ length: 11 }, () => circle()))
    for (const { owner, ann } of homes) {
      await succeed(owner.client.rpc('set_opening_notice', { hours: 24 }))
      await succeed(open(ann, owner))
    }
    const told = async () => {
      const all = await Promise.all(homes.map(({ ann }) => kindsTo(ann)))
      return all.flat().filter((kind) => kind !== 'joined').length - 11
    }
    for (const [hours, p_name, before] of [
      [24, 'announce_openings', 0],
      [14 * day, 'tell_ended_openings', 11],
    ] as const) {
      await Promise.all(homes.map(({ owner }) => passHours(owner, hours)))
      for (const expected of [10, 11, 11]) {
        await succeed(service.rpc('apply_due_change', { p_name }))
        expect(await told()).toBe(before + expected)
      }
    }
  })
})

describe.skipIf(!hasSql)(`whoever opened what was closed${needsSql}`, () => {
  const waitOf = async (who: Person, owner: Person) => {
    const state = await stateFor(who, owner)
    const { error } = await open(who, owner)
    expect(error?.code).toBe(code.waitsAfterClose)
    const days = state?.wait_until ? (Date.parse(state.wait_until) - Date.now()) / 86_400_000 : null
    if (days !== null) expect(Math.abs(Number(error?.details) - days * 86_400)).toBeLessThan(60)
    else expect(error?.details).toBeNull()
    expect(state?.waits_for_owner).toBe(days === null)
    return days === null ? 'until allowed' : Math.round(days)
  }

  it('waits 7 days, then 30, then until the owner allows it; others do not wait', async () => {
    const { owner, ann, bob, ids } = await circle()
    // One that ended by its time does not count.
    await succeed(open(ann, owner))
    await passHours(owner, 15 * day)
    await closeOn(owner, ann)
    expect(await waitOf(ann, owner)).toBe(7)
    expect((await stateFor(bob, owner))?.wait_until).toBeNull()
    expect((await stateOf(owner)).circle).toMatchObject([
      { name: 'Ann', wait_until: expect.any(String), waits_for_owner: false },
      { name: 'Bob', wait_until: null, waits_for_owner: false },
    ])
    await passHours(owner, 7 * day - 1)
    expect(await waitOf(ann, owner)).toBe(0)
    await passHours(owner, 1)
    await closeOn(owner, ann)
    expect(await waitOf(ann, owner)).toBe(30)
    await passHours(owner, 30 * day)
    await closeOn(owner, ann)
    expect(await waitOf(ann, owner)).toBe('until allowed')
    await passHours(owner, 1000 * day)
    expect(await waitOf(ann, owner)).toBe('until allowed')
    // Allowed before there was anything to allow, or for another, it changes nothing.
    await succeed(owner.client.rpc('allow_opening', { designation_id: ids.bob }))
    expect(await waitOf(ann, owner)).toBe('until allowed')
    for (const someone of [ann, bob])
      await refused(
        someone.client.rpc('allow_opening', { designation_id: ids.ann }),
        code.invitationNotAvailable,
      )
    for (let press = 0; press < 2; press += 1)
      await succeed(owner.client.rpc('allow_opening', { designation_id: ids.ann }))
    await succeed(open(ann, owner))
    await succeed(owner.client.rpc('allow_opening', { designation_id: ids.ann }))
    await succeed(close(owner))
    expect(await waitOf(ann, owner)).toBe(7)
    const [other, invited] = [await circle(), await designate(owner, address('Ina'), 'executor')]
    for (const designation_id of [other.ids.ann, invited])
      await refused(owner.client.rpc('allow_opening', { designation_id }), code.invitationNotAvailable)
  })

  it('does not wait once the owner says that it was right, for that one', async () => {
    const { owner, ann } = await circle()
    await closeOn(owner, ann)
    await succeed(answer(owner, true))
    await closeOn(owner, ann)
    expect(await waitOf(ann, owner)).toBe(7)
    await passHours(owner, 7 * day)
    await closeOn(owner, ann)
    expect(await waitOf(ann, owner)).toBe(30)
    await succeed(answer(owner, true))
    await passHours(owner, 1)
    await succeed(open(ann, owner))
  })

  it('waits also by a second designation, after being named again, and after coming back with a new account', async () => {
    const { owner, ann, ids } = await circle()
    await closeOn(owner, ann)
    const email = address('Ann elsewhere')
    await changeAddress(ann, email)
    const second = await designateAccepted(owner, { ...ann, email }, 'executor')
    await succeed(choose(owner, second, 'contacts', 'first_hours'))
    expect(await waitOf(ann, owner)).toBe(7)
    for (const id of [ids.ann, second])
      await succeed(owner.client.from('designations').delete().eq('id', id).select().single())
    const third = await designateAccepted(owner, { ...ann, email }, 'executor')
    await succeed(choose(owner, third, 'contacts', 'first_hours'))
    expect(await waitOf(ann, owner)).toBe(7)
    await succeed(owner.client.rpc('allow_opening', { designation_id: third }))
    await closeOn(owner, ann)
    expect(await waitOf(ann, owner)).toBe(7)
    await deleteAccount(ann)
    const again = await person('Ann', { email })
    await succeed(again.client.rpc('accept_designation_invite', { designation_id: third }))
    expect(await waitOf(again, owner)).toBe(7)
    await succeed(owner.client.rpc('allow_opening', { designation_id: third }))
    await succeed(open(again, owner))
  })

  it('waits for that owner alone, and is allowed, and put back, by that one alone', async () => {
    const [{ owner, ann, ids }, other] = [await circle(), await circle()]
    const elsewhere = await designateAccepted(other.owner, ann, 'executor')
    await succeed(choose(other.owner, elsewhere, 'contacts', 'first_hours'))
    await closeOn(other.owner, ann)
    await succeed(other.owner.client.rpc('set_opening_notice', { hours: 24 }))
    await succeed(open(other.bob, other.owner, 'died'))
    expect(await stateOf(owner)).toMatchObject({ died_by_name: null, closed_reason: null })
    await succeed(close(other.owner))
    await succeed(open(ann, owner))
    await succeed(close(owner))
    await succeed(owner.client.rpc('allow_opening', { designation_id: ids.ann }))
    expect((await stateFor(ann, owner))?.wait_until).toBeNull()
    expect(await waitOf(ann, other.owner)).toBe(7)
    await succeed(answer(owner, false))
    expect((await stateFor(ann, other.owner))?.parts_if_ill).toEqual(['contacts'])
  })

  it('is answered for by the last close alone', async () => {
    const { owner, ann, bob, ids } = await circle()
    await closeOn(owner, ann)
    await passHours(owner, 1)
    await closeOn(owner, bob)
    await succeed(answer(owner, true))
    expect(await waitOf(ann, owner)).toBe(7)
    expect((await stateFor(bob, owner))?.wait_until).toBeNull()
    await succeed(answer(owner, false))
    expect((await stateOf(owner)).circle).toMatchObject([{ designation_id: ids.ann }])
  })

  it('is put back by each of their designations, also one that was revoked or whose account is gone', async () => {
    const { owner, ann, bob, ids } = await circle()
    const email = address('Ann elsewhere')
    await changeAddress(ann, email)
    const second = await designateAccepted(owner, { ...ann, email }, 'executor')
    await succeed(choose(owner, second, 'contacts', 'first_hours'))
    await succeed(open(ann, owner))
    await succeed(open(bob, owner, 'died'))
    await succeed(close(owner))
    await succeed(owner.client.rpc('revoke_designation', { designation_id: second }))
    await deleteAccount(bob)
    await succeed(answer(owner, false))
    const left = await succeed(owner.client.from('part_access').select('designation_id, choice, timing'))
    expect(left).toEqual([{ designation_id: ids.ann, choice: 'home', timing: 'after_death' }])
  })

  it('is put back by a designation that was removed and is brought back, and no one else is', async () => {
    const { owner, ann, bob, ids } = await circle()
    await succeed(choose(owner, ids.ann, 'portrait', 'never'))
    await succeed(choose(owner, ids.bob, 'home', 'first_hours'))
    const other = await person('Oscar Other')
    const others = await designateAccepted(other, ann, 'beneficiary')
    await succeed(choose(other, others, 'contacts', 'first_hours'))
    for (const whose of [owner, other]) await closeOn(whose, ann)
    const remove = ({ client }: Person, id: number) =>
      succeed(client.from('designations').delete().eq('id', id).select().single())
    for (const id of [ids.ann, ids.bob]) await remove(owner, id)
    await remove(other, others)
    await succeed(answer(owner, false))
    expect(await succeed(owner.client.rpc('bring_back_removed'))).toBe(2)
    expect(await succeed(other.client.rpc('bring_back_removed'))).toBe(1)
    const left = async ({ client }: Person) =>
      (
        await succeed(
          client
            .from('part_access')
            .select('designation_id, choice, timing')
            .order('designation_id')
            .order('choice'),
        )
      ).map(({ designation_id, choice, timing }) => [designation_id, choice, timing])
    expect(await left(owner)).toEqual([
      [ids.ann, 'home', 'after_death'],
      [ids.ann, 'portrait', 'never'],
      [ids.bob, 'contacts', 'first_hours'],
      [ids.bob, 'home', 'first_hours'],
    ])
    expect(await left(other)).toEqual([[others, 'contacts', 'first_hours']])
    await refused(open(ann, owner), code.notThisPerson)
    await succeed(open(bob, owner))
  })

  it('waits alone: not one who prolonged it', async () => {
    const { owner, ann, bob } = await circle()
    await succeed(open(ann, owner))
    await passHours(owner, 1)
    await succeed(prolong(bob, owner))
    await succeed(close(owner))
    expect((await stateFor(bob, owner))?.wait_until).toBeNull()
    expect(await waitOf(ann, owner)).toBe(7)
  })

  it('may not prolong what another opened, while waiting', async () => {
    const { owner, ann, bob } = await circle()
    await closeOn(owner, ann)
    await passHours(owner, 1)
    await succeed(open(bob, owner))
    expect(await readBy(ann, owner)).toEqual(['contacts', 'home_items'])
    await passHours(owner, 1)
    await refused(prolong(ann, owner), code.waitsAfterClose)
  })

  it('presses at most ten times a day for a plan, and twenty for all', async () => {
    const { owner, ann, bob } = await circle()
    const add = (by: Person, of: Person, times: number) =>
      asAdministrator(
        `insert into private.openings (owner_id, reason, opened_by, opened_by_name, opened_at, opens_at, ends_at, told_at, ended_told_at, allowed_at, closed_at)
         select $2, 'ill', $1, 'x', now() - interval '1 hour', now() - interval '1 hour', now() - interval '1 minute', now(), now(), now(), now()
           from generate_series(1, $3)`,
        [by.id, of.id, times],
      )
    await add(bob, owner, 9)
    // Nor what prolonged one of them.
    await asAdministrator(
      `insert into private.openings (owner_id, reason, prolongs, opened_by, opened_by_name, opened_at, opens_at, ends_at, told_at, ended_told_at, closed_at)
       select o.owner_id, o.reason, o.id, o.opened_by, 'x', o.opened_at, o.opens_at, o.ends_at, now(), now(), now()
         from private.openings o where o.owner_id = $1 limit 1`,
      [owner.id],
    )
    // What others press here is not counted with what the person presses elsewhere.
    await add(ann, (await circle()).owner, 11)
    await succeed(open(ann, owner))
    await asAdministrator(`delete from private.openings where opened_by = $1 and owner_id <> $2`, [
      ann.id,
      owner.id,
    ])
    await succeed(close(owner))
    await refused(open(bob, owner), code.changedTooOften)
    const other = await circle()
    await add(ann, other.owner, 9)
    await add(other.ann, other.owner, 1)
    const third = await circle()
    const id = await designateAccepted(third.owner, ann, 'executor')
    await succeed(choose(third.owner, id, 'contacts', 'first_hours'))
    await add(ann, third.owner, 9)
    await succeed(open(ann, third.owner))
    await succeed(close(third.owner))
    await succeed(answer(third.owner, true))
    await asAdministrator('delete from private.openings where owner_id = $1 and ended_told_at is not null', [
      third.owner.id,
    ])
    await add(ann, other.owner, 10)
    await refused(open(ann, third.owner), code.changedTooOften)
    await passHours(other.owner, 23)
    await succeed(open(ann, third.owner))
  })
})

describe.skipIf(!hasSql)(`with a certificate, the first hours${needsSql}`, () => {
  const early = ['contacts', 'home_items', 'funeral_plan']

  it('stay open from the approval to the release, and the plan after it', async () => {
    const { owner, ann, cleo } = await circle()
    await succeed(
      owner.client
        .from('profiles')
        .update({ release_wait_days: 30 })
        .eq('user_id', owner.id)
        .select()
        .single(),
    )
    await succeed(open(ann, owner, 'died'))
    await submitCertificate(ann, owner)
    await decide(owner, 'rejected')
    expect(await readBy(ann, owner)).toEqual(early)
    await submitCertificate(ann, owner)
    expect(await readBy(ann, owner)).toEqual(early)
    await decide(owner, 'approved')
    expect(await readBy(ann, owner)).toEqual(early)
    await asAdministrator(
      `update public.profiles set release_at = release_at - interval '20 days' where user_id = $1`,
      [owner.id],
    )
    await asAdministrator(
      `update private.openings set opened_at = opened_at - interval '14 days', opens_at = opens_at - interval '14 days',
                                   ends_at = ends_at - interval '13 days' where owner_id = $1`,
      [owner.id],
    )
    await asAdministrator(
      `update private.openings set ends_at = now() + interval '1 second' where owner_id = $1`,
      [owner.id],
    )
    await asAdministrator(
      `update private.openings set ends_at = now() - interval '1 microsecond' where owner_id = $1`,
      [owner.id],
    )
    // As if it had ended after the approval.
    await asAdministrator(`alter table public.profiles disable trigger profiles_keep_frozen`)
    await asAdministrator(
      `update public.profiles set death_reviewed_at = now() - interval '1 day' where user_id = $1`,
      [owner.id],
    )
    await asAdministrator(`alter table public.profiles enable trigger profiles_keep_frozen`)
    expect(await readBy(ann, owner)).toEqual(early)
    const state = await stateFor(ann, owner)
    expect(Date.parse(state?.ends_at ?? '') - Date.now()).toBeGreaterThan(9 * 86_400_000)
    await applyDueChanges()
    expect(await kindsTo(ann)).not.toContain('closed')
    expect(await readBy(cleo, owner)).toEqual([])
    // Taken back, it is over; approved again, it does not come back.
    await asAdministrator(`select admin.take_back_decision($1, 'A mistake.')`, [owner.id])
    expect(await readBy(ann, owner)).toEqual([])
    await decide(owner, 'approved')
    expect(await readBy(ann, owner)).toEqual([])
    await succeed(open(ann, owner, 'died'))
    expect(await readBy(ann, owner)).toEqual(early)
    await asAdministrator(`update public.profiles set release_at = now() where user_id = $1`, [owner.id])
    expect(await readBy(ann, owner)).toEqual(['contacts', 'home_items', 'funeral_plan', 'estate_documents'])
    const [access] = await succeed(ann.client.rpc('memorial_access', { owner_id: owner.id }))
    expect(access).toMatchObject({ can_view: true, open_early_until: null })
    await passHours(owner, 14 * day)
    await applyDueChanges()
    expect(await kindsTo(ann)).not.toContain('closed')
    await refused(open(ann, owner), code.notPossibleNow)
  })

  it('are closed by the owner who stops it, in notice and open, and whoever opened them waits', async () => {
    for (const hours of [0, 24]) {
      const { owner, ann, bob } = await circle()
      await succeed(owner.client.rpc('set_opening_notice', { hours }))
      await succeed(open(ann, owner, 'died'))
      await submitCertificate(bob, owner)
      await decide(owner, 'approved')
      await succeed(owner.client.rpc('stop_release'))
      await passHours(owner, 25)
      for (const who of [ann, bob]) expect(await readBy(who, owner)).toEqual([])
      await refused(open(ann, owner), code.waitsAfterClose)
      await succeed(open(bob, owner))
      // The second press of the stop is that of before.
      await succeed(owner.client.rpc('stop_release'))
      expect((await stateFor(bob, owner))?.opened_by_name).toBe('Bob')
    }
  })

  /** Opened 15 days ago, and open until the release of a certificate that was approved 2 days ago. */
  async function openUntilRelease() {
    const home = await circle()
    const { owner, ann, bob } = home
    const client = owner.client.from('profiles')
    await succeed(client.update({ release_wait_days: 30 }).eq('user_id', owner.id).select().single())
    await succeed(open(ann, owner, 'died'))
    await submitCertificate(bob, owner)
    await decide(owner, 'approved')
    await passHours(owner, 15 * day)
    await asAdministrator(`alter table public.profiles disable trigger profiles_keep_frozen`)
    await asAdministrator(
      `update public.profiles set death_reviewed_at = now() - interval '2 days' where user_id = $1`,
      [owner.id],
    )
    await asAdministrator(`alter table public.profiles enable trigger profiles_keep_frozen`)
    expect(await readBy(ann, owner)).toEqual(early)
    return home
  }

  it('are closed by the owner who stops a release that alone kept them open', async () => {
    const other = await circle()
    await succeed(open(other.ann, other.owner))
    const { owner, ann, bob } = await openUntilRelease()
    await succeed(owner.client.rpc('stop_release'))
    expect(await stateOf(owner)).toMatchObject({ closed_reason: 'died', closed_by_names: ['Ann'] })
    for (let run = 0; run < 2; run += 1) await applyDueChanges()
    for (const who of [owner, ann, bob])
      expect((await mailsTo(who, 'first_hours_closed')).map(({ payload }) => payload.how)).toEqual(['owner'])
    expect((await historyOf(owner, owner)).at(-1)).toBe('Olive Owner: first_hours_closed')
    await refused(open(ann, owner), code.waitsAfterClose)
    // Nor is it forgotten at the next close.
    await passHours(owner, 1)
    await closeOn(owner, bob)
    await refused(open(ann, owner), code.waitsAfterClose)
  })

  it.skipIf(!isDatabaseOnly)('are closed by a stop that waits for no one who holds an opening', async () => {
    const { owner, ann } = await openUntilRelease()
    const letGo = await holdRows('select from private.openings where owner_id = $1', [owner.id])
    await succeed(owner.client.rpc('stop_release'))
    expect(await readBy(ann, owner)).toEqual([])
    await letGo()
  })

  it('are not closed by an administrator who rejects it or takes a decision back, in notice', async () => {
    const { owner, ann } = await circle()
    await succeed(owner.client.rpc('set_opening_notice', { hours: 24 }))
    await succeed(open(ann, owner))
    await submitCertificate(ann, owner)
    await decide(owner, 'rejected')
    await asAdministrator(`select admin.take_back_decision($1, 'A mistake.')`, [owner.id])
    await decide(owner, 'rejected')
    expect(await readBy(ann, owner)).toEqual([])
    await passHours(owner, day)
    expect(await readBy(ann, owner)).toEqual(['contacts', 'home_items'])
    expect(
      await asAdministrator(`select death_review from public.profiles where user_id = $1`, [owner.id]),
    ).toEqual([{ death_review: 'rejected' }])
  })

  it('freeze nothing and touch no account: the owner goes on writing', async () => {
    const { owner, ann } = await circle()
    await succeed(open(ann, owner, 'died'))
    await succeed(owner.client.from('contacts').insert({ user_id: owner.id, name: 'Dora' }).select().single())
    await succeed(owner.client.rpc('set_visibility_hold', { hold: false }))
    await succeed(owner.client.rpc('set_visibility_hold', { hold: true }))
    const path = await uploadCertificate(ann, owner)
    await succeed(ann.client.rpc('submit_death_certificate', { owner_id: owner.id, path }))
  })
})

describe.skipIf(!hasSql)(`marks on the list of what to do${needsSql}`, () => {
  const mark = (owner: Person, step_key: string) => ({
    id: randomUUID(),
    owner_id: owner.id,
    step_key,
    mark: 'done' as const,
    title: 'A step',
  })
  const add = ({ client }: Person, owner: Person, step: string) =>
    client.from('step_marks').insert(mark(owner, step)).select()
  const seenBy = async ({ client }: Person, owner: Person) =>
    (await succeed(client.from('step_marks').select('step_key').eq('owner_id', owner.id).order('seq'))).map(
      ({ step_key }) => step_key,
    )
  const looks = ({ client }: Person, owner: Person) =>
    client.rpc('record_view', { owner_id: owner.id, section: 'first-days' })

  it('are made by the circle after a death alone, of what each of them reads', async () => {
    const { owner, ann, bob, cleo } = await circle()
    for (const who of [ann, bob, cleo]) await refused(add(who, owner, 'general:1'), code.notAllowed)
    await succeed(open(ann, owner, 'ill'))
    for (const step of ['general:1', 'own:1', 'contacts:1'])
      await refused(add(ann, owner, step), code.notAllowed)
    await refused(looks(ann, owner), code.notThisPerson)
    await succeed(open(bob, owner, 'died'))
    for (const step of ['general:1', 'own:1', 'contacts:1', 'home_items:1', 'funeral_plan:1'])
      await touches(add(ann, owner, step), 1)
    for (const step of ['estate:1', 'financial_accounts:1', 'estate_documents:1', 'video_messages:1'])
      await refused(add(ann, owner, step), code.notAllowed)
    await refused(add(bob, owner, 'home_items:1'), code.notAllowed)
    await refused(add(cleo, owner, 'general:1'), code.notAllowed)
    expect(await seenBy(bob, owner)).toEqual(['general:1', 'own:1', 'contacts:1'])
    for (const who of [ann, bob]) await succeed(looks(who, owner))
    await refused(looks(cleo, owner), code.notThisPerson)
    await refused(
      ann.client.rpc('record_view', { owner_id: owner.id, section: 'memories' }),
      code.notThisPerson,
    )
  })

  it('are hidden once the first hours are closed, also after a release, and those made since are not', async () => {
    const { owner, ann, bob } = await circle()
    await succeed(open(ann, owner, 'died'))
    await succeed(add(ann, owner, 'contacts:1'))
    await succeed(close(owner))
    await refused(add(ann, owner, 'contacts:2'), code.notAllowed)
    expect(await seenBy(bob, owner)).toEqual([])
    await passHours(owner, 1)
    await succeed(open(bob, owner, 'died'))
    await succeed(add(bob, owner, 'contacts:3'))
    expect(await seenBy(ann, owner)).toEqual(['contacts:3'])
    await submitCertificate(ann, owner)
    await decide(owner, 'approved')
    await succeed(add(ann, owner, 'contacts:4'))
    for (const who of [ann, bob]) expect(await seenBy(who, owner)).toEqual(['contacts:3', 'contacts:4'])
    expect(await seenBy(owner, owner)).toEqual(['contacts:1', 'contacts:3', 'contacts:4'])
  })

  it.skipIf(!isDatabaseOnly)(
    'are hidden also when the owner closed while one of them was still being written',
    async () => {
      const { owner, ann, bob } = await circle()
      await succeed(open(ann, owner, 'died'))
      const letGo = await holdRows(
        `select pg_advisory_xact_lock(hashtextextended('heartwood.steps ' || owner_id, 0))
           from public.part_access where owner_id = $1 limit 1`,
        [owner.id],
      )
      const adding = add(ann, owner, 'contacts:1').then(({ error }) => error)
      await vi.waitFor(async () => {
        const waiting = await asAdministrator(
          `select from pg_stat_activity where wait_event = 'advisory' and query like '%step_marks%'`,
        )
        expect(waiting).toHaveLength(1)
      })
      await succeed(close(owner))
      await letGo()
      await adding
      await passHours(owner, 1)
      await succeed(open(bob, owner, 'died'))
      expect(await seenBy(bob, owner)).toEqual([])
    },
  )

  it('say to no one in which opening they were made', async () => {
    const { owner, ann, cleo } = await circle()
    await succeed(open(ann, owner, 'died'))
    await succeed(add(ann, owner, 'contacts:1'))
    await submitCertificate(ann, owner)
    await decide(owner, 'approved')
    for (const who of [owner, ann, cleo]) {
      const [read] = await succeed(who.client.from('step_marks').select().eq('owner_id', owner.id))
      expect(read?.step_key).toBe('contacts:1')
      expect(Object.keys(read ?? {}).join(' ')).not.toContain('opening')
      expect(JSON.stringify(read)).not.toContain(await openingOf(owner))
    }
  })

  it('tell no one outside the circle of an opening, not even where the owner has opened the plan', async () => {
    const { owner, ann, bob, cleo } = await circle()
    await succeed(owner.client.rpc('set_visibility_hold', { hold: false }))
    await succeed(open(ann, owner, 'died'))
    await succeed(add(ann, owner, 'contacts:1'))
    expect(await seenBy(bob, owner)).toEqual(['contacts:1'])
    expect(await seenBy(cleo, owner)).toEqual([])
    await refused(add(cleo, owner, 'contacts:2'), code.notAllowed)
    await submitCertificate(ann, owner)
    await decide(owner, 'approved')
    expect(await seenBy(cleo, owner)).toEqual(['contacts:1'])
  })
})

describe.skipIf(!hasSql)(`while the first hours are open${needsSql}`, () => {
  it.each([
    [
      'revoked',
      (owner: Person, _who: Person, designation_id: number) =>
        owner.client.rpc('revoke_designation', { designation_id }),
    ],
    [
      'removed',
      (owner: Person, _who: Person, id: number) =>
        owner.client.from('designations').delete().eq('id', id).select(),
    ],
    [
      'stepping down',
      (_owner: Person, who: Person, designation_id: number) =>
        who.client.rpc('step_down', { designation_id }),
    ],
  ])('a person who is %s reads nothing more, and the others do', async (_how, end) => {
    const { owner, ann, bob, ids } = await circle()
    await designateAccepted(await person('Olga'), ann, 'executor')
    await succeed(open(ann, owner))
    await succeed(end(owner, ann, ids.ann))
    expect(await readBy(ann, owner)).toEqual([])
    expect(await readBy(bob, owner)).toEqual(['contacts'])
    await refused(open(ann, owner), code.notThisPerson)
    await refused(prolong(ann, owner), code.notThisPerson)
    await succeed(close(owner))
    expect(await kindsTo(ann)).not.toContain('closed')
  })

  it('a person who accepts joins the circle and reads, and one who declines does not', async () => {
    const [{ owner, ann, bob, cleo }, other] = await Promise.all([circle(), circle()])
    const [early, dan] = await Promise.all([person('Dora'), person('Dan')])
    // Dora was named before, with no part in them, and is in another family's circle.
    await succeed(choose(owner, await designateAccepted(owner, early, 'trustee'), 'money', 'never'))
    const dora = { ...early, email: address('Dora') }
    await changeAddress(early, dora.email)
    const elsewhere = await designateAccepted(other.owner, dora, 'trustee')
    await succeed(choose(other.owner, elsewhere, 'contacts', 'first_hours'))
    const ids = [
      await designate(owner, dora.email, 'beneficiary', 'Dora'),
      await designate(owner, dan.email, 'beneficiary', 'Dan'),
    ]
    for (const id of ids) await succeed(choose(owner, id, 'home', 'first_hours'))
    expect((await mailsTo(ann, 'first_hours_joined')).length).toBe(2)
    await succeed(open(ann, owner))
    for (const who of [dora, dan]) expect(await readBy(who, owner)).toEqual([])
    await succeed(dora.client.rpc('accept_designation_invite', { designation_id: ids[0] ?? 0 }))
    await succeed(dan.client.rpc('decline_designation_invite', { designation_id: ids[1] ?? 0 }))
    expect(await readBy(dora, owner)).toEqual(['home_items'])
    expect(await readBy(dan, owner)).toEqual([])
    for (const who of [owner, ann, bob, dora])
      expect((await mailsTo(who, 'first_hours_joined')).at(-1)?.payload).toMatchObject({
        actor_name: 'Dora',
        names: ['Ann', 'Bob', 'Dora'],
      })
    for (const who of [cleo, dan]) expect(await kindsTo(who)).toEqual([])
  })

  it('the account of whoever opened them can be deleted, and the others read on', async () => {
    const { owner, ann, bob } = await circle()
    await succeed(open(ann, owner))
    await deleteAccount(ann)
    expect(await readBy(bob, owner)).toEqual(['contacts'])
    expect(await stateFor(bob, owner)).toMatchObject({ opened_by_name: 'Ann', members: ['Bob'] })
    await succeed(close(owner))
    await succeed(answer(owner, false))
  })

  it('the owner’s account is not deleted, nor within seven days after a close or the end of their time', async () => {
    const { owner, ann } = await circle()
    const ask = () => service.rpc('account_to_delete', { p_user_id: owner.id })
    await succeed(owner.client.rpc('set_opening_notice', { hours: 24 }))
    await succeed(open(ann, owner))
    await refused(ask(), code.openedLately)
    await fails(asAdministrator('delete from auth.users where id = $1', [owner.id]), code.openedLately)
    await succeed(close(owner))
    await refused(ask(), code.openedLately)
    await passHours(owner, 7 * day - 1)
    await refused(ask(), code.openedLately)
    await passHours(owner, 1)
    expect(await succeed(ask())).toBe(owner.email)
    await succeed(open(ann, owner))
    await passHours(owner, day)
    await fails(asAdministrator('delete from auth.users where id = $1', [owner.id]), code.openedLately)
    await passHours(owner, 21 * day - 1)
    await refused(ask(), code.openedLately)
    await passHours(owner, 1)
    // What is open of another plan keeps no one from it.
    const other = await circle()
    await succeed(open(other.ann, other.owner))
    expect(await succeed(ask())).toBe(owner.email)
    await deleteAccount(owner)
    expect(await openingsOf(owner)).toEqual([])
  })

  it('what is removed is kept, and a removed person of the circle is told of to it alone', async () => {
    const { owner, ann, bob, cleo, ids } = await circle()
    const removed = async () =>
      (await succeed(owner.client.rpc('removed_since_stop'))).map(({ table_name }) => table_name)
    const before = await succeed(owner.client.from('contacts').select('id'))
    const [dora, eve] = await Promise.all([person('Dora'), person('Eve')])
    const outside = { cleo: ids.cleo, dora: await designateAccepted(owner, dora, 'beneficiary') }
    await designateAccepted(owner, eve, 'executor')
    // Another choice makes no one a member.
    for (const id of Object.values(outside)) await succeed(choose(owner, id, 'contacts', 'never'))
    await succeed(owner.client.rpc('set_opening_notice', { hours: 24 }))
    await succeed(open(ann, owner))
    // What is added meanwhile is not kept.
    await succeed(owner.client.from('contacts').insert({ user_id: owner.id, name: 'Fay' }))
    await succeed(owner.client.from('contacts').delete().eq('user_id', owner.id).select())
    await succeed(owner.client.rpc('revoke_designation', { designation_id: outside.cleo }))
    await succeed(owner.client.from('designations').delete().eq('id', outside.dora).select())
    expect((await mailsTo(owner, 'person_removed')).map(({ payload }) => payload)).toMatchObject([
      { actor_name: 'Cleo', because: 'first_hours' },
      { actor_name: 'Dora', because: 'first_hours' },
    ])
    for (const who of [ann, bob, cleo, dora]) expect(await mailsTo(who, 'person_removed')).toEqual([])
    await succeed(owner.client.from('designations').delete().eq('id', ids.bob).select())
    for (const who of [ann, bob])
      expect((await mailsTo(who, 'person_removed')).map(({ payload }) => payload)).toMatchObject([
        { actor_name: 'Bob', because: 'first_hours', is_removed: who === bob },
      ])
    for (const who of [cleo, dora, eve]) expect(await mailsTo(who, 'person_removed')).toEqual([])
    expect(await removed()).toEqual(['contacts', 'designations', 'designations', 'designations'])
    await succeed(close(owner))
    await passHours(owner, 7 * day - 1)
    expect(await succeed(owner.client.rpc('bring_back_removed'))).toBe(4)
    expect(await succeed(owner.client.from('contacts').select('id'))).toEqual(before)
    await passHours(owner, 1)
    await succeed(owner.client.from('contacts').delete().eq('user_id', owner.id).select())
    expect(await removed()).toEqual([])
  })

  it('what is removed in the seven days after the end of their time is kept as well', async () => {
    const { owner, ann, bob } = await circle()
    const [kept] = await asAdministrator<{ id: string }>(
      `insert into public.contacts (user_id, name, created_at) values ($1, 'Dora', now() - interval '7 days') returning id`,
      [owner.id],
    )
    await succeed(open(ann, owner))
    await succeed(owner.client.from('contacts').insert({ user_id: owner.id, name: 'Added meanwhile' }))
    await succeed(owner.client.from('contacts').delete().eq('name', 'Added meanwhile').select())
    expect(await succeed(owner.client.rpc('removed_since_stop'))).toEqual([])
    await passHours(owner, 21 * day - 1)
    await succeed(owner.client.from('contacts').delete().eq('user_id', owner.id).select())
    await changeAddress(owner, address('Olive'))
    for (const who of [ann, bob]) expect(await mailsTo(who, 'owner_email_changed')).toHaveLength(1)
    expect(await succeed(owner.client.rpc('bring_back_removed'))).toBe(1)
    expect(await succeed(owner.client.from('contacts').select('id'))).toEqual([kept])
    await passHours(owner, 1)
    await succeed(owner.client.from('contacts').delete().eq('user_id', owner.id).select())
    expect(await succeed(owner.client.rpc('removed_since_stop'))).toEqual([])
  })

  it('a new address of the owner is told to the circle alone', async () => {
    const { owner, ann, bob, cleo } = await circle()
    const told = async (who: Person) =>
      (await mailsTo(who, 'owner_email_changed')).map(({ payload }) => payload.because)
    const other = await circle()
    await succeed(open(other.ann, other.owner))
    await changeAddress(owner, address('Olive'))
    for (const who of [ann, bob, cleo]) expect(await told(who)).toEqual([])
    await succeed(open(ann, owner))
    await changeAddress(owner, address('Olive'))
    for (const who of [ann, bob]) expect(await told(who)).toEqual(['first_hours'])
    expect((await mailsTo(ann, 'owner_email_changed'))[0]?.payload.owner_name).toBe('Olive Owner')
    expect(await told(cleo)).toEqual([])
    // In a review and after a stop, everyone named is told because of that.
    await submitCertificate(bob, owner)
    await changeAddress(owner, address('Olive'))
    for (const who of [ann, bob, cleo]) expect((await told(who)).at(-1)).toBe('certificate')
    await succeed(owner.client.rpc('stop_release'))
    await asAdministrator('delete from private.mail_outbox where to_email = $1', [ann.email])
    await changeAddress(owner, address('Olive'))
    expect(await told(ann)).toEqual(['certificate'])
  })

  it('an operator sees them beside certificates, and can end them with a note', async () => {
    const { owner, ann, bob } = await circle()
    const seen = () => asAdministrator<Row>('select * from admin.openings where owner_id = $1', [owner.id])
    const end = (note: string | null) => asAdministrator('select admin.end_opening($1, $2)', [owner.id, note])
    const other = await circle()
    await succeed(open(other.ann, other.owner))
    await fails(end('They called.'), code.notPossibleNow)
    await succeed(open(ann, owner, 'died'))
    await submitCertificate(bob, owner)
    const [review] = await asAdministrator<{ first_hours: Row[] }>(
      'select first_hours from admin.certificate_reviews where owner_id = $1',
      [owner.id],
    )
    expect(review?.first_hours).toMatchObject([{ opened_by: 'Ann', reason: 'died', closed_at: null }])
    expect(await seen()).toMatchObject([
      {
        owner_name: 'Olive Owner',
        owner_email: owner.email,
        state: 'open',
        reason: 'died',
        opened_by_name: 'Ann',
        opened_by_email: ann.email,
        opened_by_role: 'beneficiary',
        circle: [
          { name: 'Ann', email: ann.email },
          { name: 'Bob', email: bob.email },
        ],
      },
    ])
    for (const note of [null, '  ']) await fails(end(note), '22023')
    await end('They called.')
    expect(await readBy(ann, owner)).toEqual([])
    expect(await seen()).toMatchObject([{ state: 'closed', note: 'They called.', was_right: null }])
    expect(await historyOf(bob, owner)).toEqual(['Ann: first_hours_opened', 'administrator: opening_ended'])
    expect((await mailsTo(owner)).at(-1)?.payload).toMatchObject({ how: 'operator' })
    await fails(end('Again.'), code.notPossibleNow)
    await succeed(owner.client.rpc('set_opening_notice', { hours: 24 }))
    await passHours(owner, 1)
    await succeed(open(bob, owner))
    expect(await seen()).toMatchObject([{ state: 'announced', note: null }, { state: 'closed' }])
    await passHours(owner, 20 * day)
    expect(await seen()).toMatchObject([{ state: 'over' }, { state: 'closed' }])
    await succeed(open(bob, owner))
    await end('They called again.')
    expect((await seen()).map(({ note }) => note)).toEqual(['They called again.', null, 'They called.'])
  })

  it('an operator sees beside a certificate until when they were open, and that the owner closed them', async () => {
    const { owner, ann, bob } = await circle()
    await succeed(open(ann, owner))
    await passHours(owner, 1)
    await succeed(prolong(bob, owner))
    const ends = (await stateFor(ann, owner))?.ends_at ?? ''
    await succeed(close(owner))
    await submitCertificate(bob, owner)
    const [review] = await asAdministrator<{ first_hours: { ends_at: string; closed_at: string }[] }>(
      'select first_hours from admin.certificate_reviews where owner_id = $1',
      [owner.id],
    )
    expect(review?.first_hours).toMatchObject([{ opened_by: 'Ann', closed_at: expect.any(String) }])
    expect(Date.parse(review?.first_hours[0]?.ends_at ?? '')).toBe(Date.parse(ends))
  })

  it('the owner’s copy of the mail leaves first, and says neither why nor a medical word', async () => {
    const { owner, ann, bob } = await circle()
    await succeed(open(ann, owner, 'died'))
    const [own] = await mailsTo(owner, 'first_hours_opened')
    expect(own?.rank).toBe(0)
    expect(own?.payload).toEqual({
      recipient: 'owner',
      owner_id: owner.id,
      owner_name: 'Olive Owner',
      is_deceased: false,
      actor_name: 'Ann',
      opens_at: expect.any(String),
      ends_at: expect.any(String),
      is_open: true,
      untold: [],
      opening_id: await openingOf(owner),
    })
    for (const who of [ann, bob]) {
      const [copy] = await mailsTo(who, 'first_hours_opened')
      expect(copy?.rank).toBe(1)
      expect(copy?.payload).not.toHaveProperty('opening_id')
      expect(copy?.payload.is_actor).toBe(who === ann)
      expect(JSON.stringify(copy)).not.toMatch(/died|ill\b/)
    }
    const lines = await succeed(
      ann.client.from('access_events').select('detail').eq('action', 'first_hours_opened'),
    )
    expect(JSON.stringify(lines)).not.toMatch(/died|ill\b/)
  })
})

describe.skipIf(!hasSql)(`who joins the circle${needsSql}`, () => {
  it('is told of once to the owner and everyone in it, by the first part that is chosen', async () => {
    const { owner, ann, bob, cleo, ids } = await circle()
    const told = async (who: Person) =>
      (await mailsTo(who, 'first_hours_joined')).map(({ payload }) => payload.actor_name)
    expect(await told(owner)).toEqual(['Ann', 'Bob'])
    expect(await told(ann)).toEqual(['Ann', 'Bob'])
    expect(await told(bob)).toEqual(['Bob'])
    await succeed(choose(owner, ids.bob, 'home', 'first_hours'))
    expect(await told(owner)).toEqual(['Ann', 'Bob'])
    await succeed(choose(owner, ids.cleo, 'home', 'after_death'))
    expect(await told(cleo)).toEqual([])
    await succeed(choose(owner, ids.cleo, 'home', 'first_hours'))
    for (const who of [owner, ann, bob, cleo]) expect((await told(who)).at(-1)).toBe('Cleo')
    // Back and forth: the newest replaces the one that waits.
    for (let round = 0; round < 3; round += 1)
      for (const timing of ['after_death', 'first_hours'])
        await succeed(choose(owner, ids.cleo, 'home', timing))
    expect(await told(cleo)).toEqual(['Cleo'])
    // By a second designation of the same person no one joins.
    const email = address('Ann elsewhere')
    const invitation = await designate(owner, email, 'trustee')
    await succeed(choose(owner, invitation, 'contacts', 'first_hours'))
    await changeAddress(ann, email)
    const before = await told(owner)
    await succeed(ann.client.rpc('accept_designation_invite', { designation_id: invitation }))
    expect(await told(owner)).toEqual(before)
    expect((await stateFor(ann, owner))?.members).toEqual(['Bob', 'Cleo', 'Someone'])
  })

  it('reads in the history what happened since, and nothing of earlier openings', async () => {
    const { owner, ann, bob, cleo, ids } = await circle()
    const dora = await person('Dora')
    const invitation = await designate(owner, dora.email, 'beneficiary', 'Dora')
    await succeed(choose(owner, invitation, 'contacts', 'first_hours'))
    await succeed(choose(owner, ids.cleo, 'contacts', 'never'))
    await succeed(open(ann, owner))
    await succeed(choose(owner, ids.cleo, 'home', 'first_hours'))
    await succeed(dora.client.rpc('accept_designation_invite', { designation_id: invitation }))
    for (const who of [cleo, dora]) expect(await historyOf(who, owner)).toEqual([])
    await succeed(close(owner))
    await passHours(owner, 1)
    await succeed(open(bob, owner))
    for (const who of [cleo, dora])
      expect(await historyOf(who, owner)).toEqual([
        'Olive Owner: first_hours_closed',
        'Bob: first_hours_opened',
      ])
    const all = await historyOf(owner, owner)
    expect(all).toHaveLength(3)
    // A further part, or one that is taken away, takes nothing from those who were there.
    await succeed(choose(owner, ids.ann, 'funeral', 'after_death'))
    await succeed(choose(owner, ids.bob, 'home', 'first_hours'))
    for (const who of [ann, bob]) expect(await historyOf(who, owner)).toEqual(all)
    // And of what the owner chose meanwhile, nothing.
    const ofOthers = await succeed(
      cleo.client.from('access_events').select('action').neq('actor_id', cleo.id).order('id'),
    )
    expect(ofOthers.map(({ action }) => action)).toEqual(['first_hours_closed', 'first_hours_opened'])
    // Each by their own circle: who was early in one reads nothing early of another.
    const other = await circle()
    await succeed(open(other.ann, other.owner))
    const late = await designateAccepted(other.owner, ann, 'executor')
    await succeed(choose(other.owner, late, 'contacts', 'first_hours'))
    expect(await historyOf(ann, other.owner)).toEqual([])
    expect(await historyOf(ann, owner)).toEqual(all)
  })

  it('is told of when a removal is taken back', async () => {
    const { owner, ann, bob, ids } = await circle()
    await succeed(open(bob, owner))
    for (const end of [
      () => owner.client.rpc('revoke_designation', { designation_id: ids.ann }),
      () => owner.client.from('designations').delete().eq('id', ids.ann).select(),
    ]) {
      await succeed(end())
      await asAdministrator('delete from private.mail_outbox where to_email = $1', [bob.email])
      await succeed(owner.client.rpc('bring_back_removed'))
      expect((await mailsTo(bob, 'first_hours_joined')).map(({ payload }) => payload)).toMatchObject([
        { actor_name: 'Ann', names: ['Ann', 'Bob'] },
      ])
      expect(await readBy(ann, owner)).toEqual(['contacts', 'home_items'])
    }
  })
})

describe.skipIf(!hasSql)(`an owner whose membership has ended${needsSql}`, () => {
  beforeAll(turnBillingOn)

  it('is read in the first hours, can narrow and close, and put back what was not right', async () => {
    const { owner, ann, bob, ids } = await circle()
    await asAdministrator(
      `update public.subscriptions set trial_end = now() - interval '1 day', status = 'canceled' where user_id = $1`,
      [owner.id],
    )
    await succeed(open(ann, owner))
    expect(await readBy(ann, owner)).toEqual(['contacts', 'home_items'])
    await succeed(choose(owner, ids.ann, 'home', 'never'))
    expect(await readBy(ann, owner)).toEqual(['contacts'])
    await succeed(prolong(bob, owner))
    await succeed(close(owner))
    expect(await readBy(ann, owner)).toEqual([])
    await succeed(answer(owner, false))
    await refused(open(ann, owner), code.notThisPerson)
    await succeed(owner.client.rpc('allow_opening', { designation_id: ids.ann }))
  })
})
