// From the naming of a designee to the answer, and what ends it.
import { describe, expect, it } from 'vitest'
import {
  address,
  anonymous,
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
  person,
  service,
  submitCertificate,
  succeed,
} from '../people.ts'
import { code, refused, touches, untyped } from './answers.ts'

const accept = ({ client }: Person, designation_id: number) =>
  client.rpc('accept_designation_invite', { designation_id })
const decline = ({ client }: Person, designation_id: number) =>
  client.rpc('decline_designation_invite', { designation_id })
const revoke = ({ client }: Person, designation_id: number) =>
  client.rpc('revoke_designation', { designation_id })

const seenBy = async ({ client }: Person, id: number) =>
  (await succeed(client.from('designations').select().eq('id', id)))[0]

describe('naming a designee', () => {
  it('tidies the address and the name, and takes the owner’s name from the profile', async () => {
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

  it('keeps the owner’s name current in every designation of that owner, and only there', async () => {
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
    // An invitation always says who asks, also when the owner takes the name out of the profile.
    await succeed(owner.client.from('profiles').update({ full_name: null }).eq('user_id', owner.id))
    expect((await seenBy(ann, id))?.owner_name).toBe('Olive Newname')
  })

  it('tells the revoked no new name of the owner', async () => {
    const [owner, ann] = await Promise.all([person('Olive Owner'), person('Ann')])
    const id = await designateAccepted(owner, ann, 'executor')
    await succeed(owner.client.rpc('revoke_designation', { designation_id: id }))
    await succeed(
      owner.client.from('profiles').update({ full_name: 'Olive Newname' }).eq('user_id', owner.id),
    )
    expect((await seenBy(ann, id))?.owner_name).toBe('Olive Owner')
  })

  it('needs a name of one’s own first', async () => {
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

  it('is refused for oneself, in any spelling', async () => {
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

  it('happens once for an address, until the designation is revoked or declined', async () => {
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
    '',
  ])('refuses the address "%s"', async (person_email) => {
    const owner = await person('Olive Owner')
    await refused(
      owner.client
        .from('designations')
        .insert({ owner_id: owner.id, person_name: 'Ann', person_email, role: 'executor' }),
      code.check,
    )
  })

  it('refuses a name that would break a mail’s subject', async () => {
    const owner = await person('Olive Owner')
    for (const name of [
      'Ann\nBcc: everybody',
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

describe('an invitation', () => {
  it('is accepted by the person whose confirmed address it names, and opens the plan', async () => {
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

  it('is answered once: a second acceptance or a late refusal changes nothing', async () => {
    const [owner, ann] = await Promise.all([person('Olive Owner'), person('Ann')])
    const id = await designate(owner, ann.email, 'beneficiary')
    await succeed(accept(ann, id))
    const before = await seenBy(owner, id)
    await refused(accept(ann, id), code.invitationNotAvailable)
    await refused(decline(ann, id), code.invitationNotAvailable)
    expect(await seenBy(owner, id)).toEqual(before)
  })

  it('can be declined; then it is over for both sides', async () => {
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
    await refused(decline(ann, id), code.invitationNotAvailable)
  })

  it('has one winner when it is accepted in five tabs at once', async () => {
    const [owner, ann] = await Promise.all([person('Olive Owner'), person('Ann')])
    const id = await designate(owner, ann.email, 'beneficiary')
    const answers = await Promise.all(Array.from({ length: 5 }, () => accept(ann, id)))
    expect(answers.map(({ error }) => error?.code ?? 'accepted').sort()).toEqual([
      ...Array(4).fill(code.invitationNotAvailable),
      'accepted',
    ])
  })

  it('tells a guesser nothing: unknown, foreign, answered and revoked read alike', async () => {
    const { invited, stranger, owner, designation } = await household('hidden', [
      'executor',
      'invited',
      'revoked',
      'stranger',
    ])
    const gone = await designate(owner, address('Gone'), 'trustee')
    await succeed(revoke(owner, gone))
    const ids = [designation.invited, designation.executor, designation.revoked, gone, 2_000_000_000]
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

  it('is not for the signed out', async () => {
    const { designation } = await household('hidden', ['invited'])
    const call = { designation_id: designation.invited }
    await refused(anonymous.rpc('accept_designation_invite', call), code.notAllowed)
    await refused(anonymous.rpc('decline_designation_invite', call), code.notAllowed)
    await refused(anonymous.rpc('revoke_designation', call), code.notAllowed)
  })

  it('is not for an address that only looks alike', async () => {
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

  it.skipIf(!hasSql)(`is not for somebody who never proved the address${needsSql}`, async () => {
    const email = address('Ann')
    const [owner, unproved] = await Promise.all([
      person('Olive Owner'),
      person('Ann', { email, confirmed: false }),
    ])
    const id = await designate(owner, email, 'beneficiary')
    expect(await seenBy(unproved, id)).toBeUndefined()
    await refused(accept(unproved, id), code.invitationNotAvailable)
    await refused(decline(unproved, id), code.invitationNotAvailable)
  })

  it.skipIf(!hasSql)(`is not for an anonymous account that carries the address${needsSql}`, async () => {
    const [owner, ann] = await Promise.all([person('Olive Owner'), person('Ann')])
    const id = await designate(owner, ann.email, 'beneficiary')
    await asAdministrator('update auth.users set is_anonymous = true where id = $1', [ann.id])
    expect(await seenBy(ann, id)).toBeUndefined()
    await refused(accept(ann, id), code.invitationNotAvailable)
  })

  it('follows the confirmed address, not the token: after a change the old address’s token opens nothing', async () => {
    const [owner, ann] = await Promise.all([person('Olive Owner'), person('Ann')])
    await changeAddress(ann, address('Ann'))
    const id = await designate(owner, ann.email, 'beneficiary')
    expect(await seenBy(ann, id)).toBeUndefined()
    await refused(accept(ann, id), code.invitationNotAvailable)
  })

  it('cannot be accepted by the owner who later takes the address', async () => {
    const owner = await person('Olive Owner')
    const email = address('Ann')
    const id = await designate(owner, email, 'executor')
    await changeAddress(owner, email)
    await refused(accept(owner, id), code.invitationNotAvailable)
    await refused(decline(owner, id), code.invitationNotAvailable)
  })
})

describe('after the invited person has changed their address', () => {
  /** Ann is invited, and gives up her address before she answers. */
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

  it('they can decline it', async () => {
    const { owner, ann, id } = await annMoves()
    await succeed(decline(ann, id))
    expect(await seenBy(owner, id)).toMatchObject({ declined_at: expect.any(String) })
    expect(await seenBy(ann, id)).toMatchObject({ declined_at: expect.any(String) })
  })

  it('whoever has the old address next has no part in it', async () => {
    const { ann, id } = await annMoves()
    const heir = await person('Heir', { email: ann.email })
    expect(await seenBy(heir, id)).toBeUndefined()
    await refused(accept(heir, id), code.invitationNotAvailable)
    await refused(decline(heir, id), code.invitationNotAvailable)
    await succeed(accept(ann, id))
  })

  it('the next one to move on from the old address does not take it along', async () => {
    const { ann, id } = await annMoves()
    const heir = await person('Heir', { email: ann.email })
    await changeAddress(heir, address('Heir'))
    expect(await seenBy(heir, id)).toBeUndefined()
    expect(await seenBy(ann, id)).toBeDefined()
  })

  it('an invitation sent to the old address later is for whoever has it then', async () => {
    const { ann, id } = await annMoves()
    const [heir, other] = await Promise.all([person('Heir', { email: ann.email }), person('Oscar Other')])
    const later = await designate(other, ann.email, 'trustee')
    expect(await seenBy(ann, later)).toBeUndefined()
    await refused(accept(ann, later), code.invitationNotAvailable)
    await succeed(accept(heir, later))
    expect(await seenBy(heir, id)).toBeUndefined()
  })

  it('it follows them from address to address, and back', async () => {
    const { ann, id, moved } = await annMoves()
    await changeAddress(ann, address('Ann'))
    expect(await seenBy(ann, id)).toBeDefined()
    const heir = await person('Heir', { email: moved })
    expect(await seenBy(heir, id)).toBeUndefined()
    await changeAddress(ann, ann.email)
    await succeed(accept(ann, id))
  })

  it('the owner sees what was written, and nothing of the change', async () => {
    const { owner, ann, id, moved } = await annMoves()
    const row = await seenBy(owner, id)
    expect(row).toMatchObject({ person_email: ann.email, status: 'pending', beneficiary_user_id: null })
    expect(JSON.stringify(row)).not.toContain(moved)
    expect(JSON.stringify(row)).not.toContain(ann.id)
  })

  it('the mail of an invitation sent again goes to where they are', async () => {
    const { owner, id, moved } = await annMoves()
    const [invite] = await succeed(
      service.rpc('begin_designation_invite', { p_designation_id: id, p_owner_id: owner.id }),
    )
    expect(invite?.person_email).toBe(moved)
  })

  it('an address that was never proved keeps nothing', async () => {
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

  it('and then deleted the account, it ends', async () => {
    const { owner, ann, id } = await annMoves()
    await deleteAccount(ann)
    expect(await seenBy(owner, id)).toMatchObject({ revoked_at: expect.any(String) })
    const heir = await person('Heir', { email: ann.email })
    expect(await seenBy(heir, id)).toBeUndefined()
    await refused(accept(heir, id), code.invitationNotAvailable)
  })

  it('back at the address and then deleted the account, it is open to the address again', async () => {
    const { ann, id } = await annMoves()
    await changeAddress(ann, ann.email)
    await deleteAccount(ann)
    const again = await person('Ann', { email: ann.email })
    await succeed(accept(again, id))
  })

  it('and then deleted the account, in a plan that is frozen, the row stays and opens to nobody', async () => {
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

describe('after acceptance', () => {
  it('changing one’s address neither loses nor gains anything', async () => {
    const [owner, ann] = await Promise.all([person('Olive Owner'), person('Ann')])
    const oldEmail = ann.email
    await succeed(owner.client.from('profiles').update({ visibility_hold: false }).eq('user_id', owner.id))
    await succeed(owner.client.from('contacts').insert({ user_id: owner.id, name: 'Carl' }))
    const id = await designateAccepted(owner, ann, 'beneficiary')
    await changeAddress(ann, address('Ann'))
    await touches(ann.client.from('contacts').select(), 1)
    // Whoever gets the old address next is a stranger.
    const newcomer = await person('Newcomer', { email: oldEmail })
    await touches(newcomer.client.from('contacts').select(), 0)
    expect(await seenBy(newcomer, id)).toBeUndefined()
    await refused(accept(newcomer, id), code.invitationNotAvailable)
  })

  it('the owner can revoke; the designee loses everything at once and only sees that it was revoked', async () => {
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
      'estate_documents',
      'access_events',
      'v_effective_roles',
    ] as const) {
      await touches(untyped(executor.client).from(table).select(), 0)
    }
    await touches(executor.client.from('profiles').select().eq('user_id', owner.id), 0)
    expect((await seenBy(executor, designation.executor))?.revoked_at).not.toBeNull()
    await refused(accept(executor, designation.executor), code.invitationNotAvailable)
    // Once is enough, and only the owner may.
    await refused(revoke(owner, designation.executor), code.invitationNotAvailable)
    await refused(revoke(executor, designation.trustee), code.invitationNotAvailable)
  })

  it('deleting the designation ends it as well', async () => {
    const { owner, trustee, designation } = await household('open', ['trustee'])
    await touches(owner.client.from('designations').delete().eq('id', designation.trustee).select(), 1)
    await touches(trustee.client.from('contacts').select(), 0)
    await touches(trustee.client.from('profiles').select().eq('user_id', owner.id), 0)
  })

  it('a deleted account leaves the invitation open again, for the same address', async () => {
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
