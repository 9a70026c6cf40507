// Recurring questions: owners are asked whether their plan is still right, designees whether their address still works.
// The tests move time by making a person's next question due.
import { beforeEach, describe, expect, it } from 'vitest'
import {
  asAdministrator,
  decide,
  deleteAccount,
  designateAccepted,
  hasSql,
  household,
  needsSql,
  type Person,
  person,
  submitCertificate,
  succeed,
} from '../support/people.ts'
import { code, refused } from './answers.ts'

const mailsTo = ({ email }: Person, kind: string) =>
  asAdministrator<{ payload: Record<string, unknown> }>(
    'select payload from private.mail_outbox where to_email = $1 and kind = $2 order by created_at',
    [email, kind],
  )

describe.skipIf(!hasSql)(`reminders${needsSql}`, () => {
  let owner: Person
  beforeEach(async () => {
    owner = await person('Olive Owner')
  })

  const begin = (monthsAgo: number) =>
    asAdministrator(
      `insert into public.contacts (user_id, name, created_at) values ($1, 'Cousin Carl', now() - make_interval(months => $2))`,
      [owner.id, monthsAgo],
    )
  const choose = (review_reminder_months: number) =>
    succeed(
      owner.client
        .from('profiles')
        .update({ review_reminder_months })
        .eq('user_id', owner.id)
        .select('user_id')
        .single(),
    )
  /** Makes the owner's next reminder due and runs the job. @returns how many reminders the owner has received so far */
  const look = async () => {
    await asAdministrator(
      `update private.review_reminders set next_at = now() where owner_id = $1 and next_at <> 'infinity'`,
      [owner.id],
    )
    await asAdministrator('select private.enqueue_review_reminders()')
    return (await mailsTo(owner, 'review_reminder')).length
  }
  const nextLook = async () =>
    (
      await asAdministrator<{ days: number }>(
        `select round(extract(epoch from next_at - now()) / 86400)::int as days from private.review_reminders where owner_id = $1`,
        [owner.id],
      )
    )[0]?.days

  it('a reminder to review the plan is sent once per chosen period, and not daily', async () => {
    await begin(7)
    await asAdministrator('update private.review_reminders set next_at = now() where owner_id = $1', [
      owner.id,
    ])
    for (let minute = 1; minute <= 3; minute += 1)
      await asAdministrator('select private.enqueue_review_reminders()')
    const [mail, ...more] = await mailsTo(owner, 'review_reminder')
    expect([mail?.payload, more]).toEqual([
      {
        recipient: 'owner',
        plan_reviewed_at: null,
        months: 6,
      },
      [],
    ])
    expect(await nextLook()).toBeGreaterThan(178)
    await asAdministrator('update private.mail_outbox set sent_at = now() where to_email = $1', [owner.email])
    // After another period without a confirmation, a second reminder is sent.
    expect(await look()).toBe(2)
  })

  it.each(['hidden, in review', 'released'] as const)(
    'is not sent to the executor of a plan that is %s, but to someone who was revoked',
    async (state) => {
      const { executor, revoked } = await household(state, ['executor', 'revoked'])
      for (const someone of [executor, revoked]) {
        owner = someone
        await begin(7)
      }
      owner = executor
      expect(await look()).toBe(0)
      expect(await nextLook()).toBe(7)
      owner = revoked
      expect(await look()).toBe(1)
    },
  )

  const isBereaved = async ({ id }: Person, days: number) =>
    (
      await asAdministrator<{ is: boolean }>(
        "select private.is_bereaved($1, now() + $2 * interval '1 day') as is",
        [id, days],
      )
    )[0]?.is

  it('a reminder to review the plan is sent to an executor again a week after the death was verified', async () => {
    const { executor } = await household('released', ['executor'])
    expect([await isBereaved(executor, 6.9), await isBereaved(executor, 7.1)]).toEqual([true, false])
  })

  it('a reminder to review the plan is sent to an executor again when a certificate waits for its review for more than 14 days', async () => {
    const { executor } = await household('hidden, in review', ['executor'])
    expect([await isBereaved(executor, 13.9), await isBereaved(executor, 14.1)]).toEqual([true, false])
  })

  it('a reminder to review the plan is sent to an executor whose owner lives: the certificate was rejected, or is an old one while others are new', async () => {
    const [rejected, old] = await Promise.all([
      household('hidden, in review', ['executor']),
      household('hidden, in review', ['executor']),
    ])
    await decide(rejected.owner, 'rejected')
    await asAdministrator(
      `update private.certificate_submissions set submitted_at = now() - interval '15 days' where owner_id = $1`,
      [old.owner.id],
    )
    await household('hidden, in review', ['executor'])
    for (const { executor } of [rejected, old]) expect(await isBereaved(executor, 0)).toBe(false)
  })

  it('a reminder to review the plan is not sent before the period is over', async () => {
    await begin(5)
    expect(await look()).toBe(0)
    expect(await nextLook()).toBeGreaterThan(25)
    expect(await nextLook()).toBeLessThan(33)
    await choose(3)
    expect(await look()).toBe(1)
    // Choosing another period does not cause a second mail.
    await choose(12)
    await choose(3)
    await asAdministrator('select private.enqueue_review_reminders()')
    expect(await mailsTo(owner, 'review_reminder')).toHaveLength(1)
    expect(await nextLook()).toBeGreaterThan(85)
  })

  it('a reminder to review the plan is not sent to a person who chose no reminders, and is sent again when they choose them', async () => {
    await begin(13)
    await choose(0)
    expect(await look()).toBe(0)
    expect((await succeed(owner.client.rpc('plan_overview').single())).review_due_at).toBeNull()
    await choose(12)
    expect(await look()).toBe(1)
  })

  it('a reminder to review the plan waits a new period after the owner presses "Still right", and names that date', async () => {
    await begin(7)
    const before = await succeed(owner.client.rpc('plan_overview').single())
    expect(before.plan_reviewed_at).toBeNull()
    expect(new Date(before.review_due_at).getTime()).toBeLessThan(Date.now())
    const confirmedAt = await succeed(owner.client.rpc('confirm_plan'))
    expect(await look()).toBe(0)
    expect(await nextLook()).toBeGreaterThan(178)
    const after = await succeed(owner.client.rpc('plan_overview').single())
    expect(new Date(after.plan_reviewed_at)).toEqual(new Date(confirmedAt))
    expect(new Date(after.review_due_at).getTime()).toBeGreaterThan(Date.now())
    await asAdministrator(
      `update public.profiles set plan_reviewed_at = now() - interval '7 months' where user_id = $1`,
      [owner.id],
    )
    expect(await look()).toBe(1)
    expect((await mailsTo(owner, 'review_reminder'))[0]?.payload.plan_reviewed_at).toMatch(/^\d{4}-/)
  })

  it('a reminder to review the plan is not sent to a person without a plan', async () => {
    expect(await look()).toBe(0)
    expect(await nextLook()).toBe(7)
    // A plan that was emptied and started again counts as new.
    await asAdministrator(
      `update public.profiles set plan_reviewed_at = now() - interval '3 years' where user_id = $1`,
      [owner.id],
    )
    expect(await look()).toBe(0)
    await begin(1)
    expect(await look()).toBe(0)
  })

  it('a reminder to review the plan is not sent to an owner who cannot change the plan because the membership has ended', async () => {
    await begin(7)
    await asAdministrator(
      `update public.subscriptions set trial_end = now() - interval '1 day' where user_id = $1`,
      [owner.id],
    )
    const [{ billing } = {}] = await asAdministrator<{ billing: boolean }>(
      'select private.billing_enabled() as billing',
    )
    expect(await look()).toBe(billing ? 0 : 1)
  })

  it('a reminder to review the plan is not sent while a death is under review, nor after it', async () => {
    await begin(7)
    const ed = await person('Ed')
    await designateAccepted(owner, ed, 'executor')
    await submitCertificate(ed, owner)
    expect(await look()).toBe(0)
    await decide(owner, 'approved')
    expect(await look()).toBe(0)
    await refused(owner.client.rpc('confirm_plan'), code.frozen)
    await succeed(owner.client.rpc('stop_release'))
    expect(await look()).toBe(1)
  })

  it('a reminder to review the plan can be confirmed for one’s own plan alone', async () => {
    const other = await person('Otto Other')
    await succeed(other.client.rpc('confirm_plan'))
    const { plan_reviewed_at } = await succeed(
      owner.client.from('profiles').select('plan_reviewed_at').eq('user_id', owner.id).single(),
    )
    expect(plan_reviewed_at).toBeNull()
  })
})

