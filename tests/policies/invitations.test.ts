// Invitations from naming a designee to the answer, and what ends them.
import { describe, expect, it } from 'vitest'
import {
  address,
  anonymous,
  asAdministrator,
  callSlowly,
  changeAddress,
  decide,
  deleteAccount,
  designate,
  designateAccepted,
  hasSql,
  household,
  needsSql,
  type Person,
  person,
  service,
  submitCertificate,
  succeed,
} from '../support/people.ts'
import { code, refused, touches, untyped } from './answers.ts'

const accept = ({ client }: Person, designation_id: number) =>
  client.rpc('accept_designation_invite', { designation_id })
const decline = ({ client }: Person, designation_id: number) =>
  client.rpc('decline_designation_invite', { designation_id })
const revoke = ({ client }: Person, designation_id: number) =>
  client.rpc('revoke_designation', { designation_id })

/** How many entries of a kind are in the owner's access history, and how many mails of it were written to the owner. */
async function tracesOf(owner: Person, kind: string): Promise<{ events: number; mails: number }> {
  const events = await succeed(
    owner.client.from('access_events').select('id').eq('owner_id', owner.id).eq('action', kind),
  )
  const mails = hasSql
    ? await asAdministrator('select from private.mail_outbox where kind = $1 and to_email = $2', [
        kind,
        owner.email,
      ])
    : []
  return { events: events.length, mails: mails.length }
}

const seenBy = async ({ client }: Person, id: number) =>
  (await succeed(client.from('designations').select().eq('id', id)))[0]

