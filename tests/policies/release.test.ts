// The review and what follows: the waiting period, the release, the owner's stop, and the frozen plan.
import { beforeAll, describe, expect, it } from 'vitest'
import {
  address,
  anonymous,
  asAdministrator,
  callSlowly,
  changeAddress,
  closeAccount,
  decide,
  deleteAccount,
  fillHealth,
  hasSql,
  household,
  needsSql,
  type Person,
  passWaitingTime,
  person,
  type State,
  service,
  submitCertificate,
  succeed,
  turnHealthOn,
  uploadCertificate,
} from '../support/people.ts'
import { code, fails, refused, touches, untyped } from './answers.ts'

const profileOf = ({ client, id }: Person) =>
  succeed(client.from('profiles').select().eq('user_id', id).single())
const stop = ({ client }: Person) => client.rpc('stop_release')
const mayRead = async ({ client }: Person) => (await succeed(client.from('contacts').select('id'))).length > 0
const day = 24 * 60 * 60 * 1000

/** Changes the row as an administrator can in the dashboard's table editor. */
const edit = (owner: Person, change: string) =>
  asAdministrator(`update public.profiles set ${change} where user_id = $1`, [owner.id])

const setWait = ({ client, id }: Person, release_wait_days: number) =>
  client.from('profiles').update({ release_wait_days }).eq('user_id', id)

async function ownerWhoseReviewIs(review: string): Promise<Person> {
  const owner = await person('Olive Owner')
  if (review === 'none') return owner
  await submitCertificate(owner, owner)
  if (review !== 'pending') await decide(owner, review === 'approved' ? 'approved' : 'rejected', 'Seen.')
  return owner
}

