// What administrators see of death certificates, how they decide, and how they take a decision back.
import { beforeAll, describe, expect, it } from 'vitest'
import {
  address,
  applyDueChanges,
  asAdministrator,
  changeAddress,
  decide,
  deleteAccount,
  designateAccepted,
  fillHealth,
  hasSql,
  holdRows,
  household,
  isDatabaseOnly,
  needsSql,
  type Person,
  passWaitingTime,
  person,
  type Row,
  service,
  submitCertificate,
  succeed,
  turnHealthOn,
} from '../support/people.ts'
import { code, fails, refused, untyped } from './answers.ts'
import { everythingOf } from './everything.ts'

const profileOf = ({ client, id }: Person) =>
  succeed(client.from('profiles').select().eq('user_id', id).single())
const mayRead = async ({ client }: Person) => (await succeed(client.from('contacts').select('id'))).length > 0
const takeBack = (owner: Person, note: string | null = 'The wrong person of that name.') =>
  asAdministrator('select admin.take_back_decision($1, $2, $3)', [owner.id, note, 'Ada'])
const reviewOf = async (owner: Person) =>
  (await asAdministrator('select * from admin.certificate_reviews where owner_id = $1', [owner.id]))[0]
const actionsOf = async (owner: Person, by: Person) =>
  (
    await succeed(
      by.client.from('access_events').select('action, actor_role').eq('owner_id', owner.id).order('id'),
    )
  ).map(({ action, actor_role }) => `${actor_role}: ${action}`)
const warningsOf = (review: Row | undefined) => String(review?.warning).split('\n')
const mailsTo = async ({ email }: Person, kind: string) =>
  await asAdministrator(
    'select kind, payload from private.mail_outbox where to_email = $1 and kind = $2 order by created_at',
    [email, kind],
  )

describe.skipIf(!hasSql)(`wrong decisions${needsSql}`, () => {
  it('a wrong decision about a certificate that approved it is taken back: the plan closes at once, the owner can change it, everyone is told', async () => {
    const { owner, executor, beneficiary } = await household('released', ['executor', 'beneficiary'])
    expect(await mayRead(executor)).toBe(true)
    await fails(takeBack(owner, ' '), '22023')
    await takeBack(owner)
    expect(await mayRead(executor)).toBe(false)
    expect(await profileOf(owner)).toMatchObject({
      death_review: 'pending',
      is_deceased: false,
      release_at: null,
      visibility_hold: true,
    })
    await succeed(
      owner.client.from('profiles').update({ full_name: 'Olive' }).eq('user_id', owner.id).select(),
    )
    for (const who of [owner, executor, beneficiary]) {
      expect(await mailsTo(who, 'decision_taken_back')).toMatchObject([
        { payload: { taken_back: 'approved' } },
      ])
      expect(await actionsOf(owner, who)).toContain('administrator: decision_taken_back')
    }
  })

  it('a wrong decision about a certificate that rejected it is taken back: the same certificate waits again, and can be approved', async () => {
    const { owner, executor } = await household('hidden', ['executor'])
    const path = await submitCertificate(executor, owner)
    await decide(owner, 'rejected', 'Unreadable.')
    await takeBack(owner)
    expect(await profileOf(owner)).toMatchObject({ death_review: 'pending', death_certificate_path: path })
    expect(await mailsTo(executor, 'decision_taken_back')).toMatchObject([
      { payload: { taken_back: 'rejected' } },
    ])
    await decide(owner, 'approved')
    expect(await mayRead(executor)).toBe(true)
    const decisions = await asAdministrator(
      `select d.decision, d.note, d.decided_by from private.certificate_decisions d
         join private.certificate_submissions s on s.id = d.submission_id where s.path = $1 order by d.id`,
      [path],
    )
    expect(decisions).toEqual([
      { decision: 'rejected', note: 'Unreadable.', decided_by: null },
      { decision: 'taken_back', note: 'The wrong person of that name.', decided_by: 'Ada' },
      { decision: 'approved', note: 'Seen.', decided_by: null },
    ])
  })

  it('a wrong decision about a certificate is listed while it stands, and with the certificate once it is taken back', async () => {
    const { owner } = await household('released', ['executor'])
    const decided = () =>
      asAdministrator('select decision from admin.decided_certificates where owner_id = $1', [owner.id])
    expect(await decided()).toEqual([{ decision: 'approved' }])
    await takeBack(owner)
    expect(await decided()).toEqual([])
    expect(await reviewOf(owner)).toMatchObject({
      earlier_certificates: [{ decisions: [{ decision: 'approved' }, { decision: 'taken_back' }] }],
    })
  })

  it('a wrong decision about a certificate cannot be taken back when the owner made it, or when there is none', async () => {
    for (const state of ['hidden', 'hidden, in review', 'stopped'] as const) {
      const { owner } = await household(state, ['executor'])
      const before = await profileOf(owner)
      await fails(takeBack(owner), code.onlyPending)
      expect(await profileOf(owner)).toEqual(before)
    }
  })
})

