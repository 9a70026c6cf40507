// The limits on invitation mails. The function send-designation-invite checks them first, with the secret key.
import { describe, expect, it } from 'vitest'
import {
  address,
  asAdministrator,
  callSlowly,
  decide,
  designate,
  designateAccepted,
  hasSql,
  needsSql,
  type Person,
  person,
  service,
  submitCertificate,
  succeed,
} from '../support/people.ts'
import { code, refused, untyped } from './answers.ts'

const begin = (owner: Person, p_designation_id: number) =>
  service.rpc('begin_designation_invite', { p_designation_id, p_owner_id: owner.id })

const letTimePass = (owner: Person, seconds: number) =>
  asAdministrator(
    `update private.designation_invites
        set begun_at = begun_at - make_interval(secs => $2), sends_at = sends_at - make_interval(secs => $2)
      where owner_id = $1`,
    [owner.id, seconds],
  )

const find = async ({ client }: Person, id: number) =>
  succeed(client.from('designations').select('status, invited_at').eq('id', id).single())

describe('sending', () => {
  it('sending an invitation gives the function the mail’s data, and marks the designation once the mail is sent', async () => {
    const owner = await person('Olive Owner')
    const email = address('Ann')
    const id = await designate(owner, email, 'trustee', 'Ann')
    const [invite] = await succeed(begin(owner, id))
    expect(invite).toMatchObject({
      owner_name: 'Olive Owner',
      person_name: 'Ann',
      person_email: email,
      role: 'trustee',
    })
    expect(await find(owner, id)).toEqual({ status: 'pending', invited_at: null })
    await succeed(
      service.rpc('finish_designation_invite', { p_invite_id: invite?.invite_id ?? '', p_sent: true }),
    )
    expect(await find(owner, id)).toMatchObject({ status: 'invited', invited_at: expect.any(String) })
  })

  it('sending an invitation does not mark the designation when the mail was not sent', async () => {
    const owner = await person('Olive Owner')
    const id = await designate(owner, address('Ann'), 'trustee')
    const [invite] = await succeed(begin(owner, id))
    await succeed(
      service.rpc('finish_designation_invite', { p_invite_id: invite?.invite_id ?? '', p_sent: false }),
    )
    expect(await find(owner, id)).toEqual({ status: 'pending', invited_at: null })
    await succeed(begin(owner, id))
  })

  it('sending an invitation is limited to open invitations of the owner who asks', async () => {
    const [owner, other, ann, dan] = await Promise.all([
      person('Olive Owner'),
      person('Oscar Other'),
      person('Ann'),
      person('Dan'),
    ])
    const accepted = await designateAccepted(owner, ann, 'trustee')
    const revoked = await designate(owner, address('Rex'), 'trustee')
    await succeed(owner.client.rpc('revoke_designation', { designation_id: revoked }))
    const declined = await designate(owner, dan.email, 'trustee')
    await succeed(dan.client.rpc('decline_designation_invite', { designation_id: declined }))
    const open = await designate(owner, address('Olga'), 'trustee')
    for (const id of [accepted, revoked, declined, 2_000_000_000])
      await refused(begin(owner, id), code.invitationNotAvailable)
    await refused(begin(other, open), code.invitationNotAvailable)
  })

  it('sending an invitation cannot be started by clients, nor can they report a mail as sent', async () => {
    const owner = await person('Olive Owner')
    const p_designation_id = await designate(owner, address('Ann'), 'trustee')
    await refused(
      owner.client.rpc('begin_designation_invite', { p_designation_id, p_owner_id: owner.id }),
      code.notAllowed,
    )
    await refused(
      owner.client.rpc('finish_designation_invite', { p_invite_id: crypto.randomUUID(), p_sent: true }),
      code.notAllowed,
    )
  })

  it.skipIf(!hasSql)(
    `sending an invitation waits 60 seconds between two mails to a person, even if the person is removed and named again${needsSql}`,
    async () => {
      const owner = await person('Olive Owner')
      const email = address('Ann')
      const id = await designate(owner, email, 'trustee')
      await succeed(begin(owner, id))
      await refused(begin(owner, id), code.tooSoon, 60)
      await letTimePass(owner, 57)
      await refused(begin(owner, id), code.tooSoon)
      await succeed(owner.client.from('designations').delete().eq('id', id))
      const again = await designate(owner, email, 'trustee')
      await refused(begin(owner, again), code.tooSoon)
      await letTimePass(owner, 4)
      await succeed(begin(owner, again))
      // Another person may be invited in the meantime.
      await succeed(begin(owner, await designate(owner, address('Bob'), 'trustee')))
    },
  )

  it.skipIf(!hasSql)(
    `sending an invitation sends one mail when it is requested twice at the same time${needsSql}`,
    async () => {
      const owner = await person('Olive Owner')
      const id = await designate(owner, address('Ann'), 'trustee')
      const ask = () =>
        callSlowly(null, 'public.begin_designation_invite($1::bigint, $2::uuid)', [id, owner.id])
      const outcomes = await Promise.allSettled([ask(), ask()])
      expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    },
  )

  it.skipIf(!hasSql)(
    `sending an invitation is refused after 20 invitations a day by one owner${needsSql}`,
    async () => {
      const owner = await person('Olive Owner')
      const id = await designate(owner, address('Ann'), 'trustee')
      await asAdministrator(
        `insert into private.designation_invites (owner_id, person_email)
       select $1, 'person' || n || '@example.com' from generate_series(1, 19) n`,
        [owner.id],
      )
      await succeed(begin(owner, id))
      const next = await designate(owner, address('Bob'), 'trustee')
      await refused(begin(owner, next), code.tooMany)
      await letTimePass(owner, 24 * 60 * 60 - 30)
      await refused(begin(owner, next), code.tooMany)
      await letTimePass(owner, 60)
      await succeed(begin(owner, next))
    },
  )

  it.skipIf(!hasSql)(
    `sending an invitation is refused after 3 invitations a day from one owner to one address${needsSql}`,
    async () => {
      const owner = await person('Olive Owner')
      const email = address('Ann')
      await asAdministrator(
        'insert into private.designation_invites (owner_id, person_email) select $1, $2 from generate_series(1, 2)',
        [owner.id, email],
      )
      const id = await designate(owner, email, 'trustee')
      await letTimePass(owner, 61)
      await succeed(begin(owner, id))
      await letTimePass(owner, 61)
      await refused(begin(owner, id), code.tooMany)
      await letTimePass(owner, 24 * 60 * 60)
      await succeed(begin(owner, id))
    },
  )

  it.skipIf(!hasSql)(
    `sending an invitation still works for other owners when one owner has used up the address’s daily limit${needsSql}`,
    async () => {
      const [owner, other] = await Promise.all([person('Olive Owner'), person('Oscar Other')])
      const email = address('Ann')
      const send = (times: number) =>
        asAdministrator(
          'insert into private.designation_invites (owner_id, person_email) select $1, $2 from generate_series(1, $3::integer)',
          [other.id, email, times],
        )
      await send(3)
      const id = await designate(owner, email, 'trustee')
      await succeed(begin(owner, id))
      await send(16)
      await letTimePass(owner, 61)
      await refused(begin(owner, id), code.tooMany)
    },
  )

  it.skipIf(!hasSql)(
    `by an owner for the first time is never refused because of other owners: it leaves when there is room${needsSql}`,
    async () => {
      const [owner, other, third, ...strangers] = await Promise.all(
        ['Olive Owner', 'Oscar Other', 'Thea Third', ...Array(20).fill('Stan Stranger')].map((name) =>
          person(name),
        ),
      )
      if (!owner || !other || !third) throw new Error('three owners')
      const email = address('Ann')
      const invite = async (by: Person) => {
        const [begun] = await succeed(begin(by, await designate(by, email, 'trustee')))
        return begun?.sends_at ?? null
      }
      for (const stranger of strangers) expect(await invite(stranger)).toBeNull()
      const daysUntil = async (by: Person) => (Date.parse((await invite(by)) ?? '') - Date.now()) / 86_400_000
      expect(await daysUntil(owner)).toBeCloseTo(1, 2)
      // Twenty a day, in the order in which they were asked for.
      expect(await daysUntil(other)).toBeCloseTo(1, 2)
      for (const who of [owner, strangers[0] ?? owner]) {
        await letTimePass(who, 61)
        const [named] = await succeed(
          who.client.from('designations').select('id').eq('owner_id', who.id).eq('person_email', email),
        )
        // Sending again is: the first one is on its way.
        await refused(begin(who, named?.id ?? 0), code.tooMany)
      }
      await asAdministrator(
        `update private.designation_invites
            set begun_at = begun_at - interval '1 day', sends_at = sends_at - interval '1 day' where person_email = $1`,
        [email],
      )
      expect(await invite(third)).toBeNull()
    },
  )

  it.skipIf(!hasSql)(
    `sending an invitation that leaves later waits in the outbox until then, once${needsSql}`,
    async () => {
      const owner = await person('Olive Owner')
      const email = address('Ann')
      await asAdministrator(
        `insert into private.designation_invites (owner_id, person_email, sends_at)
       select $1, $2, now() - interval '1 hour' from generate_series(1, 20)`,
        [(await person('Oscar Other')).id, email],
      )
      const [invite] = await succeed(begin(owner, await designate(owner, email, 'trustee')))
      const queue = (p_payload: object) =>
        untyped(service).rpc('queue_designation_invite', {
          p_invite_id: invite?.invite_id,
          p_to_email: email,
          p_payload,
        })
      await succeed(queue({ sealed: 'first' }))
      await succeed(queue({ sealed: 'second' }))
      const waiting = await asAdministrator(
        `select m.id, m.kind, m.payload, m.next_attempt_at = i.sends_at as at_its_time,
              m.next_attempt_at > now() + interval '22 hours' as later
         from private.mail_outbox m join private.designation_invites i using (id) where m.to_email = $1`,
        [email],
      )
      expect(waiting).toEqual([
        {
          id: invite?.invite_id,
          kind: 'invitation',
          payload: { sealed: 'first' },
          at_its_time: true,
          later: true,
        },
      ])
      // A mail that was tried keeps the time of its next try.
      await asAdministrator(
        `update private.mail_outbox set attempts = 1, next_attempt_at = now() where to_email = $1`,
        [email],
      )
      await succeed(queue({}))
      expect(
        await asAdministrator(
          'select next_attempt_at <= now() as due from private.mail_outbox where to_email = $1',
          [email],
        ),
      ).toEqual([{ due: true }])
    },
  )

  it.skipIf(!hasSql)(
    `sending an invitation leaves within a week, however many others invited the address${needsSql}`,
    async () => {
      const owner = await person('Olive Owner')
      const email = address('Ann')
      await asAdministrator(
        `insert into private.designation_invites (owner_id, person_email, sends_at)
       select $1, $2, now() + interval '20 days' from generate_series(1, 20)`,
        [(await person('Oscar Other')).id, email],
      )
      const [begun] = await succeed(begin(owner, await designate(owner, email, 'trustee')))
      expect((Date.parse(begun?.sends_at ?? '') - Date.now()) / 86_400_000).toBeCloseTo(7, 2)
    },
  )

  it.skipIf(!hasSql)(
    `sending an invitation that still waits is not sent once the person is revoked, removed or has answered${needsSql}`,
    async () => {
      const owner = await person('Olive Owner')
      const waiting = (email: string) =>
        asAdministrator('select from private.mail_outbox where to_email = $1 and kind = $2', [
          email,
          'invitation',
        ])
      const endings: ((designation_id: number, invited: Person) => PromiseLike<unknown>)[] = [
        (designation_id) => succeed(owner.client.rpc('revoke_designation', { designation_id })),
        (id) => succeed(owner.client.from('designations').delete().eq('id', id)),
        (designation_id, { client }) => succeed(client.rpc('accept_designation_invite', { designation_id })),
        (designation_id, { client }) => succeed(client.rpc('decline_designation_invite', { designation_id })),
      ]
      for (const end of endings) {
        const [invited, other] = await Promise.all([person('Ann Invited'), person('Ben Other')])
        for (const { email } of [invited, other]) {
          const [begun] = await succeed(begin(owner, await designate(owner, email, 'trustee')))
          await succeed(
            service.rpc('queue_mail', {
              p_id: begun?.invite_id ?? '',
              p_kind: 'invitation',
              p_to_email: email,
              p_payload: {},
            }),
          )
          await letTimePass(owner, 61)
        }
        const [named] = await succeed(
          owner.client.from('designations').select('id').eq('person_email', invited.email),
        )
        await end(named?.id ?? 0, invited)
        expect(await waiting(invited.email)).toEqual([])
        expect(await waiting(other.email)).toHaveLength(1)
        // One that was sent stays for the administrator to look at.
        await asAdministrator('update private.mail_outbox set sent_at = now() where to_email = $1', [
          other.email,
        ])
        await succeed(owner.client.from('designations').delete().eq('person_email', other.email))
        expect(await waiting(other.email)).toHaveLength(1)
      }
    },
  )

  it.skipIf(!hasSql)(
    `sending an invitation keeps the mail id for a retry after a failure, and is refused after 40 attempts a day${needsSql}`,
    async () => {
      const owner = await person('Olive Owner')
      const id = await designate(owner, address('Ann'), 'trustee')
      const attempt = async () => {
        const [invite] = await succeed(begin(owner, id))
        await succeed(
          service.rpc('finish_designation_invite', { p_invite_id: invite?.invite_id ?? '', p_sent: false }),
        )
        return invite?.invite_id
      }
      const first = await attempt()
      expect(await attempt()).toBe(first)
      await asAdministrator('update private.designation_invites set attempts = 40 where id = $1', [first])
      await refused(begin(owner, id), code.tooMany)
    },
  )

  it
    .skipIf(!hasSql)
    .each<[string, { count: number; hours?: number; failed?: boolean; toThis?: boolean; byOther?: boolean }]>(
      [
        ['20 to others that could not be sent', { count: 20, failed: true }],
        ['3 to this address that could not be sent', { count: 3, failed: true, toThis: true }],
        [
          '20 by another owner to this address that could not be sent',
          { count: 20, failed: true, toThis: true, byOther: true },
        ],
        [
          '20 by another owner to this address a day ago',
          { count: 20, hours: 24, toThis: true, byOther: true },
        ],
      ],
    )(`is not limited by invitations of which no mail came today: %s${needsSql}`, async (_, past) => {
    const [owner, other] = await Promise.all([person('Olive Owner'), person('Oscar Other')])
    const email = address('Ann')
    const { count, failed = false, hours = 0, toThis = false, byOther = false } = past
    await asAdministrator(
      `insert into private.designation_invites (owner_id, person_email, begun_at, sends_at, failed_at)
       select $1, coalesce($2, 'person' || n || '@example.com'), now() - make_interval(hours => $3),
              now() - make_interval(hours => $3), case when $4 then now() end from generate_series(1, $5) n`,
      [byOther ? other.id : owner.id, toThis ? email : null, hours, failed, count],
    )
    const [invite] = await succeed(begin(owner, await designate(owner, email, 'trustee')))
    expect(invite).toMatchObject({ person_email: email, sends_at: null })
  })

  it.skipIf(!hasSql)(
    `sending an invitation is a mail of its own when it is sent again, also a day after a failure${needsSql}`,
    async () => {
      const owner = await person('Olive Owner')
      const id = await designate(owner, address('Ann'), 'trustee')
      const attempt = async (p_sent: boolean) => {
        const [invite] = await succeed(begin(owner, id))
        const p_invite_id = invite?.invite_id ?? ''
        await succeed(service.rpc('finish_designation_invite', { p_invite_id, p_sent }))
        return p_invite_id
      }
      const first = await attempt(true)
      // What was sent counts as sent.
      await refused(begin(owner, id), code.tooSoon)
      await letTimePass(owner, 61)
      const second = await attempt(false)
      await asAdministrator(
        `update private.designation_invites set begun_at = now() - interval '25 hours', failed_at = now() - interval '25 hours' where id = $1`,
        [second],
      )
      expect(new Set([first, second, await attempt(true)]).size).toBe(3)
    },
  )

  it.skipIf(!hasSql)(
    `sending an invitation is refused once the owner’s death is verified${needsSql}`,
    async () => {
      const owner = await person('Olive Owner')
      const id = await designate(owner, address('Ann'), 'trustee')
      await submitCertificate(owner, owner)
      await decide(owner, 'approved')
      await refused(begin(owner, id), code.frozen)
    },
  )
})