describe.skipIf(!hasSql)(`reviews${needsSql}`, () => {
  const allowed = [
    'none → none',
    'pending → pending',
    'approved → approved',
    'rejected → rejected',
    'pending → approved',
    'pending → rejected',
    // The administrator asks for another photo.
    'pending → none',
    'approved → rejected',
    'rejected → pending',
    // The administrator takes an approval back.
    'approved → pending',
  ]
  const reviews = ['none', 'pending', 'approved', 'rejected']

  it.each(reviews)(
    'the review of a death certificate changes from %s only to an allowed state, also by hand in the table editor',
    async (from) => {
      for (const to of reviews) {
        const owner = await ownerWhoseReviewIs(from)
        const edited = edit(owner, `death_review = '${to}'`)
        if (allowed.includes(`${from} → ${to}`)) await edited
        // Without a submitted certificate a review cannot be pending.
        else await fails(edited, `${from} → ${to}` === 'none → pending' ? code.check : code.onlyPending)
        expect((await profileOf(owner)).death_review, `${from} → ${to}`).toBe(
          allowed.includes(`${from} → ${to}`) ? to : from,
        )
      }
    },
  )

  it('the review of a death certificate that was approved does not go on with another certificate that is put in its place by hand', async () => {
    const owner = await ownerWhoseReviewIs('approved')
    const change = `death_review = 'pending', death_certificate_path = user_id || '/another.pdf'`
    await fails(edit(owner, change), code.onlyPending)
    expect((await profileOf(owner)).death_review).toBe('approved')
  })

  it('the review of a death certificate that the owner stops never asks for another photo, not by hand either', async () => {
    const owner = await ownerWhoseReviewIs('pending')
    await fails(edit(owner, `death_review = 'none', release_stopped_at = now()`), code.onlyPending)
    expect((await profileOf(owner)).death_review).toBe('pending')
  })

  it('the review of a death certificate that the owner stops tells no one what an administrator began to write', async () => {
    const owner = await ownerWhoseReviewIs('pending')
    await edit(owner, `death_review_message = 'The second page is missing.'`)
    await succeed(stop(owner))
    expect((await profileOf(owner)).death_review_message).toBeNull()
  })

  it('when approved by hand sets every value that belongs to an approval', async () => {
    const owner = await ownerWhoseReviewIs('pending')
    const before = Date.now() - 1000
    await edit(owner, `death_review = 'approved'`)
    const profile = await profileOf(owner)
    expect(profile).toMatchObject({ is_deceased: true, visibility_hold: false, death_review: 'approved' })
    expect(Date.parse(profile.death_reviewed_at ?? '')).toBeGreaterThan(before)
    expect(Date.parse(profile.release_at ?? '')).toBe(Date.parse(profile.death_reviewed_at ?? ''))
  })

  it('the review of a death certificate never stores an inconsistent state', async () => {
    const halves: [string, string[]][] = [
      [
        'none',
        [
          'is_deceased = true',
          'release_at = now()',
          `death_review = 'pending', death_certificate_path = null`,
        ],
      ],
      [
        'pending',
        [
          'is_deceased = true',
          'release_at = now()',
          'death_certificate_path = null',
          'is_deceased = true, release_at = now()',
        ],
      ],
      [
        'approved',
        [
          'is_deceased = false',
          'release_at = null',
          'death_certificate_path = null',
          'is_deceased = false, release_at = null',
        ],
      ],
      ['rejected', ['is_deceased = true', 'release_at = now()', 'death_certificate_path = null']],
    ]
    for (const [review, changes] of halves) {
      const owner = await ownerWhoseReviewIs(review)
      for (const change of changes) await fails(edit(owner, change), code.check)
    }
  })

  it('the review of a death certificate needs a certificate in the owner’s own folder', async () => {
    const [owner, other] = [await ownerWhoseReviewIs('pending'), await person('Oscar Other')]
    await fails(edit(owner, `death_certificate_path = '${other.id}/certificate.pdf'`), code.check)
    await fails(edit(owner, `death_certificate_path = '${owner.id}x/certificate.pdf'`), code.check)
    await fails(edit(owner, `death_certificate_path = '${owner.id}/${'x'.repeat(464)}'`), code.check)
    await edit(owner, `death_certificate_path = '${owner.id}/${'x'.repeat(463)}'`)
  })

  it('the review of a death certificate can be decided once, only while a certificate is pending, and not rejected without a reason', async () => {
    for (const review of ['none', 'approved', 'rejected']) {
      const owner = await ownerWhoseReviewIs(review)
      await fails(decide(owner, 'approved'), code.onlyPending)
      await fails(decide(owner, 'rejected', 'Why not.'), code.onlyPending)
    }
    const owner = await ownerWhoseReviewIs('pending')
    const review = (decision: string | null, note: string | null) =>
      asAdministrator('select admin.review_death_certificate($1, $2, $3)', [owner.id, decision, note])
    for (const note of [null, '', '  ']) await fails(review('rejected', note), '22023')
    for (const decision of [null, 'pending', 'none', 'maybe']) await fails(review(decision, 'x'), '22023')
    expect((await profileOf(owner)).death_review).toBe('pending')
    await asAdministrator(`select admin.review_death_certificate($1, 'approved')`, [owner.id])
    expect((await profileOf(owner)).death_review).toBe('approved')
  })

  it('the review of a death certificate has one outcome when two administrators decide at the same time', async () => {
    const owner = await ownerWhoseReviewIs('pending')
    const approve = () => callSlowly(null, `admin.review_death_certificate($1::uuid, 'approved')`, [owner.id])
    const outcomes = await Promise.allSettled([approve(), approve()])
    expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  })

  it('the review of a death certificate has one outcome in state, history and mails when one administrator approves and one rejects at the same time', async () => {
    const owner = await ownerWhoseReviewIs('pending')
    const { death_certificate_path: path } = await profileOf(owner)
    const decideSlowly = (decision: string) =>
      callSlowly(null, `admin.review_death_certificate($1::uuid, $2::text, 'Seen.', $3::text)`, [
        owner.id,
        decision,
        path,
      ])
    const outcomes = await Promise.allSettled([decideSlowly('approved'), decideSlowly('rejected')])
    expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    const decided = outcomes[0].status === 'fulfilled' ? 'approved' : 'rejected'
    expect((await profileOf(owner)).death_review).toBe(decided)
    const logged = await asAdministrator<{ action: string }>(
      `select action from public.access_events where owner_id = $1 and action in ('certificate_approved', 'certificate_rejected')`,
      [owner.id],
    )
    const mailed = await asAdministrator<{ action: string }>(
      `select kind as action from private.mail_outbox where to_email = $1 and kind in ('certificate_approved', 'certificate_rejected')`,
      [owner.email],
    )
    for (const told of [logged, mailed]) expect(told).toEqual([{ action: `certificate_${decided}` }])
  })

  it('the review of a death certificate leaves the visibility hold unchanged on rejection, and closes the plan when an approval is withdrawn', async () => {
    const open = await household('open, in review', ['executor'])
    await decide(open.owner, 'rejected', 'Not readable.')
    expect(await profileOf(open.owner)).toMatchObject({
      visibility_hold: false,
      death_review: 'rejected',
      release_at: null,
    })
    expect(await mayRead(open.executor)).toBe(true)

    const released = await household('released', ['executor'])
    await edit(released.owner, `death_review = 'rejected'`)
    expect(await profileOf(released.owner)).toMatchObject({
      visibility_hold: true,
      is_deceased: false,
      release_at: null,
    })
    expect(await mayRead(released.executor)).toBe(false)
  })

  it('the review of a death certificate starts without data of the last decision after a rejection', async () => {
    const owner = await ownerWhoseReviewIs('rejected')
    expect((await profileOf(owner)).death_reviewed_at).not.toBeNull()
    await submitCertificate(owner, owner)
    expect(await profileOf(owner)).toMatchObject({
      death_review: 'pending',
      death_reviewed_at: null,
      release_at: null,
      is_deceased: false,
    })
  })
})