describe.skipIf(!hasSql)(`plans that were open${needsSql}`, () => {
  const openDuringReview = async (days?: number) => {
    const home = await household('hidden', ['executor', 'beneficiary'])
    const { owner } = home
    await succeed(
      owner.client.from('profiles').update({ release_wait_days: 7 }).eq('user_id', owner.id).select(),
    )
    await succeed(owner.client.rpc('set_visibility_hold', { hold: false, ...(days && { days }) }))
    await submitCertificate(home.executor, owner)
    return home
  }

  it('a plan that its owner had opened stays open to designees when the death is approved, through the waiting period', async () => {
    const { owner, beneficiary } = await openDuringReview()
    await decide(owner, 'approved')
    expect(await mayRead(beneficiary)).toBe(true)
    await passWaitingTime(owner, 7)
    expect(await mayRead(beneficiary)).toBe(true)
  })

  it('a plan that its owner had opened stays open only as long as the owner had opened it, and opens again after the waiting period', async () => {
    const { owner, beneficiary } = await openDuringReview(7)
    const { hold_lifted_until } = await profileOf(owner)
    await decide(owner, 'approved')
    expect(await profileOf(owner)).toMatchObject({ open_until: hold_lifted_until })
    expect(await mayRead(beneficiary)).toBe(true)
    await asAdministrator('update public.profiles set open_until = now() where user_id = $1', [owner.id])
    expect(await mayRead(beneficiary)).toBe(false)
    await passWaitingTime(owner, 7)
    expect(await mayRead(beneficiary)).toBe(true)
  })

  it('a plan that its owner had opened and that waits for its release is open to read alone', async () => {
    const { owner, executor } = await openDuringReview()
    await decide(owner, 'approved')
    expect(await mayRead(executor)).toBe(true)
    const mark = () =>
      executor.client.from('step_marks').insert({
        id: crypto.randomUUID(),
        owner_id: owner.id,
        step_key: 'general:certificates',
        mark: 'done',
        title: 'Certificates',
      })
    await refused(mark(), code.notAllowed)
    await passWaitingTime(owner, 7)
    await succeed(mark())
  })

  it('a plan that its owner had opened closes when the owner stops the release', async () => {
    const { owner, beneficiary } = await openDuringReview(7)
    await decide(owner, 'approved')
    await succeed(owner.client.rpc('stop_release'))
    expect(await mayRead(beneficiary)).toBe(false)
    expect(await profileOf(owner)).toMatchObject({ open_until: null, visibility_hold: true })
  })
})