describe('naming', () => {
  it('naming a designee trims the address and the name, and copies the owner’s name from the profile', async () => {
    const owner = await person('Olive Owner')
    const email = address('Ann')
    const id = await designate(owner, `  ${email.toUpperCase()} `, 'trustee', '  Ann  ')
    expect(await seenBy(owner, id)).toMatchObject({
      person_email: email,
      person_name: 'Ann',
      owner_name: 'Olive Owner',
      status: 'pending',
      role: 'trustee',
      accepted_at: null,
      invited_at: null,
      beneficiary_user_id: null,
    })
  })

  it('naming a designee updates the owner’s name in every designation of that owner, and in no other', async () => {
    const [owner, other, ann] = await Promise.all([
      person('Olive Owner'),
      person('Oscar Other'),
      person('Ann'),
    ])
    const id = await designate(owner, ann.email, 'executor')
    const otherId = await designate(other, ann.email, 'executor')
    await succeed(
      owner.client.from('profiles').update({ full_name: 'Olive Newname' }).eq('user_id', owner.id),
    )
    expect((await seenBy(ann, id))?.owner_name).toBe('Olive Newname')
    expect((await seenBy(ann, otherId))?.owner_name).toBe('Oscar Other')
    // An invitation always names the owner, even after the name is removed from the profile.
    await succeed(owner.client.from('profiles').update({ full_name: null }).eq('user_id', owner.id))
    expect((await seenBy(ann, id))?.owner_name).toBe('Olive Newname')
  })

  it('naming a designee does not tell a revoked designee the owner’s new name', async () => {
    const [owner, ann] = await Promise.all([person('Olive Owner'), person('Ann')])
    const id = await designateAccepted(owner, ann, 'executor')
    await succeed(owner.client.rpc('revoke_designation', { designation_id: id }))
    await succeed(
      owner.client.from('profiles').update({ full_name: 'Olive Newname' }).eq('user_id', owner.id),
    )
    expect((await seenBy(ann, id))?.owner_name).toBe('Olive Owner')
  })

  it('naming a designee is refused until the owner has entered a name', async () => {
    const nameless = await person('Nell', { named: false })
    await refused(
      nameless.client.from('designations').insert({
        owner_id: nameless.id,
        person_name: 'Ann',
        person_email: address('Ann'),
        role: 'executor',
      }),
      code.nameless,
    )
  })

  it('naming a designee is refused for the owner’s own address, in any spelling', async () => {
    const owner = await person('Olive Owner')
    for (const person_email of [owner.email, ` ${owner.email.toUpperCase()} `]) {
      await refused(
        owner.client
          .from('designations')
          .insert({ owner_id: owner.id, person_name: 'Me', person_email, role: 'executor' }),
        code.oneself,
      )
    }
  })

  it('naming a designee is allowed once per address, until that designation is revoked or declined', async () => {
    const [owner, other, ann] = await Promise.all([
      person('Olive Owner'),
      person('Oscar Other'),
      person('Ann'),
    ])
    const again = () =>
      owner.client.from('designations').insert({
        owner_id: owner.id,
        person_name: 'Ann',
        person_email: ann.email.toUpperCase(),
        role: 'trustee',
      })
    const first = await designate(owner, ann.email, 'executor')
    await refused(again(), code.unique)
    await designate(other, ann.email, 'executor')
    await succeed(accept(ann, first))
    await refused(again(), code.unique)
    await succeed(revoke(owner, first))
    const second = await designate(owner, ann.email, 'trustee')
    await refused(again(), code.unique)
    await succeed(decline(ann, second))
    await succeed(again())
  })

  it.each([
    'ann',
    'ann@',
    '@example.com',
    'ann@example',
    'an n@example.com',
    'a<b>@example.com',
    'a"b@example.com',
    'ann@exam ple.com',
    'a@b@example.com',
    'https://evil.com/x@x.yy',
    'a,b@x.yy',
    '(c)a@x.yy',
    'a;b@x.yy',
    'a@x.yy\nBcc: b@x.yy',
    'a%b@x.yy',
    'josé@x.yy',
    '',
  ])('naming a designee refuses the address "%s"', async (person_email) => {
    const owner = await person('Olive Owner')
    await refused(
      owner.client
        .from('designations')
        .insert({ owner_id: owner.id, person_name: 'Ann', person_email, role: 'executor' }),
      code.check,
    )
  })

  it('naming a designee refuses a name that would break a mail’s subject line', async () => {
    const owner = await person('Olive Owner')
    for (const name of [
      'Ann\nBcc: everyone',
      'Ann\r\n',
      'A\u0000nn'.replace('\u0000', '\u0007'),
      '',
      '   ',
    ]) {
      await refused(
        owner.client
          .from('designations')
          .insert({ owner_id: owner.id, person_name: name, person_email: address('Ann'), role: 'executor' }),
        code.check,
      )
      await refused(
        owner.client.from('profiles').update({ full_name: name }).eq('user_id', owner.id),
        code.check,
      )
    }
    await refused(
      owner.client.from('profiles').update({ full_name: ' Olive ' }).eq('user_id', owner.id),
      code.check,
    )
  })
})