describe.skipIf(!hasSql)(`releases${needsSql}`, () => {
  it('the release of a plan happens at once when the owner set no waiting period, without a job or a person', async () => {
    const { owner, beneficiary, executor } = await household('hidden, in review', ['beneficiary', 'executor'])
    expect(await mayRead(beneficiary)).toBe(false)
    await decide(owner, 'approved')
    expect(await mayRead(beneficiary)).toBe(true)
    await touches(executor.client.from('financial_accounts').select(), 1)
  })

  it('the release of a plan happens to the minute when the waiting period is over', async () => {
    const { owner, beneficiary } = await household('waiting', ['beneficiary'])
    const { release_at, death_reviewed_at } = await profileOf(owner)
    expect(Date.parse(release_at ?? '') - Date.parse(death_reviewed_at ?? '')).toBe(7 * day)
    expect(await mayRead(beneficiary)).toBe(false)
    await passWaitingTime(owner, 6)
    expect(await mayRead(beneficiary)).toBe(false)
    await edit(owner, `release_at = now() + interval '1 minute'`)
    expect(await mayRead(beneficiary)).toBe(false)
    await passWaitingTime(owner, 1)
    expect(await mayRead(beneficiary)).toBe(true)
  })

  it('the release of a plan is told once, when the waiting period is over, and not before', async () => {
    const { owner, executor } = await household('waiting', ['executor'])
    const told = async () => {
      await asAdministrator('select private.announce_releases()')
      const mails = await asAdministrator(
        `select from private.mail_outbox where kind = 'plan_released' and to_email = $1`,
        [executor.email],
      )
      const events = await succeed(
        owner.client.from('access_events').select('id').eq('action', 'plan_released'),
      )
      return [mails.length, events.length]
    }
    await passWaitingTime(owner, 6)
    expect(await told()).toEqual([0, 0])
    await passWaitingTime(owner, 1)
    expect(await told()).toEqual([1, 1])
    expect(await told()).toEqual([1, 1])
  })

  it('the release of a plan leaves the plan closed until the waiting period is over', async () => {
    const { owner, beneficiary } = await household('hidden', ['beneficiary'])
    await succeed(setWait(owner, 30))
    await submitCertificate(owner, owner)
    await decide(owner, 'approved')
    expect(await mayRead(beneficiary)).toBe(false)
    await passWaitingTime(owner, 30)
    expect(await mayRead(beneficiary)).toBe(true)
  })

  it('the release of a plan uses the waiting period that was set when the certificate was submitted', async () => {
    const owner = await ownerWhoseReviewIs('pending')
    await refused(setWait(owner, 30), code.frozen)
    await fails(edit(owner, 'release_wait_days = 30'), code.frozen)
    // Other settings, and the same waiting period again, may still be saved.
    await succeed(setWait(owner, 0))
    await touches(
      owner.client.from('profiles').update({ visibility_hold: false }).eq('user_id', owner.id).select(),
      1,
    )
    await decide(owner, 'approved')
    await fails(edit(owner, 'release_wait_days = 30'), code.frozen)
    await succeed(stop(owner))
    await succeed(setWait(owner, 30))
  })

  it('the release of a plan does not depend on the owner having paid', async () => {
    const { owner, executor } = await household('hidden, in review', ['executor'])
    await asAdministrator(
      "update public.subscriptions set trial_end = now() - interval '1 year' where user_id = $1",
      [owner.id],
    )
    await decide(owner, 'approved')
    expect(await mayRead(executor)).toBe(true)
  })
})