describe.skipIf(!hasSql)(`the queue${needsSql}`, () => {
  it('the queue of certificates shows what a careful person needs to decide', async () => {
    const { owner, executor, trustee } = await household('hidden', ['executor', 'trustee', 'invited'])
    await submitCertificate(executor, owner)
    await succeed(owner.client.rpc('stop_release'))
    await submitCertificate(trustee, owner)
    expect(await reviewOf(owner)).toMatchObject({
      owner_name: 'Olive Owner',
      uploader_name: trustee.name,
      uploader_role: 'trustee',
      objections: [],
      waiting_period_days: 0,
      other_designees: [{ email: executor.email, role: 'executor', accepted: true }, { accepted: false }, {}],
      earlier_certificates: [{ submitted_by: executor.email, decisions: [{ decision: 'stopped' }] }],
    })
    await succeed(
      owner.client.from('profiles').update({ full_name: 'Olive' }).eq('user_id', owner.id).select(),
    )
    await succeed(owner.client.from('contacts').insert({ user_id: owner.id, name: 'Cleo' }).select())
    expect(warningsOf(await reviewOf(owner))).toEqual([
      expect.stringMatching(/^The owner stopped a certificate on [A-Z][a-z]+ \d+, 20\d\d\.$/),
      'The owner has used the account since this certificate was submitted.',
    ])
  })

  it('the queue of certificates shows when and where the owner was born, as far as the plan has it', async () => {
    const { owner, executor } = await household('hidden', ['executor'])
    await succeed(
      owner.client
        .from('portraits')
        .update({ born_on: '1941-03-09', born_in: ' ' })
        .eq('user_id', owner.id)
        .select(),
    )
    await submitCertificate(executor, owner)
    expect(await reviewOf(owner)).toMatchObject({
      owner_born_on: 'March 9, 1941',
      owner_born_in: 'not given: ask the family',
    })
    await succeed(
      owner.client
        .from('portraits')
        .update({ born_on: null, born_in: 'Bergen' })
        .eq('user_id', owner.id)
        .select(),
    )
    expect(await reviewOf(owner)).toMatchObject({
      owner_born_on: 'not given: ask the family',
      owner_born_in: 'Bergen',
    })
  })

  it('the queue of certificates warns of the owner’s stops above all else, however long ago, and counts those of the same person', async () => {
    const { owner, executor, trustee } = await household('hidden', ['executor', 'trustee'])
    for (const by of [executor, trustee]) {
      await submitCertificate(by, owner)
      await succeed(owner.client.rpc('stop_release'))
    }
    await asAdministrator(
      `update private.certificate_submissions set submitted_at = '2025-03-01', decided_at = '2025-03-02 23:30Z' where owner_id = $1`,
      [owner.id],
    )
    await submitCertificate(trustee, owner)
    await succeed(trustee.client.rpc('object_to_certificate', { owner_id: owner.id, words: 'I was wrong.' }))
    await asAdministrator(
      `insert into private.openings (owner_id, reason, opened_by, designation_id, opened_by_name, opened_at, opens_at, ends_at)
       select d.owner_id, 'ill', d.beneficiary_user_id, d.id, d.person_name, '2026-02-03', '2026-02-03', '2026-02-17'
         from public.designations d where d.owner_id = $1 and d.role = 'trustee' and d.accepted_at is not null`,
      [owner.id],
    )
    expect(warningsOf(await reviewOf(owner))).toEqual([
      'The owner stopped 2 certificates, the last on March 2, 2025, 1 from the person who submitted this one.',
      'A person named in the plan says that something is wrong: read "objections".',
      expect.stringMatching(/^The owner (has )?used the account/),
      'The first hours were opened on February 3, 2026: read "first_hours".',
    ])
    await succeed(executor.client.rpc('object_to_certificate', { owner_id: owner.id, words: 'She lives.' }))
    await asAdministrator(`update private.openings set closed_at = '2026-02-04' where owner_id = $1`, [
      owner.id,
    ])
    const warnings = warningsOf(await reviewOf(owner))
    expect(warnings[1]).toMatch(/^2 people named in the plan say/)
    expect(warnings.at(-1)).toMatch(/and closed before their end/)
  })

  it('the queue of certificates warns of nothing where nothing speaks against one', async () => {
    const { owner } = await household('hidden, in review', ['executor'])
    await asAdministrator(
      `update private.certificate_submissions set submitted_at = now() + interval '31 days' where owner_id = $1`,
      [owner.id],
    )
    expect((await reviewOf(owner))?.warning).toBeNull()
  })

  it('the queue of certificates says nothing of other families: neither what they call the uploader, nor when they were there', async () => {
    const { owner, executor, revoked } = await household('hidden, in review', ['executor', 'revoked'])
    const before = await reviewOf(owner)
    const other = await person('Oscar Other')
    await succeed(other.client.from('contacts').insert({ user_id: other.id, name: 'Cleo' }).select())
    await designateAccepted(other, { ...executor, name: 'Aunt Edith' }, 'beneficiary')
    const review = await reviewOf(owner)
    expect(review).toEqual(before)
    expect(review).toMatchObject({ uploader_name: executor.name, uploader_role: 'executor' })
    expect(JSON.stringify(review)).not.toContain(revoked.email)
  })

  it('the queue of certificates does not take a designee’s answer for a sign of life of the owner', async () => {
    const { owner, executor, designation } = await household('hidden, in review', ['executor'])
    const before = await reviewOf(owner)
    await asAdministrator('update public.designations set address_asked_at = now() where id = $1', [
      designation.executor,
    ])
    await succeed(executor.client.rpc('confirm_address'))
    expect((await reviewOf(owner))?.owner_active_at).toEqual(before?.owner_active_at)
  })

  it('the queue of certificates lets one administrator work on a certificate, until the claim is an hour old', async () => {
    const { owner } = await household('hidden, in review', ['executor'])
    const claim = (reviewer: string) =>
      asAdministrator('select admin.claim_certificate($1, $2)', [owner.id, reviewer])
    await fails(claim(' '), '22023')
    await claim('Ada')
    await claim('ada')
    await fails(claim('Grace'), 'HW032')
    await fails(decide(owner, 'approved'), 'HW032')
    await asAdministrator(
      `update private.certificate_submissions set claimed_at = claimed_at - interval '1 hour' where owner_id = $1`,
      [owner.id],
    )
    await claim('Grace')
    await fails(
      asAdministrator(`select admin.review_death_certificate($1, 'approved', reviewer => 'Ada')`, [owner.id]),
      'HW032',
    )
    await asAdministrator(`select admin.review_death_certificate($1, 'approved', reviewer => 'Grace')`, [
      owner.id,
    ])
    expect((await profileOf(owner)).death_review).toBe('approved')
  })

  it.skipIf(!isDatabaseOnly)(
    'the queue of certificates decisions, taking one back and the stop wait for no one who deletes the account that submitted it',
    async () => {
      const { owner, executor } = await household('hidden, in review', ['executor'])
      const letGo = await holdRows('select from auth.users where id = $1', [executor.id])
      try {
        await decide(owner, 'rejected')
        await takeBack(owner)
        await decide(owner, 'approved')
        await succeed(owner.client.rpc('stop_release'))
      } finally {
        await letGo()
      }
      expect((await profileOf(owner)).death_review).toBe('rejected')
    },
    15_000,
  )

  it('the queue of certificates takes no message for the family with an approval', async () => {
    const { owner } = await household('hidden, in review', ['executor'])
    const approval = `select admin.review_death_certificate($1, 'approved', message => 'The second page is missing.')`
    await fails(asAdministrator(approval, [owner.id]), '22023')
    expect((await profileOf(owner)).death_review).toBe('pending')
  })

  it('the queue of certificates tells the family of a rejection what the administrator wrote for them, and not the note', async () => {
    const { owner, executor, stranger } = await household('hidden, in review', ['executor', 'stranger'])
    await asAdministrator('select admin.review_death_certificate($1, $2, $3, message => $4)', [
      owner.id,
      'rejected',
      'Looks forged.',
      'The second page is missing.',
    ])
    for (const who of [owner, executor]) {
      const [mail] = await mailsTo(who, 'certificate_rejected')
      expect(mail?.payload).toMatchObject({ message: 'The second page is missing.' })
      expect(JSON.stringify(mail?.payload)).not.toContain('forged')
      const told = await succeed(
        who.client.from('profiles').select('death_review_message').eq('user_id', owner.id).single(),
      )
      expect(told).toEqual({ death_review_message: 'The second page is missing.' })
    }
    expect(await succeed(stranger.client.from('profiles').select().eq('user_id', owner.id))).toEqual([])
    await submitCertificate(executor, owner)
    expect((await profileOf(owner)).death_review_message).toBeNull()
  })
})