describe('answers', () => {
  it('an invitation is accepted by the person whose confirmed address it names, who can then read the plan', async () => {
    const [owner, ann] = await Promise.all([person('Olive Owner'), person('Ann')])
    await succeed(owner.client.from('profiles').update({ visibility_hold: false }).eq('user_id', owner.id))
    await succeed(owner.client.from('contacts').insert({ user_id: owner.id, name: 'Carl' }))
    const id = await designate(owner, ann.email, 'beneficiary')
    expect(await seenBy(ann, id)).toMatchObject({ accepted_at: null, owner_name: 'Olive Owner' })
    await touches(ann.client.from('contacts').select(), 0)
    await succeed(accept(ann, id))
    expect(await seenBy(ann, id)).toMatchObject({
      beneficiary_user_id: ann.id,
      status: 'invited',
      declined_at: null,
    })
    expect((await seenBy(owner, id))?.accepted_at).not.toBeNull()
    await touches(ann.client.from('contacts').select(), 1)
  })

  it.each([
    ['accepted', accept, decline],
    ['declined', decline, accept],
  ] as const)(
    'can be %s twice by the same person, which changes nothing, and not be answered otherwise',
    async (answer, press, otherwise) => {
      const [owner, ann, bob] = await Promise.all([person('Olive Owner'), person('Ann'), person('Bob')])
      const [id, bobs] = await Promise.all(
        [ann, bob].map(({ email }) => designate(owner, email, 'beneficiary')),
      )
      for (const [who, theirs = 0] of [
        [ann, id],
        [bob, bobs],
      ] as const)
        await succeed(press(who, theirs))
      const traces = async () => [await seenBy(owner, id ?? 0), await tracesOf(owner, `invitation_${answer}`)]
      const once = await traces()
      expect(once[1]).toEqual({ events: 2, mails: hasSql ? 2 : 0 })
      await succeed(press(ann, id ?? 0))
      await refused(otherwise(ann, id ?? 0), code.invitationNotAvailable)
      await refused(press(ann, bobs ?? 0), code.invitationNotAvailable)
      expect(await traces()).toEqual(once)
    },
  )

  it('an invitation can be declined, and neither side can use it any more', async () => {
    const [owner, ann] = await Promise.all([person('Olive Owner'), person('Ann')])
    const id = await designate(owner, ann.email, 'beneficiary')
    await succeed(decline(ann, id))
    expect(await seenBy(owner, id)).toMatchObject({
      accepted_at: null,
      beneficiary_user_id: null,
      status: 'invited',
    })
    expect((await seenBy(owner, id))?.declined_at).not.toBeNull()
    await refused(accept(ann, id), code.invitationNotAvailable)
  })

  it('an invitation is accepted once when it is accepted in five tabs at the same time', async () => {
    const [owner, ann] = await Promise.all([person('Olive Owner'), person('Ann')])
    const id = await designate(owner, ann.email, 'beneficiary')
    const answers = await Promise.all(Array.from({ length: 5 }, () => accept(ann, id)))
    expect(answers.map(({ error }) => error)).toEqual(Array(5).fill(null))
    expect(await tracesOf(owner, 'invitation_accepted')).toEqual({ events: 1, mails: hasSql ? 1 : 0 })
  })

  it.skipIf(!hasSql)(
    `an invitation is accepted once when two acceptances overlap: the owner is told once${needsSql}`,
    async () => {
      const [owner, ann] = await Promise.all([person('Olive Owner'), person('Ann')])
      const id = await designate(owner, ann.email, 'beneficiary')
      const slowly = () => callSlowly(ann, 'public.accept_designation_invite($1::bigint)', [id])
      await Promise.all([slowly(), slowly()])
      expect(await tracesOf(owner, 'invitation_accepted')).toEqual({ events: 1, mails: 1 })
    },
  )

  it('an invitation gives the same error for a token that is unknown, another person’s, answered or revoked', async () => {
    const { invited, stranger, owner, designation } = await household('hidden', [
      'executor',
      'invited',
      'revoked',
      'stranger',
    ])
    const gone = await designate(owner, address('Gone'), 'trustee')
    await succeed(revoke(owner, gone))
    const dan = await person('Dan')
    const declined = await designate(owner, dan.email, 'trustee')
    await succeed(decline(dan, declined))
    const ids = [
      designation.invited,
      designation.executor,
      designation.revoked,
      gone,
      declined,
      2_000_000_000,
    ]
    const answers = await Promise.all(
      ids.flatMap((id) => [accept(stranger, id), decline(stranger, id), revoke(stranger, id)]),
    )
    const telling = answers.map(
      ({ error, status }) => `${status} ${error?.code} ${error?.message} ${error?.details} ${error?.hint}`,
    )
    expect(new Set(telling).size, telling.join('\n')).toBe(1)
    expect(answers[0]?.error?.code).toBe(code.invitationNotAvailable)
    for (const id of ids) expect(await seenBy(stranger, id)).toBeUndefined()
    expect(await seenBy(invited, designation.invited)).toBeDefined()
  })

  it('an invitation cannot be accepted by a signed-out visitor', async () => {
    const { designation } = await household('hidden', ['invited'])
    const call = { designation_id: designation.invited }
    await refused(anonymous.rpc('accept_designation_invite', call), code.notAllowed)
    await refused(anonymous.rpc('decline_designation_invite', call), code.notAllowed)
    await refused(anonymous.rpc('revoke_designation', call), code.notAllowed)
  })

  it('an invitation cannot be accepted from an address that only looks the same', async () => {
    const email = address('ann')
    const [owner, plus, dotted] = await Promise.all([
      person('Olive Owner'),
      person('Ann', { email: email.replace('@', '+x@') }),
      person('Ann', { email: email.replace('ann.', 'a.nn.') }),
    ])
    const id = await designate(owner, email, 'beneficiary')
    for (const someone of [plus, dotted]) {
      expect(await seenBy(someone, id)).toBeUndefined()
      await refused(accept(someone, id), code.invitationNotAvailable)
    }
  })

  it.skipIf(!hasSql)(
    `an invitation cannot be accepted by an account that never confirmed the address${needsSql}`,
    async () => {
      const email = address('Ann')
      const [owner, unproved] = await Promise.all([
        person('Olive Owner'),
        person('Ann', { email, confirmed: false }),
      ])
      const id = await designate(owner, email, 'beneficiary')
      expect(await seenBy(unproved, id)).toBeUndefined()
      await refused(accept(unproved, id), code.invitationNotAvailable)
      await refused(decline(unproved, id), code.invitationNotAvailable)
    },
  )

  it.skipIf(!hasSql)(
    `an invitation cannot be accepted by an anonymous account that carries the address${needsSql}`,
    async () => {
      const [owner, ann] = await Promise.all([person('Olive Owner'), person('Ann')])
      const id = await designate(owner, ann.email, 'beneficiary')
      await asAdministrator('update auth.users set is_anonymous = true where id = $1', [ann.id])
      expect(await seenBy(ann, id)).toBeUndefined()
      await refused(accept(ann, id), code.invitationNotAvailable)
    },
  )

  it('an invitation belongs to the confirmed address, not the token: a token sent to a person’s former address opens nothing', async () => {
    const [owner, ann] = await Promise.all([person('Olive Owner'), person('Ann')])
    await changeAddress(ann, address('Ann'))
    const id = await designate(owner, ann.email, 'beneficiary')
    expect(await seenBy(ann, id)).toBeUndefined()
    await refused(accept(ann, id), code.invitationNotAvailable)
  })

  it('an invitation cannot be accepted by the owner, even after changing to the invited address', async () => {
    const owner = await person('Olive Owner')
    const email = address('Ann')
    const id = await designate(owner, email, 'executor')
    await changeAddress(owner, email)
    await refused(accept(owner, id), code.invitationNotAvailable)
    await refused(decline(owner, id), code.invitationNotAvailable)
  })
})