describe('living owners', () => {
  it.each(['hidden', 'open'] satisfies State[])(
    'cannot stop a review that is not under way (%s)',
    async (state) => {
      const { owner } = await household(state, [])
      await refused(stop(owner), code.nothingToStop)
    },
  )

  it('a living owner can stop a review: it is rejected, the hold is back on and the plan is closed', async () => {
    const { owner, executor } = await household('open, in review', ['executor'])
    expect(await mayRead(executor)).toBe(true)
    await succeed(stop(owner))
    expect(await profileOf(owner)).toMatchObject({
      death_review: 'rejected',
      visibility_hold: true,
      is_deceased: false,
      release_at: null,
    })
    expect(await mayRead(executor)).toBe(false)
    // The plan can be changed again.
    await succeed(owner.client.from('contacts').insert({ user_id: owner.id, name: 'New friend' }))
  })

  it.skipIf(!hasSql).each(['waiting', 'released'] satisfies State[])(
    `can stop a review whose plan is ${'%s'}: all access ends at once${needsSql}`,
    async (state) => {
      const { owner, beneficiary, trustee, executor } = await household(state, [
        'beneficiary',
        'trustee',
        'executor',
      ])
      await succeed(stop(owner))
      expect(await profileOf(owner)).toMatchObject({
        death_review: 'rejected',
        visibility_hold: true,
        is_deceased: false,
        release_at: null,
      })
      for (const { client } of [beneficiary, trustee, executor]) {
        for (const table of [
          'funeral_plan',
          'contacts',
          'video_messages',
          'estate_documents',
          'financial_accounts',
          'insurance_policies',
          'home_items',
          'portraits',
        ] as const) {
          await touches(client.from(table).select(), 0)
        }
      }
      // The stopped certificate cannot be approved any more, by function or by hand.
      await fails(decide(owner, 'approved'), code.onlyPending)
      await fails(edit(owner, `death_review = 'approved'`), code.onlyPending)
    },
  )

  it('a living owner can press twice: the second press succeeds and changes nothing', async () => {
    const { owner, executor } = await household('open, in review', ['executor'])
    const traces = async () => ({
      profile: await profileOf(owner),
      events: await succeed(executor.client.from('access_events').select().eq('action', 'release_stopped')),
      mails:
        hasSql &&
        (await asAdministrator(
          `select to_email from private.mail_outbox where kind = 'release_stopped' and to_email = any ($1)`,
          [[owner.email, executor.email]],
        )),
    })
    const [first, second] = await Promise.all([stop(owner), stop(owner)])
    expect([first.error, second.error]).toEqual([null, null])
    const once = await traces()
    expect(once.events).toHaveLength(1)
    if (once.mails) expect(once.mails).toHaveLength(2)
    await succeed(stop(owner))
    expect(await traces()).toEqual(once)
    await refused(stop(executor), code.nothingToStop)
  })

  it('a living owner is told that there is nothing to stop once their plan is open again', async () => {
    const { owner } = await household('stopped', [])
    await succeed(owner.client.from('profiles').update({ visibility_hold: false }).eq('user_id', owner.id))
    await refused(stop(owner), code.nothingToStop)
    expect((await profileOf(owner)).visibility_hold).toBe(false)
  })

  it.skipIf(!hasSql)(
    `a living owner is told that there is nothing to stop when an administrator rejected the certificate${needsSql}`,
    async () => {
      const owner = await ownerWhoseReviewIs('rejected')
      await refused(stop(owner), code.nothingToStop)
    },
  )

  it('a living owner is the only person who can stop the review', async () => {
    const { owner, stranger, ...people } = await household('hidden, in review')
    for (const who of [
      people.beneficiary,
      people.trustee,
      people.executor,
      people.invited,
      people.revoked,
      stranger,
    ]) {
      await refused(stop(who), code.nothingToStop)
    }
    await refused(anonymous.rpc('stop_release'), code.notAllowed)
    expect((await profileOf(owner)).death_review).toBe('pending')
  })

  it.skipIf(!hasSql)(
    `a living owner prevails over an approval at the same instant, whichever is first${needsSql}`,
    async () => {
      const stopSlowly = (owner: Person) => callSlowly(owner, 'public.stop_release()', [])
      const approveSlowly = (owner: Person) =>
        callSlowly(null, `admin.review_death_certificate($1::uuid, 'approved')`, [owner.id])
      const editSlowly = (owner: Person) =>
        asAdministrator(
          `with edited as (update public.profiles set death_review = 'approved' where user_id = $1 returning 1)
         select pg_sleep(0.2) from edited`,
          [owner.id],
        )
      const [one, two, three] = await Promise.all([
        ownerWhoseReviewIs('pending'),
        ownerWhoseReviewIs('pending'),
        ownerWhoseReviewIs('pending'),
      ])
      const outcomes = await Promise.all([
        Promise.allSettled([stopSlowly(one), approveSlowly(one)]),
        Promise.allSettled([approveSlowly(two), stopSlowly(two)].reverse()),
        Promise.allSettled([stopSlowly(three), editSlowly(three)]),
      ])
      for (const [stopped] of outcomes) expect(stopped.status).toBe('fulfilled')
      for (const owner of [one, two, three]) {
        expect(await profileOf(owner)).toMatchObject({
          death_review: 'rejected',
          visibility_hold: true,
          is_deceased: false,
        })
      }
    },
  )
})

