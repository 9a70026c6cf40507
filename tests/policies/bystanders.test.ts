// What is done for one family changes nothing of another's. The bystanders are made first, with something of theirs in
// every table, and after each action every row that names one of them must be as it was, and none may be new.
import { createHash, randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import {
  address,
  applyDueChanges,
  asAdministrator,
  changeAddress,
  decide,
  deleteAccount,
  designate,
  designateAccepted,
  hasSql,
  household,
  needsSql,
  type Person,
  passHours,
  passWaitingTime,
  person,
  service,
  submitCertificate,
  succeed,
  turnBillingOn,
} from '../support/people.ts'
import { code, refused, untyped } from './answers.ts'
import { everythingOf } from './everything.ts'

const hmac = (secret: string) => createHash('sha256').update(secret).digest('hex')

/** What any row that is about a bystander contains: an id, an address, a customer at Stripe. */
const theirs: string[] = []

/** Does something for another family. @returns what it answered, once nothing of the bystanders has changed */
async function leavesThemAlone<T>(action: () => Promise<T>): Promise<T> {
  const before = await everythingOf(theirs)
  const answer = await action()
  expect(await everythingOf(theirs)).toEqual(before)
  return answer
}

/** Calls a function as the edge functions do. */
const call = (name: string, parameters: object) => succeed(untyped(service).rpc(name, parameters))

const report = (email: string) =>
  call('apply_mail_refusal', {
    p_event_id: randomUUID(),
    p_emails: [email],
    p_happened_at: new Date(Date.now() + 60_000).toISOString(),
  })
const issue = async ({ id, email }: Person, purpose = 'email-change-old', to = email) =>
  succeed(
    service.rpc('issue_email_code', {
      p_user_id: id,
      p_purpose: purpose,
      p_email: to,
      p_hmac: hmac('right'),
    }),
  )
const verify = async ({ id, email }: Person, purpose = 'email-change-old', to = email) =>
  succeed(
    service.rpc('verify_email_code', {
      p_user_id: id,
      p_purpose: purpose,
      p_email: to,
      p_hmacs: [hmac('right')],
    }),
  )
const beginInvite = async ({ id }: Person, p_designation_id: number) => {
  const rows = await succeed(service.rpc('begin_designation_invite', { p_designation_id, p_owner_id: id }))
  return rows[0]?.invite_id ?? ''
}
const finishInvite = (p_invite_id: string, p_sent: boolean) =>
  call('finish_designation_invite', { p_invite_id, p_sent })
const customerOf = async ({ id }: Person) => {
  const customer = `cus_${randomUUID()}`
  await call('save_stripe_customer', { p_user_id: id, p_customer_id: customer })
  return customer
}
const queueMail = async (to: string) => {
  const [mail] = await asAdministrator<{ id: string }>(
    `insert into private.mail_outbox (kind, to_email, attempts, next_attempt_at)
     values ('practice', $1, 3, now() + interval '1 day') returning id`,
    [to],
  )
  return mail?.id ?? ''
}
const seenBy = async ({ client }: Person, id: number) =>
  (await succeed(client.from('designations').select('id').eq('id', id))).length === 1

describe.skipIf(!hasSql)(`what is done for one family leaves another alone${needsSql}`, () => {
  let ben: Person
  let invitedElsewhere: Person
  let invitation: number
  /** The invitation of a person who moved, and whose address works. */
  let idas: number

  beforeAll(turnBillingOn)
  beforeAll(async () => {
    const [calm, stopped, dead, waiting] = [
      await household('hidden'),
      await household('stopped', ['executor']),
      await household('released', ['executor', 'beneficiary']),
      await household('hidden, in review', ['executor', 'trustee']),
    ]
    for (const home of [calm, stopped, dead, waiting])
      for (const { id, email } of Object.values<object>(home).filter((one): one is Person => 'email' in one))
        theirs.push(id, email)
    const { owner, executor, invited, designation } = calm
    ben = calm.beneficiary
    // Payments: one that goes on, and one that ends.
    for (const of of [owner, dead.owner]) theirs.push(await customerOf(of))
    await asAdministrator(
      `insert into private.membership_cancellations (stripe_customer_id)
       select stripe_customer_id from private.billing_customers where user_id = $1`,
      [dead.owner.id],
    )
    // Addresses that refuse mail, and invitations that are kept for people who moved.
    const ida = await person('Ida Invited')
    theirs.push(ida.id, ida.email)
    idas = await designate(owner, ida.email, 'trustee')
    await changeAddress(ida, address('Ida'))
    const moved = address('Ivan')
    await changeAddress(invited, moved)
    theirs.push(moved)
    await report(executor.email)
    await report(moved)
    // A code, a proof, an invitation that was sent and one that failed, mail that waits, and a file to remove.
    await issue(owner, 'account-deletion')
    await issue(owner)
    await verify(owner)
    await asAdministrator(
      `update private.email_codes set created_at = created_at - interval '2 minutes' where user_id = $1`,
      [owner.id],
    )
    await issue(owner)
    await beginInvite(owner, designation.invited)
    await finishInvite(await beginInvite(owner, designation.spare), false)
    await queueMail(executor.email)
    await asAdministrator(
      `insert into private.file_removals (bucket_id, path, next_attempt_at) values ('videos', $1, now() + interval '1 day')`,
      [`${owner.id}/gone.mp4`],
    )
    // A message for one of them.
    await succeed(
      owner.client
        .from('video_messages')
        .insert({
          user_id: owner.id,
          storage_path: `${owner.id}/for-ben.mp4`,
          for_beneficiary: designation.beneficiary,
        })
        .select('id'),
    )
    // What an owner chose for people, one of whom is gone.
    const uma = await designate(owner, address('Uma'), 'executor')
    for (const designation_id of [uma, designation.beneficiary])
      await succeed(owner.client.rpc('set_part_timing', { designation_id, choice: 'home', timing: 'never' }))
    await succeed(owner.client.from('designations').delete().eq('id', uma).select().single())
    // First hours: of one owner open, of the other announced; what was closed before is not settled.
    for (const [of, hours] of [
      [calm, 24],
      [stopped, 0],
    ] as const) {
      await succeed(of.owner.client.rpc('set_opening_notice', { hours }))
      await succeed(
        of.owner.client.rpc('set_part_timing', {
          designation_id: of.designation.executor,
          choice: 'home',
          timing: 'first_hours',
        }),
      )
      await succeed(of.executor.client.rpc('open_first_hours', { owner_id: of.owner.id, reason: 'ill' }))
    }
    // Someone typed in an address and never confirmed it.
    const ghost = await person('Gil Ghost', { confirmed: false, named: false })
    theirs.push(ghost.id)
    invitedElsewhere = await person('Ines Invited')
    theirs.push(invitedElsewhere.id, invitedElsewhere.email)
    invitation = await designate(owner, invitedElsewhere.email, 'trustee')
    const submissions = await asAdministrator<{ id: string }>(
      'select id from private.certificate_submissions where owner_id = any ($1)',
      [[stopped.owner.id, dead.owner.id, waiting.owner.id]],
    )
    theirs.push(...submissions.map(({ id }) => id))
    await applyDueChanges()
  })

  it('when an address refuses mail: apply_mail_refusal tells the owner who named that person', async () => {
    const owner = await person('Olive Owner')
    const email = address('Ann')
    const id = await designate(owner, email, 'executor')
    await leavesThemAlone(() => report(email))
    // That others have moved does not keep this one from being found.
    const row = await succeed(
      owner.client.from('designations').select('mail_refused_at').eq('id', id).single(),
    )
    expect(row.mail_refused_at).not.toBeNull()
    const kept = await asAdministrator('select mail_refused_at from public.designations where id = $1', [
      idas,
    ])
    expect(kept).toEqual([{ mail_refused_at: null }])
  })

  it('when an owner sends again to a designee: ask_address_again writes to that one', async () => {
    const [owner, ann, bob] = [await person('Olive Owner'), await person('Ann'), await person('Bob')]
    const designation_id = await designateAccepted(owner, ann, 'executor')
    const other = await designateAccepted(owner, bob, 'trustee')
    for (const { email } of [ann, bob]) await report(email)
    await leavesThemAlone(() => succeed(owner.client.rpc('ask_address_again', { designation_id })))
    const refusing = await succeed(
      owner.client.from('designations').select('id').not('mail_refused_at', 'is', null),
    )
    expect(refusing).toEqual([{ id: other }])
  })

  it('when an owner gives a person another role: change_designation_role, tell_of_new_role', async () => {
    const [owner, ann, bob] = [await person('Olive Owner'), await person('Ann'), await person('Bob')]
    const designation_id = await designateAccepted(owner, ann, 'beneficiary')
    const other = await designateAccepted(owner, bob, 'beneficiary')
    for (const id of [designation_id, other])
      await succeed(
        owner.client.rpc('set_part_timing', { designation_id: id, choice: 'money', timing: 'after_death' }),
      )
    await leavesThemAlone(() =>
      succeed(owner.client.rpc('change_designation_role', { designation_id, role: 'executor' })),
    )
    expect(await succeed(owner.client.from('part_access').select('designation_id'))).toEqual([
      { designation_id: other },
    ])
  })

  it('when a designee says that the address works: confirm_address', async () => {
    const [owner, ann] = [await person('Olive Owner'), await person('Ann')]
    await designateAccepted(owner, ann, 'executor')
    await leavesThemAlone(() => succeed(ann.client.rpc('confirm_address')))
  })

  it('when a living owner pays: apply_stripe_state ends no membership', async () => {
    const owner = await person('Olive Owner')
    const customer = await customerOf(owner)
    await leavesThemAlone(async () => {
      await call('begin_stripe_sync', { p_customer_id: customer })
      const state = { lifetime: false, subscription_id: null, plan: 'monthly', status: 'active' }
      await call('apply_stripe_state', { p_customer_id: customer, p_sync: 1, p_state: state })
    })
    const ended = await asAdministrator(
      'select from private.membership_cancellations where stripe_customer_id = $1',
      [customer],
    )
    expect(ended).toEqual([])
  })

  it('when a death is verified and the owner stops it: review_death_certificate, change_death_review, end_membership, continue_membership, mail_owner_and_designees', async () => {
    const { owner, executor } = await household('hidden', ['executor'])
    const customer = await customerOf(owner)
    await leavesThemAlone(async () => {
      await submitCertificate(executor, owner)
      await decide(owner, 'approved', 'A note of its own.')
    })
    const ends = () =>
      asAdministrator('select from private.membership_cancellations where stripe_customer_id = $1', [
        customer,
      ])
    expect(await ends()).toHaveLength(1)
    await leavesThemAlone(() => succeed(owner.client.rpc('stop_release')))
    expect(await ends()).toHaveLength(0)
  })

  it('when two administrators work on a certificate: claim_certificate, review_death_certificate', async () => {
    const { owner } = await household('hidden, in review', ['executor'])
    const required = (on: boolean) => asAdministrator('select admin.require_two_reviewers($1)', [on])
    await required(true)
    try {
      await leavesThemAlone(async () => {
        await asAdministrator(`select admin.claim_certificate($1, 'Ada')`, [owner.id])
        await asAdministrator(`select admin.review_death_certificate($1, 'approved', reviewer => 'Ada')`, [
          owner.id,
        ])
      })
    } finally {
      await required(false)
    }
  })

  it('when an administrator takes a decision back: take_back_decision, which an owner’s stop elsewhere does not prevent', async () => {
    const { owner } = await household('released', ['executor'])
    await leavesThemAlone(() =>
      asAdministrator(`select admin.take_back_decision($1, 'Another person of that name.')`, [owner.id]),
    )
  })

  it('when an owner stops a release by the link: stop_release_by_link', async () => {
    const { owner } = await household('released', ['executor'])
    const [submission] = await asAdministrator<{ id: string }>(
      'select id from private.certificate_submissions where owner_id = $1',
      [owner.id],
    )
    await leavesThemAlone(async () => {
      await refused(
        untyped(service).rpc('stop_release_by_link', { p_submission_id: randomUUID() }),
        code.nothingToStop,
      )
      await call('stop_release_by_link', { p_submission_id: submission?.id })
    })
  })

  it('when a waiting period ends: announce_releases', async () => {
    const { owner } = await household('waiting', ['executor'])
    await passWaitingTime(owner, 7)
    await leavesThemAlone(() => asAdministrator('select private.announce_releases()'))
  })

  it('when a certificate comes in: enqueue_operator_notices marks those that wait', async () => {
    const { owner, executor } = await household('hidden', ['executor'])
    await submitCertificate(executor, owner)
    const decided = async () =>
      asAdministrator(
        `select operator_told_at from private.certificate_submissions s join public.profiles p on p.user_id = s.owner_id
          where p.death_review <> 'pending' and operator_told_at is not null`,
      )
    await asAdministrator('select private.enqueue_operator_notices()')
    expect(await decided()).toEqual([])
  })

  it('when a person asks for codes: issue_email_code, fail_email_code, verify_email_code', async () => {
    const ann = await person('Ann')
    await leavesThemAlone(async () => {
      const [unsent] = await issue(ann)
      await call('fail_email_code', { p_code_id: unsent?.code_id })
      await issue(ann)
      expect(await verify(ann)).toBe(true)
    })
  })

  it('when a person moves to another address: begin_email_change, end_email_change, keep_invitations_of_moved, forget_mail_refusals', async () => {
    const [owner, ann, wanted] = [await person('Olive Owner'), await person('Ann'), address('Ann')]
    await designate(owner, ann.email, 'trustee')
    await leavesThemAlone(async () => {
      await issue(ann)
      await verify(ann)
      await issue(ann, 'email-change-new', wanted)
      await verify(ann, 'email-change-new', wanted)
      await call('begin_email_change', { p_user_id: ann.id, p_new_email: wanted })
      await changeAddress(ann, wanted)
    })
    expect(await seenBy(invitedElsewhere, invitation)).toBe(true)
    expect(await seenBy(ann, invitation)).toBe(false)
  })

  it('when an invited person who moved deletes the account: unbind_designations', async () => {
    const [owner, ann] = [await person('Olive Owner'), await person('Ann')]
    await designate(owner, ann.email, 'trustee')
    await changeAddress(ann, address('Ann'))
    await leavesThemAlone(() => deleteAccount(ann))
  })

  it('when an invitation is sent or waits: begin_designation_invite, queue_designation_invite, finish_designation_invite', async () => {
    const [owner, p_to_email] = [await person('Olive Owner'), address('Ann')]
    const id = await designate(owner, p_to_email, 'trustee')
    await leavesThemAlone(async () => {
      const p_invite_id = await beginInvite(owner, id)
      await call('queue_designation_invite', { p_invite_id, p_to_email, p_payload: { sealed: 'It waits.' } })
      await finishInvite(p_invite_id, false)
      await finishInvite(await beginInvite(owner, id), true)
    })
  })

  it('when a person is named again: readdress_messages', async () => {
    const owner = await person('Olive Owner')
    await leavesThemAlone(async () => {
      const id = await designate(owner, ben.email, 'beneficiary')
      await succeed(owner.client.from('designations').delete().eq('id', id).select().single())
    })
  })

  it('when an owner chooses what a person reads, removes them and names them again: set_part_timing, keep_part_access, give_part_access_back, share_nevers', async () => {
    const owner = await person('Olive Owner')
    await leavesThemAlone(async () => {
      const id = await designate(owner, ben.email, 'beneficiary')
      const choose = (designation_id: number, timing: 'never' | 'after_death') =>
        succeed(owner.client.rpc('set_part_timing', { designation_id, choice: 'home', timing }))
      await choose(id, 'never')
      await succeed(owner.client.from('designations').delete().eq('id', id).select().single())
      const again = await designate(owner, ben.email, 'beneficiary')
      await choose(again, 'after_death')
      await succeed(owner.client.from('designations').delete().eq('id', again).select().single())
    })
  })

  it('when someone opens the first hours, prolongs them, and the owner or an operator closes them: open_first_hours, prolong_first_hours, close_openings, settle_openings, answer_opening, put_back_first_hours, allow_opening, announce_openings, tell_ended_openings, end_opening, mail_circle, tell_of_joining', async () => {
    const { owner, executor, designation } = await household('hidden', ['executor', 'beneficiary'])
    await leavesThemAlone(async () => {
      const designation_id = designation.executor
      const of = { owner_id: owner.id }
      const choose = () =>
        owner.client.rpc('set_part_timing', { designation_id, choice: 'home', timing: 'first_hours' })
      const open = () => executor.client.rpc('open_first_hours', { ...of, reason: 'ill' })
      await succeed(choose())
      await succeed(owner.client.rpc('set_opening_notice', { hours: 24 }))
      await succeed(open())
      await passHours(owner, 24 * 14)
      await applyDueChanges()
      await succeed(executor.client.rpc('prolong_first_hours', of))
      await passHours(owner, 24 * 20)
      await applyDueChanges()
      await succeed(open())
      await succeed(owner.client.rpc('close_first_hours'))
      await applyDueChanges()
      await succeed(owner.client.rpc('answer_opening', { was_right: false }))
      await succeed(choose())
      await succeed(owner.client.rpc('allow_opening', { designation_id }))
      await passHours(owner, 1)
      await succeed(open())
      await asAdministrator(`select admin.end_opening($1, 'They called.')`, [owner.id])
    })
  })

  it('when an owner lifts the hold: report_hold_change', async () => {
    const { owner } = await household('hidden', ['executor'])
    await leavesThemAlone(() => succeed(owner.client.rpc('set_visibility_hold', { hold: false })))
  })

  it('when a mail is sent, fails or is handed back: settle_mail, hand_back_mail', async () => {
    const [sent, failed, untried] = [address('Ann'), address('Bob'), address('Cleo')]
    await leavesThemAlone(async () => {
      await call('settle_mail', { p_id: await queueMail(sent) })
      await call('settle_mail', { p_id: await queueMail(failed), p_error: 'refused' })
      await call('hand_back_mail', { p_id: await queueMail(untried) })
    })
  })

  it('when a file is gone or is not: settle_file_removal, settle_job', async () => {
    const removal = async () => {
      const [row] = await asAdministrator<{ id: string }>(
        `insert into private.file_removals (bucket_id, path) values ('videos', $1) returning id`,
        [`${randomUUID()}/x.mp4`],
      )
      return row?.id
    }
    await leavesThemAlone(async () => {
      await call('settle_file_removal', { p_id: await removal(), p_error: 'refused' })
      await call('settle_file_removal', { p_id: await removal() })
    })
  })

  it('when a reminder is due: enqueue_review_reminders, enqueue_address_checks, enqueue_trial_reminders', async () => {
    const [asked, empty, bereaved] = [
      await household('hidden', ['executor']),
      await person('Emma Empty'),
      await household('released', ['executor']),
    ]
    const ids = [asked.owner.id, asked.executor.id, empty.id, bereaved.executor.id]
    await asAdministrator(
      `insert into public.contacts (user_id, name, created_at) values ($1, 'Cleo', now() - interval '2 years')`,
      [asked.owner.id],
    )
    await leavesThemAlone(async () => {
      for (const [table, column] of [
        ['review_reminders', 'owner_id'],
        ['address_checks', 'user_id'],
        ['trial_reminders', 'user_id'],
      ])
        await asAdministrator(`update private.${table} set next_at = now() where ${column} = any ($1)`, [ids])
      for (const job of ['enqueue_review_reminders', 'enqueue_address_checks', 'enqueue_trial_reminders'])
        await asAdministrator(`select private.${job}()`)
    })
  })
})