describe('after an invited person changes their email address', () => {
  /** Creates an invitation for Ann, who changes her address before she answers. */
  async function annMoves() {
    const [owner, ann] = await Promise.all([person('Olive Owner'), person('Ann')])
    const id = await designate(owner, ann.email, 'executor')
    const moved = address('Ann')
    await changeAddress(ann, moved)
    return { owner, ann, id, moved }
  }

  it('the invitation stays theirs, unchanged, and they can accept it', async () => {
    const { owner, ann, id } = await annMoves()
    expect(await seenBy(ann, id)).toMatchObject({ person_email: ann.email, status: 'pending' })
    await succeed(accept(ann, id))
    expect(await seenBy(owner, id)).toMatchObject({
      person_email: ann.email,
      beneficiary_user_id: ann.id,
    })
  })

  it('they can decline the invitation', async () => {
    const { owner, ann, id } = await annMoves()
    await succeed(decline(ann, id))
    expect(await seenBy(owner, id)).toMatchObject({ declined_at: expect.any(String) })
    expect(await seenBy(ann, id)).toMatchObject({ declined_at: expect.any(String) })
  })

  it('the next holder of the old address sees nothing of it, and can neither accept nor decline', async () => {
    const { ann, id } = await annMoves()
    const heir = await person('Heir', { email: ann.email })
    expect(await seenBy(heir, id)).toBeUndefined()
    await refused(accept(heir, id), code.invitationNotAvailable)
    await refused(decline(heir, id), code.invitationNotAvailable)
    await succeed(accept(ann, id))
  })

  it('the next holder of the old address does not take the invitation along when changing address again', async () => {
    const { ann, id } = await annMoves()
    const heir = await person('Heir', { email: ann.email })
    await changeAddress(heir, address('Heir'))
    expect(await seenBy(heir, id)).toBeUndefined()
    expect(await seenBy(ann, id)).toBeDefined()
  })

  it('the invitation stays theirs when another person moves to the old address', async () => {
    const { ann, id } = await annMoves()
    const bob = await person('Bob')
    await changeAddress(bob, ann.email)
    expect(await seenBy(bob, id)).toBeUndefined()
    await refused(accept(bob, id), code.invitationNotAvailable)
    await succeed(accept(ann, id))
  })

  it('the invitation stays theirs when they move on to an address to which another one was sent', async () => {
    const { ann, id } = await annMoves()
    const [other, third] = [await person('Oscar Other'), address('Ann')]
    const later = await designate(other, third, 'trustee')
    await changeAddress(ann, third)
    for (const one of [id, later]) await succeed(accept(ann, one))
  })

  it('an invitation that was revoked keeps its day when the account is deleted', async () => {
    const { owner, ann, id } = await annMoves()
    await succeed(revoke(owner, id))
    const before = (await seenBy(owner, id))?.revoked_at
    await deleteAccount(ann)
    expect((await seenBy(owner, id))?.revoked_at).toBe(before)
  })

  it('a later invitation to the old address belongs to its new holder', async () => {
    const { ann, id } = await annMoves()
    const [heir, other] = await Promise.all([person('Heir', { email: ann.email }), person('Oscar Other')])
    const later = await designate(other, ann.email, 'trustee')
    expect(await seenBy(ann, later)).toBeUndefined()
    await refused(accept(ann, later), code.invitationNotAvailable)
    await succeed(accept(heir, later))
    expect(await seenBy(heir, id)).toBeUndefined()
  })

  it('the invitation stays theirs through further changes, and back to the first address', async () => {
    const { ann, id, moved } = await annMoves()
    await changeAddress(ann, address('Ann'))
    expect(await seenBy(ann, id)).toBeDefined()
    const heir = await person('Heir', { email: moved })
    expect(await seenBy(heir, id)).toBeUndefined()
    await changeAddress(ann, ann.email)
    await succeed(accept(ann, id))
  })

  it('the owner still sees the address they entered, and nothing of the change', async () => {
    const { owner, ann, id, moved } = await annMoves()
    const row = await seenBy(owner, id)
    expect(row).toMatchObject({ person_email: ann.email, status: 'pending', beneficiary_user_id: null })
    expect(JSON.stringify(row)).not.toContain(moved)
    expect(JSON.stringify(row)).not.toContain(ann.id)
  })

  it('an invitation mail sent again goes to the new address', async () => {
    const { owner, id, moved } = await annMoves()
    const [invite] = await succeed(
      service.rpc('begin_designation_invite', { p_designation_id: id, p_owner_id: owner.id }),
    )
    expect(invite?.person_email).toBe(moved)
  })

  it('an invitation to an address that was never confirmed does not follow the account', async () => {
    const [owner, email] = [await person('Olive Owner'), address('Ann')]
    const unproved = await person('Ann', { email, confirmed: false, named: false })
    const id = await designate(owner, email, 'executor')
    await asAdministrator('update auth.users set email = $2, email_confirmed_at = now() where id = $1', [
      unproved.id,
      address('Ann'),
    ])
    expect(await seenBy(unproved, id)).toBeUndefined()
    await refused(accept(unproved, id), code.invitationNotAvailable)
  })

  it('deleting the account ends the invitation', async () => {
    const { owner, ann, id } = await annMoves()
    await deleteAccount(ann)
    expect(await seenBy(owner, id)).toMatchObject({ revoked_at: expect.any(String) })
    const heir = await person('Heir', { email: ann.email })
    expect(await seenBy(heir, id)).toBeUndefined()
    await refused(accept(heir, id), code.invitationNotAvailable)
  })

  it('and back to the invited one, deleting the account leaves the invitation open to that address', async () => {
    const { ann, id } = await annMoves()
    await changeAddress(ann, ann.email)
    await deleteAccount(ann)
    const again = await person('Ann', { email: ann.email })
    await succeed(accept(again, id))
  })

  it('deleting the account while the plan is frozen keeps the designation, but no person can accept it', async () => {
    const { owner, ann, id } = await annMoves()
    await submitCertificate(owner, owner)
    await decide(owner, 'approved')
    await deleteAccount(ann)
    expect(await seenBy(owner, id)).toMatchObject({ revoked_at: null })
    const heir = await person('Heir', { email: ann.email })
    expect(await seenBy(heir, id)).toBeUndefined()
    await refused(accept(heir, id), code.invitationNotAvailable)
  })
})