describe.skipIf(!hasSql)(`another photo${needsSql}`, () => {
  const all = ['executor', 'trustee', 'beneficiary', 'invited', 'revoked', 'stranger'] as const

  it('another photo of a certificate is asked for: the submitter and the executors are told, the plan is as it was, and no one waits', async () => {
    const { owner, ...others } = await household('hidden', [...all])
    const elsewhere = await household('hidden, in review', ['executor'])
    const before = await profileOf(owner)
    const path = await submitCertificate(others.trustee, owner)
    await fails(
      asAdministrator(`select admin.review_death_certificate($1, 'needs_another', 'Half.', message => ' ')`, [
        owner.id,
      ]),
      '22023',
    )
    await decide(owner, 'needs_another')
    expect(await profileOf(owner)).toEqual({
      ...before,
      death_certificate_path: path,
      death_review_message: 'The left half is missing.',
      death_reviewed_at: expect.any(String),
      updated_at: expect.any(String),
    })
    const told = async (who: Person) =>
      (await mailsTo(who, 'certificate_needs_another')).map(({ payload }) => payload)
    const about = {
      recipient: 'designee',
      owner_id: owner.id,
      owner_name: owner.name,
      message: 'The left half is missing.',
    }
    expect(await told(others.trustee)).toEqual([{ ...about, is_submitter: true }])
    expect(await told(others.executor)).toEqual([{ ...about, is_submitter: false }])
    const { beneficiary, invited, revoked, stranger } = others
    for (const who of [owner, beneficiary, invited, revoked, stranger, elsewhere.executor])
      expect(await told(who)).toEqual([])
    for (const who of [owner, others.beneficiary])
      expect(await actionsOf(owner, who)).toContain('administrator: certificate_needs_another')
    expect(await succeed(others.beneficiary.client.rpc('release_notices'))).toMatchObject([
      { action: 'certificate_needs_another' },
    ])
    // As often as it takes: none of them was rejected.
    for (let n = 0; n < 3; n += 1) {
      expect((await others.trustee.client.rpc('my_certificate_wait', { owner_id: owner.id })).data).toBeNull()
      await submitCertificate(others.trustee, owner)
      await decide(owner, 'needs_another')
    }
    await submitCertificate(others.executor, owner)
    expect(await reviewOf(owner)).toMatchObject({
      earlier_certificates: Array.from({ length: 4 }, () => ({ decisions: [{ decision: 'needs_another' }] })),
    })
    expect((await profileOf(owner)).death_review_message).toBeNull()
    await decide(owner, 'approved')
    expect(await mayRead(others.executor)).toBe(true)
  })

  it('another photo of a certificate that came from the owner’s own account is asked for there', async () => {
    const { owner } = await household('hidden', ['executor'])
    await submitCertificate(owner, owner)
    await decide(owner, 'needs_another')
    expect(await mailsTo(owner, 'certificate_needs_another')).toMatchObject([
      { payload: { recipient: 'owner', is_submitter: true } },
    ])
  })

  it('another photo of a certificate is not needed after all: the decision is taken back, and the certificate can be approved', async () => {
    const { owner, executor, beneficiary } = await household('open', ['executor', 'beneficiary'])
    const path = await submitCertificate(executor, owner)
    await decide(owner, 'needs_another')
    expect(
      await asAdministrator('select decision, message from admin.decided_certificates where owner_id = $1', [
        owner.id,
      ]),
    ).toEqual([{ decision: 'needs_another', message: 'The left half is missing.' }])
    await takeBack(owner)
    expect(await profileOf(owner)).toMatchObject({ death_review: 'pending', death_certificate_path: path })
    for (const who of [owner, beneficiary])
      expect(await mailsTo(who, 'decision_taken_back')).toMatchObject([
        { payload: { taken_back: 'needs_another', was_open: false } },
      ])
    await decide(owner, 'approved')
    expect(await mayRead(executor)).toBe(true)
  })

  it('another photo of a certificate is not asked for once it was decided, and the owner cannot stop what was set aside', async () => {
    const { owner } = await household('released', ['executor'])
    await fails(decide(owner, 'needs_another'), code.onlyPending)
    const { owner: alive } = await household('hidden, in review', ['executor'])
    await decide(alive, 'needs_another')
    await refused(alive.client.rpc('stop_release'), 'HW004')
  })
})