describe.skipIf(!hasSql)(`verified deaths${needsSql}`, () => {
  beforeAll(turnHealthOn)

  /** A household with a row in each table of the plan. */
  async function releasedWhole() {
    let health = { note: '', paper: '' }
    const home = await household('released', ['executor'], ({ owner }) => [
      fillHealth(owner).then((rows) => {
        health = rows
      }),
    ])
    return { ...home, health }
  }

  it('a plan whose owner’s death is verified cannot be changed: a thief of the owner’s session can add, change and remove nothing', async () => {
    const { owner, designation, row, health } = await releasedWhole()
    const client = untyped(owner.client)
    const frozen = {
      born_in: 'x',
      name: 'x',
      title: 'x',
      provider: 'x',
      institution: 'x',
      description: 'x',
      venue: 'x',
      allergies: 'x',
      place: 'x',
    }
    const tables = {
      contacts: ['name', row.contact],
      video_messages: ['title', row.video],
      insurance_policies: ['provider', row.insurance],
      financial_accounts: ['institution', row.account],
      estate_documents: ['description', row.document],
      home_items: ['name', row.homeItem],
      portraits: ['born_in', row.portrait],
      health_notes: ['allergies', health.note],
      health_papers: ['place', health.paper],
    } as const
    for (const [table, [column, id]] of Object.entries(tables)) {
      await touches(
        client
          .from(table)
          .update({ [column]: frozen[column] })
          .eq('id', id)
          .select(),
        0,
      )
      await touches(client.from(table).delete().eq('id', id).select(), 0)
    }
    await touches(
      owner.client.from('profiles').update({ visibility_hold: true }).eq('user_id', owner.id).select(),
      0,
    )
    await touches(client.from('designations').delete().eq('owner_id', owner.id).select(), 0)
    await refused(
      owner.client.rpc('revoke_designation', { designation_id: designation.executor }),
      code.frozen,
    )
    await refused(
      client
        .from('designations')
        .insert({ owner_id: owner.id, person_name: 'x', person_email: 'x@example.com', role: 'executor' }),
      code.notAllowed,
    )
    await refused(client.from('funeral_plan').upsert({ user_id: owner.id, venue: 'x' }), code.notAllowed)
  })

  it('a plan whose owner’s death is verified cannot be changed by any function or the administrator until the owner stops it', async () => {
    const { owner, designation, row, health } = await releasedWhole()
    const rows = {
      funeral_plan: [`venue = 'x'`, 'user_id', owner.id],
      contacts: [`name = 'x'`, 'id', row.contact],
      video_messages: [`title = 'x'`, 'id', row.video],
      insurance_policies: [`provider = 'x'`, 'id', row.insurance],
      financial_accounts: [`institution = 'x'`, 'id', row.account],
      estate_documents: [`description = 'x'`, 'id', row.document],
      home_items: [`name = 'x'`, 'id', row.homeItem],
      portraits: [`born_in = 'x'`, 'id', row.portrait],
      health_notes: [`allergies = 'x'`, 'id', health.note],
      health_papers: [`place = 'x'`, 'id', health.paper],
      designations: [`role = 'beneficiary'`, 'id', designation.executor],
    } as const
    for (const [table, [change, key, id]] of Object.entries(rows)) {
      await fails(
        asAdministrator(`update public.${table} set ${change} where ${key} = $1`, [id]),
        code.frozen,
      )
      await fails(asAdministrator(`delete from public.${table} where ${key} = $1`, [id]), code.frozen)
    }
    await fails(
      asAdministrator(`insert into public.contacts (user_id, name) values ($1, 'x')`, [owner.id]),
      code.frozen,
    )
    await fails(
      asAdministrator(`update public.designations set revoked_at = now() where id = $1`, [
        designation.executor,
      ]),
      code.frozen,
    )
    // Rows can be moved neither into the frozen plan nor out of it.
    const other = await person('Otto Owner')
    await succeed(other.client.from('contacts').insert({ user_id: other.id, name: 'Slipped in' }))
    for (const [from, to] of [
      [other.id, owner.id],
      [owner.id, other.id],
    ])
      await fails(
        asAdministrator('update public.contacts set user_id = $2 where user_id = $1', [from, to]),
        code.frozen,
      )
    for (const change of [
      `full_name = 'x'`,
      'visibility_hold = true',
      'death_certificate_path = user_id || $$/x$$',
    ])
      await fails(edit(owner, change), code.frozen)
    await refused(service.from('contacts').delete().eq('user_id', owner.id), code.frozen)

    await succeed(stop(owner))
    await touches(owner.client.from('contacts').update({ name: 'Again' }).eq('id', row.contact).select(), 1)
  })

  // Every column must be in one of these lists, so that a new column fails until it is decided whether it may change.
  const frozen: Record<string, Record<string, string>> = {
    profiles: {
      full_name: `'x'`,
      visibility_hold: 'true',
      hold_lifted_until: 'now()',
      death_certificate_path: `user_id || '/x'`,
      death_reviewed_at: 'now()',
      death_review_message: `'x'`,
      release_stopped_at: 'now()',
      release_wait_days: '30',
      review_reminder_months: '3',
      plan_reviewed_at: 'now()',
    },
    designations: {
      owner_name: `'x'`,
      person_name: `'x'`,
      person_email: `'x@example.com'`,
      role: `'beneficiary'`,
      revoked_at: 'now()',
    },
  }
  const changing: Record<string, Record<string, string>> = {
    profiles: { release_at: 'now()', open_until: 'now()', died_on: `'2026-11-02'`, updated_at: 'now()' },
    designations: {
      status: `'pending'`,
      invited_at: 'now()',
      address_asked_at: 'now()',
      address_confirmed_at: 'now()',
      mail_refused_at: 'now()',
      left_at: 'now()',
      updated_at: 'now()',
      // An answer to the invitation: declined, accepted and linked to an account, and the account deleted.
      'beneficiary_user_id, accepted_at, declined_at': 'null, null, now()',
    },
  }
  /** Columns that identify the row, and those with rules of their own: the review's state, and stepping down. */
  const others: Record<string, string[]> = {
    profiles: ['user_id', 'is_deceased', 'death_review', 'created_at'],
    designations: ['id', 'owner_id', 'created_at', 'stepped_down_at'],
  }

  it.each(Object.keys(frozen))(
    'a plan whose owner’s death is verified keeps each column of %s, except those that may still change',
    async (table) => {
      const { owner, designation } = await household('released', ['executor'])
      const columns = await asAdministrator<{ name: string }>(
        `select column_name as name from information_schema.columns where table_schema = 'public' and table_name = $1`,
        [table],
      )
      const decided = [...Object.keys({ ...frozen[table], ...changing[table] }), ...(others[table] ?? [])]
      expect(decided.flatMap((names) => names.split(', ')).sort()).toEqual(
        columns.map(({ name }) => name).sort(),
      )
      const [key, id] = table === 'profiles' ? ['user_id', owner.id] : ['id', designation.executor]
      const set = (names: string, values: string) =>
        asAdministrator(`update public.${table} set (${names}) = row(${values}) where ${key} = $1`, [id])
      for (const [name, value] of Object.entries(frozen[table] ?? {}))
        await fails(set(name, value), code.frozen)
      for (const [names, values] of Object.entries(changing[table] ?? {})) await set(names, values)
    },
  )

  it('a plan whose owner’s death is verified keeps every column of every other table', async () => {
    const { owner } = await releasedWhole()
    const parts = await asAdministrator<{ name: string; key: string }>(
      `select table_name as name, owner_column as key from private.plan_parts where table_name <> 'designations'`,
    )
    expect(parts.map(({ name }) => name)).toContain('contacts')
    // Even an update that changes no value sets updated_at and must fail. Each table needs a row (from household).
    for (const { name, key } of parts)
      await fails(
        asAdministrator(
          // Guests' answers may change a contact's rsvp_status, and with it updated_at.
          `update public.${name} set ${name === 'contacts' ? "name = 'Someone else'" : `${key} = ${key}`} where ${key} = $1`,
          [owner.id],
        ),
        code.frozen,
      )
  })

  it('a plan whose owner’s death is verified is deleted when the administrator closes its owner’s account, and a designee can delete theirs', async () => {
    const { owner, executor, trustee, designation } = await household('released', ['executor', 'trustee'])
    await changeAddress(executor, address('Moved'))
    await deleteAccount(executor)
    expect(
      await asAdministrator(
        'select beneficiary_user_id, revoked_at is null as live from public.designations where id = $1',
        [designation.executor],
      ),
    ).toEqual([{ beneficiary_user_id: null, live: false }])
    expect(await mayRead(trustee)).toBe(true)
    await closeAccount(owner)
    expect(await mayRead(trustee)).toBe(false)
    expect(await asAdministrator('select from public.contacts where user_id = $1', [owner.id])).toEqual([])
  })

  it('a plan whose owner’s death is verified can still be opened by a person who was invited before', async () => {
    const { invited, designation } = await household('released', ['invited'])
    expect(await mayRead(invited)).toBe(false)
    await succeed(invited.client.rpc('accept_designation_invite', { designation_id: designation.invited }))
    expect(await mayRead(invited)).toBe(true)
  })

  it('a plan whose owner’s death is verified accepts no further certificate', async () => {
    const { owner, executor } = await household('hidden', ['executor'])
    const path = await uploadCertificate(executor, owner)
    await submitCertificate(executor, owner)
    await decide(owner, 'approved')
    await refused(
      executor.client.rpc('submit_death_certificate', { owner_id: owner.id, path }),
      code.notInThisState,
    )
  })
})