describe('after an invitation is accepted', () => {
  it('the owner sees that the designee deleted their account, and the address can be invited again', async () => {
    const [owner, ann] = await Promise.all([person('Olive Owner'), person('Ann')])
    const id = await designateAccepted(owner, ann, 'executor')
    expect(await seenBy(owner, id)).toMatchObject({ left_at: null })
    await deleteAccount(ann)
    expect(await seenBy(owner, id)).toMatchObject({
      left_at: expect.any(String),
      accepted_at: null,
      revoked_at: null,
      status: 'pending',
    })
    const again = await person('Ann', { email: ann.email })
    await succeed(accept(again, id))
  })

  it('and moved to another address, the designation ends when the designee deletes their account', async () => {
    const [owner, ann] = await Promise.all([person('Olive Owner'), person('Ann')])
    const id = await designateAccepted(owner, ann, 'executor')
    const moved = address('Ann')
    await changeAddress(ann, moved)
    const [bob, other] = await Promise.all([person('Bob'), person('Oscar Other')])
    const open = await designate(other, bob.email, 'trustee')
    await deleteAccount(ann)
    const row = await seenBy(owner, id)
    expect(row?.left_at).not.toBeNull()
    expect(row?.revoked_at).toBe(row?.left_at)
    // The next holder of either address is a stranger.
    for (const email of [ann.email, moved]) {
      const newcomer = await person('Newcomer', { email })
      expect(await seenBy(newcomer, id)).toBeUndefined()
      await refused(accept(newcomer, id), code.invitationNotAvailable)
    }
    // Nothing ends for anyone else.
    await succeed(accept(bob, open))
  })

  it('and revoked, the designation is hidden from a later holder of the address once the account is deleted', async () => {
    const [owner, ann] = await Promise.all([person('Olive Owner'), person('Ann')])
    const id = await designateAccepted(owner, ann, 'executor')
    await succeed(revoke(owner, id))
    await deleteAccount(ann)
    const newcomer = await person('Newcomer', { email: ann.email })
    expect(await seenBy(newcomer, id)).toBeUndefined()
    expect((await seenBy(owner, id))?.revoked_at).not.toBeNull()
    // The owner can name that address again, and that is a new invitation.
    const again = await designate(owner, ann.email, 'trustee')
    await succeed(accept(newcomer, again))
  })

  it('an email change neither removes nor adds access', async () => {
    const [owner, ann] = await Promise.all([person('Olive Owner'), person('Ann')])
    const oldEmail = ann.email
    await succeed(owner.client.from('profiles').update({ visibility_hold: false }).eq('user_id', owner.id))
    await succeed(owner.client.from('contacts').insert({ user_id: owner.id, name: 'Carl' }))
    const id = await designateAccepted(owner, ann, 'beneficiary')
    await changeAddress(ann, address('Ann'))
    await touches(ann.client.from('contacts').select(), 1)
    // The next holder of the old address is a stranger.
    const newcomer = await person('Newcomer', { email: oldEmail })
    await touches(newcomer.client.from('contacts').select(), 0)
    expect(await seenBy(newcomer, id)).toBeUndefined()
    await refused(accept(newcomer, id), code.invitationNotAvailable)
  })

  it('the owner can revoke it; the designee loses all access at once and only sees that it was revoked', async () => {
    const { owner, executor, designation } = await household('open', ['executor', 'trustee'])
    await touches(executor.client.from('contacts').select(), 1)
    await succeed(revoke(owner, designation.executor))
    for (const table of [
      'contacts',
      'funeral_plan',
      'video_messages',
      'financial_accounts',
      'insurance_policies',
      'home_items',
      'portraits',
      'estate_documents',
      'access_events',
      'v_effective_roles',
    ] as const) {
      await touches(untyped(executor.client).from(table).select(), 0)
    }
    await touches(executor.client.from('profiles').select().eq('user_id', owner.id), 0)
    expect((await seenBy(executor, designation.executor))?.revoked_at).not.toBeNull()
    await refused(accept(executor, designation.executor), code.invitationNotAvailable)
    // Revoking again changes nothing, and only the owner can.
    const once = [await seenBy(owner, designation.executor), await tracesOf(owner, 'designation_revoked')]
    expect(once[1]).toMatchObject({ events: 1 })
    await succeed(revoke(owner, designation.executor))
    expect([await seenBy(owner, designation.executor), await tracesOf(owner, 'designation_revoked')]).toEqual(
      once,
    )
    await refused(revoke(executor, designation.executor), code.invitationNotAvailable)
    await refused(revoke(executor, designation.trustee), code.invitationNotAvailable)
  })

  it('deleting the designation ends the access as well', async () => {
    const { owner, trustee, designation } = await household('open', ['trustee'])
    await touches(owner.client.from('designations').delete().eq('id', designation.trustee).select(), 1)
    await touches(trustee.client.from('contacts').select(), 0)
    await touches(trustee.client.from('profiles').select().eq('user_id', owner.id), 0)
  })

  it('a designee who deletes the account leaves the invitation open again for the same address', async () => {
    const [owner, ann] = await Promise.all([person('Olive Owner'), person('Ann')])
    const id = await designate(owner, ann.email, 'trustee')
    const invitation = { p_designation_id: id, p_owner_id: owner.id }
    const [sent] = await succeed(service.rpc('begin_designation_invite', invitation))
    await succeed(
      service.rpc('finish_designation_invite', { p_invite_id: sent?.invite_id ?? '', p_sent: true }),
    )
    await succeed(accept(ann, id))
    await deleteAccount(ann)
    expect(await seenBy(owner, id)).toMatchObject({
      beneficiary_user_id: null,
      accepted_at: null,
      invited_at: null,
      status: 'pending',
    })
    const returned = await person('Ann', { email: ann.email })
    await succeed(accept(returned, id))
    expect(await seenBy(owner, id)).toMatchObject({ beneficiary_user_id: returned.id })
  })

  it('a revoked designee who deletes the account stays revoked', async () => {
    const { owner, revoked, designation } = await household('open', ['revoked'])
    await deleteAccount(revoked)
    const returned = await person('Rex', { email: revoked.email })
    await refused(accept(returned, designation.revoked), code.invitationNotAvailable)
    expect((await seenBy(owner, designation.revoked))?.revoked_at).not.toBeNull()
  })
})