describe.skipIf(!hasSql)(`take-backs${needsSql}`, () => {
  it.each([
    ['waiting', false],
    ['released', true],
  ] as const)(
    'taking an approval back from a plan that is %s says whether it was open: %s',
    async (state, was_open) => {
      const { owner, executor } = await household(state, ['executor'])
      await takeBack(owner)
      expect(await mailsTo(executor, 'decision_taken_back')).toMatchObject([{ payload: { was_open } }])
    },
  )
})

describe.skipIf(!hasSql)(`two administrators${needsSql}`, () => {
  const approve = (owner: Person, reviewer: string | null) =>
    asAdministrator(`select admin.review_death_certificate($1, 'approved', reviewer => $2) as answer`, [
      owner.id,
      reviewer,
    ])
  const required = (on: boolean) => asAdministrator('select admin.require_two_reviewers($1)', [on])

  it('an approval that needs two administrators takes effect with the second one, not by hand, and not with the same one twice', async () => {
    const { owner } = await household('hidden, in review', ['executor'])
    await required(true)
    try {
      await fails(approve(owner, null), '22023')
      expect(await approve(owner, 'Ada')).toEqual([{ answer: 'waits for a second administrator' }])
      await approve(owner, 'ADA ')
      await fails(
        asAdministrator(`update public.profiles set death_review = 'approved' where user_id = $1`, [
          owner.id,
        ]),
        code.onlyPending,
      )
      expect((await profileOf(owner)).death_review).toBe('pending')
      expect(await approve(owner, 'Grace')).toEqual([{ answer: 'approved' }])
      expect((await profileOf(owner)).death_review).toBe('approved')
    } finally {
      await required(false)
    }
  })

  it('an approval that needs two administrators needs the two for this certificate: neither who took a decision back counts, nor two who work on another', async () => {
    const [{ owner }, other] = await Promise.all([
      household('hidden, in review', ['executor']),
      household('hidden, in review', ['executor']),
    ])
    const approveByHand = () =>
      asAdministrator(`update public.profiles set death_review = 'approved' where user_id = $1`, [owner.id])
    await decide(owner, 'rejected', 'Unreadable.')
    await takeBack(owner)
    await required(true)
    try {
      await asAdministrator(
        `update private.certificate_submissions set first_approved_by = 'Ada', decided_by = 'Grace' where owner_id = $1`,
        [other.owner.id],
      )
      await approve(owner, 'Grace')
      await fails(approveByHand(), code.onlyPending)
    } finally {
      await required(false)
    }
  })

  it('an approval that needs two administrators needs one for a rejection', async () => {
    const { owner } = await household('hidden, in review', ['executor'])
    await required(true)
    try {
      await decide(owner, 'rejected', 'Unreadable.')
      expect((await profileOf(owner)).death_review).toBe('rejected')
    } finally {
      await required(false)
    }
  })
})

describe.skipIf(!hasSql)(`mail to the operator${needsSql}`, () => {
  it('the operator is told of waiting certificates at once and then once a day, without any name', async () => {
    const notices = () =>
      asAdministrator(
        `select payload from private.mail_outbox
          where to_email = 'operator' and kind = 'certificates_waiting' order by created_at desc`,
      )
    // One that waits would be replaced by the next one.
    const send = () =>
      asAdministrator(`update private.mail_outbox set sent_at = now() where to_email = 'operator'`)
    await applyDueChanges()
    await send()
    const before = (await notices()).length
    const { owner } = await household('hidden, in review', ['executor'])
    await applyDueChanges()
    await applyDueChanges()
    const [notice, ...others] = await notices()
    expect(others).toHaveLength(before)
    expect(Object.keys(Object(notice?.payload)).sort()).toEqual(['recipient', 'waiting', 'waiting_since'])
    const pass = (hours: number) =>
      asAdministrator(
        `update private.certificate_submissions set operator_told_at = operator_told_at - make_interval(hours => $2)
          where owner_id = $1`,
        [owner.id, hours],
      )
    const told = async () => {
      for (let run = 0; run < 2; run += 1) {
        await send()
        await applyDueChanges()
      }
      return (await notices()).length - before
    }
    await pass(24)
    expect(await told()).toBe(2)
    // A certificate that comes meanwhile puts off no mail about one that has waited for longer.
    await pass(23)
    await household('hidden, in review', ['executor'])
    expect(await told()).toBe(3)
    await pass(1)
    expect(await told()).toBe(4)
  })
})

beforeAll(turnHealthOn)