describe.skipIf(!hasSql)(`addresses${needsSql}`, () => {
  const ask = async (designee: Person) => {
    await asAdministrator('update private.address_checks set next_at = now() where user_id = $1', [
      designee.id,
    ])
    await asAdministrator('select private.enqueue_address_checks()')
    return mailsTo(designee, 'address_check')
  }
  const nextAsk = async ({ id }: Person) =>
    (
      await asAdministrator<{ days: number }>(
        `select round(extract(epoch from next_at - now()) / 86400)::int as days from private.address_checks where user_id = $1`,
        [id],
      )
    )[0]?.days
  /** What an owner can read about the designee's address. */
  const answerTo = async (owner: Person, designation: number) =>
    succeed(
      owner.client
        .from('designations')
        .select('address_asked_at, address_confirmed_at')
        .eq('id', designation)
        .single(),
    )

  it('the question "Is this still your address?" is asked a year after the acceptance, once for all owners who named the person, and one answer counts for all', async () => {
    const [olive, otto, ed] = await Promise.all([person('Olive'), person('Otto'), person('Ed')])
    const first = await designateAccepted(olive, ed, 'executor')
    expect(await nextAsk(ed)).toBe(365)
    const second = await designateAccepted(otto, ed, 'trustee')
    await asAdministrator('select private.enqueue_address_checks()')
    expect(await mailsTo(ed, 'address_check')).toEqual([])
    expect((await ask(ed)).map(({ payload }) => payload)).toEqual([
      { recipient: 'designee', owner_name: 'Olive', other_owners: 1 },
    ])
    await asAdministrator('select private.enqueue_address_checks()')
    expect(await mailsTo(ed, 'address_check')).toHaveLength(1)
    for (const [owner, designation] of [
      [olive, first],
      [otto, second],
    ] as const)
      expect(await answerTo(owner, designation)).toEqual({
        address_asked_at: expect.any(String),
        address_confirmed_at: null,
      })
    await succeed(ed.client.rpc('confirm_address'))
    expect(await nextAsk(ed)).toBe(365)
    for (const [owner, designation] of [
      [olive, first],
      [otto, second],
    ] as const)
      expect((await answerTo(owner, designation)).address_confirmed_at).not.toBeNull()
  })

  it('the question "Is this still your address?" shows the owner since when it is unanswered, however often it is asked again', async () => {
    const [olive, ed] = await Promise.all([person('Olive'), person('Ed')])
    const id = await designateAccepted(olive, ed, 'executor')
    await ask(ed)
    await asAdministrator(
      `update public.designations set address_asked_at = address_asked_at - interval '1 year' where id = $1`,
      [id],
    )
    const { address_asked_at: since } = await answerTo(olive, id)
    expect(await ask(ed)).toHaveLength(2)
    expect((await answerTo(olive, id)).address_asked_at).toBe(since)
    await succeed(ed.client.rpc('confirm_address'))
    expect(await ask(ed)).toHaveLength(3)
    expect((await answerTo(olive, id)).address_asked_at).not.toBe(since)
  })

  it('the question "Is this still your address?" is not asked of invited or revoked designees, nor for an owner whose death is verified or under review', async () => {
    const { owner, executor, trustee, invited, revoked } = await household('hidden', [
      'executor',
      'trustee',
      'invited',
      'revoked',
    ])
    await submitCertificate(executor, owner)
    for (const someone of [executor, trustee, invited, revoked]) expect(await ask(someone)).toEqual([])
    expect(await nextAsk(trustee)).toBe(30)
    await decide(owner, 'approved')
    expect(await ask(executor)).toEqual([])
    await succeed(owner.client.rpc('stop_release'))
    for (const someone of [invited, revoked]) expect(await ask(someone)).toEqual([])
    for (const someone of [executor, trustee]) expect(await ask(someone)).toHaveLength(1)
    for (const someone of [owner, invited, revoked])
      await refused(someone.client.rpc('confirm_address'), code.invitationNotAvailable)
  })

  it('the question "Is this still your address?" can be answered for oneself alone, and the answer is deleted with the account', async () => {
    const [olive, ed, tess] = await Promise.all([person('Olive'), person('Ed'), person('Tess')])
    const first = await designateAccepted(olive, ed, 'executor')
    const second = await designateAccepted(olive, tess, 'trustee')
    await succeed(ed.client.rpc('confirm_address'))
    expect((await answerTo(olive, second)).address_confirmed_at).toBeNull()
    await ask(ed)
    await deleteAccount(ed)
    expect(await answerTo(olive, first)).toEqual({ address_asked_at: null, address_confirmed_at: null })
    const again = await person('Ed', { email: ed.email })
    await succeed(again.client.rpc('accept_designation_invite', { designation_id: first }))
    expect(await nextAsk(again)).toBe(365)
  })
})