describe.skipIf(!hasSql)(`what comes back${needsSql}`, () => {
  let home: Awaited<ReturnType<typeof stopped>>
  const stopped = () => household('stopped', ['executor', 'trustee', 'beneficiary', 'stranger'])
  const bringBack = (by: Person) => succeed(by.client.rpc('bring_back_removed'))
  const removedFor = (by: Person) => succeed(by.client.rpc('removed_since_stop'))
  const weekAgo = (table: string, column: string, key: string, { id }: Person) =>
    asAdministrator(`update ${table} set ${column} = ${column} - interval '7 days' where ${key} = $1`, [id])
  const removedWeekAgo = (owner: Person) => weekAgo('private.removed_rows', 'removed_at', 'owner_id', owner)
  const stoppedWeekAgo = (owner: Person) => weekAgo('public.profiles', 'release_stopped_at', 'user_id', owner)
  beforeAll(async () => {
    home = await stopped()
  })

  it('what is removed within seven days after a stop comes back from every part of the plan, as it was', async () => {
    const { owner } = await household('stopped', [], (given) => [fillHealth(given.owner)])
    const parts = await asAdministrator<{ name: string; key: string }>(
      `select table_name as name, owner_column as key from private.plan_parts
        where table_name <> 'designations' order by table_name`,
    )
    const plan = () =>
      Promise.all(
        parts.map(({ name, key }) =>
          asAdministrator(`select * from public.${name} where ${key} = $1`, [owner.id]),
        ),
      )
    const before = await plan()
    for (const { name, key } of parts)
      await succeed(untyped(owner.client).from(name).delete().eq(key, owner.id).select().single())
    expect((await removedFor(owner)).map(({ table_name }) => table_name)).toEqual(
      parts.map(({ name }) => name),
    )
    expect(await bringBack(owner)).toBe(parts.length)
    expect(await plan()).toEqual(before)
  })

  it('what is removed within seven days after a stop keeps its files in Storage as long, and lets them go with it', async () => {
    const { owner } = await household('stopped', ['executor'], ({ owner: { client, id } }) => [
      succeed(client.from('insurance_policies').insert({ user_id: id, provider: 'No scan' })),
    ])
    for (const table of ['portraits', 'video_messages', 'insurance_policies'] as const)
      await succeed(owner.client.from(table).delete().eq('user_id', owner.id).select())
    const inFolder = [`${owner.id}/`]
    await asAdministrator(
      'update private.file_removals set next_attempt_at = now() where starts_with(path, $1)',
      inFolder,
    )
    const claimed = await succeed(service.rpc('claim_file_removals', { p_batch: 50 }))
    expect(claimed.filter(({ path }) => path.startsWith(owner.id))).toEqual([])
    await removedWeekAgo(owner)
    await stoppedWeekAgo(owner)
    await succeed(service.rpc('delete_outdated'))
    const queued = await asAdministrator(
      `select bucket_id || ' ' || replace(path, $1, '') as file from private.file_removals
        where starts_with(path, $1) order by 1`,
      inFolder,
    )
    expect(queued.map(({ file }) => file)).toEqual([
      'documents insurance/policy.pdf',
      'pictures portrait/picture.jpg',
      'videos for-everyone.mp4',
    ])
  })

  it('what is removed within seven days after a stop comes back with one press, people and files included', async () => {
    const { owner, executor, designation, row } = home
    const contacts = () => succeed(owner.client.from('contacts').select().order('id'))
    const before = await contacts()
    await succeed(owner.client.from('contacts').delete().eq('id', row.contact).select().single())
    await succeed(owner.client.from('video_messages').delete().eq('id', row.video).select().single())
    await succeed(owner.client.rpc('revoke_designation', { designation_id: designation.executor }))
    expect(await succeed(executor.client.from('profiles').select('user_id').eq('user_id', owner.id))).toEqual(
      [],
    )
    expect((await removedFor(owner)).map(({ table_name }) => table_name)).toEqual([
      'contacts',
      'video_messages',
      'designations',
    ])
    const claimed = await succeed(service.rpc('claim_file_removals', { p_batch: 50 }))
    expect(claimed.filter(({ path }) => path.startsWith(owner.id))).toEqual([])
    expect(await bringBack(owner)).toBe(3)
    expect(await contacts()).toEqual(before)
    expect(await removedFor(owner)).toEqual([])
    expect(
      await succeed(executor.client.from('profiles').select('user_id').eq('user_id', owner.id)),
    ).toHaveLength(1)
  })

  it('what is removed within seven days after a stop is neither listed nor brought back for anyone else', async () => {
    const { owner, trustee, stranger, row } = home
    await succeed(owner.client.from('insurance_policies').delete().eq('id', row.insurance).select().single())
    for (const who of [trustee, stranger]) {
      expect(await removedFor(who)).toEqual([])
      expect(await bringBack(who)).toBe(0)
    }
    expect(await bringBack(owner)).toBe(1)
  })

  it('what is removed within seven days after a stop is told to everyone named, if it is a person', async () => {
    const { owner, trustee, beneficiary, designation } = await stopped()
    await succeed(owner.client.rpc('revoke_designation', { designation_id: designation.beneficiary }))
    expect(await mailsTo(trustee, 'person_removed')).toMatchObject([
      { payload: { is_removed: false, actor_name: beneficiary.name } },
    ])
    expect(await mailsTo(beneficiary, 'person_removed')).toMatchObject([{ payload: { is_removed: true } }])
    expect(await mailsTo(owner, 'person_removed')).toHaveLength(1)
  })

  it('what is removed within seven days after a stop is told to everyone named in this plan when a person who had access is removed, and to no one else', async () => {
    const { owner, executor, trustee, designation } = await household('stopped', [
      'executor',
      'trustee',
      'invited',
      'revoked',
    ])
    const other = await household('hidden', ['executor'])
    const bystanders = [other.owner, other.executor].flatMap(({ id, email }) => [id, email])
    const before = await everythingOf(bystanders)
    const remove = (id: number) =>
      succeed(owner.client.from('designations').delete().eq('id', id).select('id').single())
    for (const id of [designation.invited, designation.revoked]) await remove(id)
    expect(await mailsTo(trustee, 'person_removed')).toEqual([])
    await remove(designation.executor)
    for (const who of [owner, executor, trustee]) expect(await mailsTo(who, 'person_removed')).toHaveLength(1)
    expect(await everythingOf(bystanders)).toEqual(before)
  })

  it('what is removed within seven days after a stop stays on the list when its place was taken, and does not keep the rest from coming back', async () => {
    const { owner, row, designation, beneficiary } = await stopped()
    await succeed(owner.client.from('contacts').delete().eq('id', row.contact).select().single())
    await succeed(owner.client.rpc('revoke_designation', { designation_id: designation.beneficiary }))
    await succeed(
      owner.client
        .from('designations')
        .insert({
          owner_id: owner.id,
          person_name: 'B',
          person_email: beneficiary.email,
          role: 'beneficiary',
        })
        .select('id'),
    )
    expect(await bringBack(owner)).toBe(1)
    expect(await removedFor(owner)).toMatchObject([{ table_name: 'designations', refused: '23505' }])
  })

  it('what is removed within seven days after a stop is not kept when the stop is more than seven days old, or when there was none', async () => {
    const quiet = await household('hidden', ['executor'])
    await succeed(quiet.owner.client.from('contacts').delete().eq('id', quiet.row.contact).select().single())
    expect(await removedFor(quiet.owner)).toEqual([])
    const { owner, row } = await stopped()
    await succeed(owner.client.from('contacts').delete().eq('id', row.contact).select().single())
    await stoppedWeekAgo(owner)
    // Removed on the seventh day, it can still be brought back for seven more.
    expect(await removedFor(owner)).toHaveLength(1)
    await removedWeekAgo(owner)
    expect(await removedFor(owner)).toEqual([])
    expect(await bringBack(owner)).toBe(0)
    await succeed(service.rpc('delete_outdated'))
    expect(
      await asAdministrator('select 1 from private.removed_rows where owner_id = $1', [owner.id]),
    ).toEqual([])
  })

  it('what is removed within seven days after a stop cannot be brought back into a plan that is frozen', async () => {
    const { owner, row, executor } = await stopped()
    await succeed(owner.client.from('contacts').delete().eq('id', row.contact).select().single())
    await asAdministrator(
      "update private.certificate_submissions set decided_at = decided_at - interval '2 days', submitted_at = submitted_at - interval '2 days' where owner_id = $1",
      [owner.id],
    )
    await stoppedWeekAgo(owner)
    await submitCertificate(executor, owner)
    await decide(owner, 'approved')
    const { owner: other } = await household('released', [])
    for (const { client } of [owner, other]) await refused(client.rpc('bring_back_removed'), code.frozen)
    // It is not lost meanwhile, however long the release goes on.
    await asAdministrator(
      "update private.removed_rows set removed_at = removed_at - interval '30 days' where owner_id = $1",
      [owner.id],
    )
    await succeed(service.rpc('delete_outdated'))
    await succeed(owner.client.rpc('stop_release'))
    expect(await bringBack(owner)).toBe(1)
  })

  it('what is removed within seven days after a stop includes what was removed during the review, before the stop', async () => {
    const { owner, executor, trustee, row, designation } = await household('hidden, in review', [
      'executor',
      'trustee',
    ])
    await succeed(owner.client.from('contacts').delete().eq('id', row.contact).select().single())
    await succeed(owner.client.rpc('revoke_designation', { designation_id: designation.executor }))
    for (const who of [executor, trustee]) expect(await mailsTo(who, 'person_removed')).toHaveLength(1)
    await succeed(owner.client.rpc('stop_release'))
    expect((await removedFor(owner)).map(({ table_name }) => table_name)).toEqual([
      'contacts',
      'designations',
    ])
    expect(await bringBack(owner)).toBe(2)
    const actions = await actionsOf(owner, owner)
    expect(actions).toContain('owner: designation_restored')
  })

  it('what is removed within seven days after a stop leaves out what was added after the stop, so that adding and deleting fills nothing', async () => {
    const { owner } = await stopped()
    const added = await succeed(
      owner.client.from('contacts').insert({ user_id: owner.id, name: 'New' }).select('id').single(),
    )
    await succeed(owner.client.from('contacts').delete().eq('id', added.id).select().single())
    expect(await removedFor(owner)).toEqual([])
  })

  it('what is removed within seven days after a stop comes back in several calls when there is much of it', async () => {
    const { owner } = await household('hidden', [])
    const many = Array.from({ length: 350 }, (_, n) => ({ user_id: owner.id, name: `Contact ${n}` }))
    await succeed(owner.client.from('contacts').insert(many).select('id'))
    await submitCertificate(owner, owner)
    await succeed(owner.client.rpc('stop_release'))
    const deleted = await succeed(owner.client.from('contacts').delete().eq('user_id', owner.id).select('id'))
    expect(await bringBack(owner)).toBe(300)
    expect(await bringBack(owner)).toBe(deleted.length - 300)
    expect(await bringBack(owner)).toBe(0)
  })

  it('what is removed within seven days after a stop does not give a role to a later holder of an address', async () => {
    const { owner, trustee, invited, designation } = await household('stopped', ['trustee', 'invited'])
    const trusteesAddress = trustee.email
    const invitedAddress = invited.email
    // Invited, moved to another address, then removed by the owner.
    await changeAddress(invited, address('Ivan'))
    await succeed(
      owner.client.from('designations').delete().eq('id', designation.invited).select('id').single(),
    )
    // Revoked by the owner, moved to another address, then left.
    await succeed(owner.client.rpc('revoke_designation', { designation_id: designation.trustee }))
    await changeAddress(trustee, address('Tess'))
    await deleteAccount(trustee)
    expect(await bringBack(owner)).toBe(0)
    expect(await removedFor(owner)).toMatchObject([{ refused: 'HW001' }, { refused: '23505' }])
    const holders = await Promise.all(
      [invitedAddress, trusteesAddress].map((email) => person('New Holder', { email })),
    )
    for (const holder of holders)
      for (const designation_id of [designation.invited, designation.trustee])
        await refused(
          holder.client.rpc('accept_designation_invite', { designation_id }),
          code.invitationNotAvailable,
        )
  })

  it('what is removed within seven days after a stop comes back although a person needs the owner’s name first', async () => {
    const { owner, row, designation } = await stopped()
    await succeed(owner.client.from('contacts').delete().eq('id', row.contact).select().single())
    await succeed(
      owner.client.from('designations').delete().eq('id', designation.executor).select('id').single(),
    )
    await succeed(owner.client.from('profiles').update({ full_name: null }).eq('user_id', owner.id).select())
    expect(await bringBack(owner)).toBe(1)
    expect(await removedFor(owner)).toMatchObject([{ table_name: 'designations', refused: 'HW011' }])
  })

  it('what is removed within seven days after a stop keeps a scan that was replaced for as long', async () => {
    const { owner, row } = await stopped()
    await succeed(
      owner.client
        .from('insurance_policies')
        .update({ document_path: null })
        .eq('id', row.insurance)
        .select()
        .single(),
    )
    const [removal] = await asAdministrator(
      `select next_attempt_at > now() + interval '6 days 23 hours' as waits from private.file_removals where path like $1`,
      [`${owner.id}/%`],
    )
    expect(removal).toEqual({ waits: true })
  })

  it('what is removed within seven days after a stop does not flood the people named when a person is revoked and brought back in turn', async () => {
    const { owner, trustee, designation } = await stopped()
    const revoke = (designation_id: number) =>
      succeed(owner.client.rpc('revoke_designation', { designation_id }))
    // One that still waits would be replaced.
    const send = () =>
      asAdministrator(`update private.mail_outbox set sent_at = now() where kind = 'person_removed'`)
    for (let n = 0; n < 12; n += 1) {
      await revoke(designation.beneficiary)
      await send()
      await bringBack(owner)
    }
    // Told once an hour of each person. Of another one they are told at once.
    expect(await mailsTo(trustee, 'person_removed')).toHaveLength(1)
    await revoke(designation.executor)
    expect(await mailsTo(trustee, 'person_removed')).toHaveLength(2)
    await asAdministrator(
      "update private.removal_notices set told_at = told_at - interval '1 hour' where owner_id = $1",
      [owner.id],
    )
    await send()
    await revoke(designation.beneficiary)
    expect(await mailsTo(trustee, 'person_removed')).toHaveLength(3)
    expect(await mailsTo(owner, 'person_removed')).toHaveLength(3)
  })

  it('what is removed within seven days after a stop does not keep the people named from hearing of a removal, however much they heard of another plan', async () => {
    const { owner, executor, trustee, designation } = await household('hidden, in review', [
      'executor',
      'trustee',
    ])
    const mallory = await person('Mallory')
    for (const who of [executor, trustee]) await designateAccepted(mallory, who, 'executor')
    const helpers = await Promise.all(Array.from({ length: 10 }, () => person('Helper')))
    const named = await Promise.all(helpers.map((helper) => designateAccepted(mallory, helper, 'trustee')))
    await submitCertificate(mallory, mallory)
    for (const designation_id of named)
      await succeed(mallory.client.rpc('revoke_designation', { designation_id }))
    expect(await mailsTo(executor, 'person_removed')).toHaveLength(10)
    await succeed(owner.client.rpc('revoke_designation', { designation_id: designation.executor }))
    for (const [who, is_removed] of [
      [executor, true],
      [trustee, false],
    ] as const) {
      const mails = await mailsTo(who, 'person_removed')
      expect(mails.filter(({ payload }) => JSON.stringify(payload).includes(owner.id))).toMatchObject([
        { payload: { is_removed, owner_id: owner.id } },
      ])
    }
    // The same person is named in both plans, and removed from both.
    const [also] = await asAdministrator<{ id: number }>(
      'select id from public.designations where owner_id = $1 and beneficiary_user_id = $2',
      [mallory.id, executor.id],
    )
    await succeed(mallory.client.rpc('revoke_designation', { designation_id: also?.id ?? 0 }))
    expect(await mailsTo(executor, 'person_removed')).toHaveLength(12)
  })
})
