// The creation and deletion of accounts.
import { describe, expect, it } from 'vitest'
import {
  address,
  asAdministrator,
  closeAccount,
  decide,
  deleteAccount,
  designateAccepted,
  hasSql,
  household,
  needsSql,
  person,
  service,
  submitCertificate,
  succeed,
  upload,
  uploadCertificate,
} from '../support/people.ts'
import { code, fails, refused, refusedFor, touches, untyped } from './answers.ts'

describe('accounts', () => {
  it('an account gets a profile as soon as its address is confirmed, with the plan hidden and nothing reviewed', async () => {
    const owner = await person('Olive Owner', { named: false })
    expect(
      await succeed(owner.client.from('profiles').select().eq('user_id', owner.id).single()),
    ).toMatchObject({
      full_name: null,
      visibility_hold: true,
      is_deceased: false,
      death_review: 'none',
      death_certificate_path: null,
      release_at: null,
      release_wait_days: 0,
      review_reminder_months: 6,
    })
  })

  it.skipIf(!hasSql)(
    `with an unconfirmed address has no profile and no trial, and cannot record a plan${needsSql}`,
    async () => {
      const email = address('Una')
      const unproved = await person('Una', { email, confirmed: false })
      await touches(unproved.client.from('profiles').select(), 0)
      await refused(
        unproved.client.from('contacts').insert({ user_id: unproved.id, name: 'x' }),
        code.notAllowed,
      )
      await asAdministrator('update auth.users set email_confirmed_at = now() where id = $1', [unproved.id])
      await touches(unproved.client.from('profiles').select(), 1)
      await touches(unproved.client.from('subscriptions').select(), 1)
      await succeed(unproved.client.from('contacts').insert({ user_id: unproved.id, name: 'x' }))
      // Confirming again, as an email change does, must not reset the profile.
      await succeed(unproved.client.from('profiles').update({ full_name: 'Una' }).eq('user_id', unproved.id))
      await asAdministrator('update auth.users set email_confirmed_at = now() where id = $1', [unproved.id])
      expect(await succeed(unproved.client.from('profiles').select('full_name'))).toEqual([
        { full_name: 'Una' },
      ])
    },
  )

  it.skipIf(!hasSql)(
    `an account leaves no rows behind when it is deleted, whatever its plan contained${needsSql}`,
    async () => {
      const { owner, executor, designation, row } = await household('released', ['beneficiary', 'executor'])
      await succeed(owner.client.rpc('stop_release'))
      await succeed(
        owner.client
          .from('video_messages')
          .update({ for_beneficiary: designation.beneficiary })
          .eq('id', row.video)
          .select(),
      )
      await asAdministrator(
        `with a as (insert into private.designation_invites (owner_id, designation_id, person_email) values ($1, $2, 'x')),
            b as (insert into private.email_codes (user_id, purpose, email, code_hmac, expires_at) values ($1, 'account-deletion', 'x', 'x', now())),
            c as (insert into private.email_change_grants (user_id, old_email, new_email, expires_at) values ($1, 'a', 'b', now()))
       insert into private.billing_customers (user_id, stripe_customer_id) values ($1, $1::text)`,
        [owner.id, designation.executor],
      )
      const columns = await asAdministrator<{ name: string; attname: string }>(
        `select c.conrelid::regclass::text as name, a.attname from pg_constraint c
         join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
        where c.contype = 'f' and c.confrelid = 'auth.users'::regclass and c.connamespace in ('public'::regnamespace, 'private'::regnamespace)`,
      )
      expect(columns.length).toBeGreaterThan(15)
      await deleteAccount(owner)
      for (const { name, attname } of columns) {
        expect(
          await asAdministrator(`select 1 from ${name} where ${attname} = $1`, [owner.id]),
          name,
        ).toEqual([])
      }
      // The files are queued for removal, and the designee's account is untouched.
      const files = await asAdministrator(
        'select path from private.file_removals where starts_with(path, $1)',
        [owner.id],
      )
      expect(files).toHaveLength(5)
      await touches(executor.client.from('profiles').select(), 1)
      // A token that is still valid after its account was deleted gives no access.
      await touches(owner.client.from('profiles').select(), 0)
      await refused(owner.client.from('contacts').insert({ user_id: owner.id, name: 'x' }), code.notAllowed)
      await refused(untyped(owner.client).rpc('stop_release'), code.nothingToStop)
    },
  )

  it.skipIf(!hasSql)(
    `an account of a designee can be deleted without touching the plan or the certificate the designee submitted${needsSql}`,
    async () => {
      const { owner, executor, designation } = await household('hidden', ['executor'])
      await succeed(
        owner.client.from('video_messages').insert({
          user_id: owner.id,
          storage_path: `${owner.id}/e.mp4`,
          for_beneficiary: designation.executor,
        }),
      )
      const path = await submitCertificate(executor, owner)
      await deleteAccount(executor)
      await touches(owner.client.from('video_messages').select(), 2)
      expect(
        await asAdministrator(
          'select certificate_path, uploaded_by from admin.certificate_reviews where owner_id = $1',
          [owner.id],
        ),
      ).toEqual([{ certificate_path: path, uploaded_by: null }])
    },
  )

  it.skipIf(!hasSql)(
    `an account notifies the people concerned when it is deleted, whichever way it is deleted${needsSql}`,
    async () => {
      const { owner, executor, trustee, invited, revoked } = await household('hidden', [
        'executor',
        'trustee',
        'invited',
        'revoked',
      ])
      const [living, dead] = await Promise.all([person('Lea'), person('Dora')])
      await designateAccepted(living, owner, 'trustee')
      await designateAccepted(dead, owner, 'executor')
      await submitCertificate(owner, dead)
      await decide(dead, 'approved')
      const unproved = await person('Una', { confirmed: false })
      await deleteAccount(unproved)
      await deleteAccount(owner)
      const told = await asAdministrator<{ to_email: string; kind: string }>(
        `select to_email, kind from private.mail_outbox where to_email = any ($1)
          and kind in ('account_deleted', 'plan_deleted', 'designee_left')`,
        [[unproved, owner, executor, trustee, invited, revoked, living, dead].map(({ email }) => email)],
      )
      expect(told.map(({ to_email, kind }) => `${to_email} ${kind}`).sort()).toEqual(
        [
          `${owner.email} account_deleted`,
          `${executor.email} plan_deleted`,
          `${trustee.email} plan_deleted`,
          `${living.email} designee_left`,
        ].sort(),
      )
    },
  )

  it.skipIf(!hasSql)(
    `an account puts all of its files, and no other person’s, on the removal list when it is deleted${needsSql}`,
    async () => {
      const [owner, other] = await Promise.all([person('Olive Owner'), person('Otto Other')])
      const own = [
        await upload(owner, 'documents', `${owner.id}/estate/never-saved.pdf`),
        await upload(owner, 'videos', `${owner.id}/never-saved.mp4`),
        await upload(owner, 'documents', `${owner.id}/twin`),
        await uploadCertificate(owner, owner),
      ]
      await upload(owner, 'videos', `${owner.id}/twin`)
      await upload(other, 'documents', `${other.id}/estate/kept.pdf`)
      // A file of another person's, who still has an account, waits for its removal too.
      await asAdministrator(
        `insert into private.file_removals (bucket_id, path) values ('documents', $1 || '/estate/old.pdf')`,
        [other.id],
      )
      const waiting = () =>
        asAdministrator('select path from private.file_removals where starts_with(path, $1)', [other.id])
      const list = async (someone: { id: string }) => {
        const { data } = await service.rpc('files_of_deleted', { p_user_id: someone.id })
        return data?.flatMap(({ paths }) => paths).sort()
      }
      await deleteAccount(owner)
      expect(await list(owner)).toEqual([...own, `${owner.id}/twin`].sort())
      expect(await list(other)).toEqual([])
      // Files still in Storage stay on the list. One of another bucket that is gone does not, although it has the same name.
      await asAdministrator(`do $$ begin
        perform set_config('storage.allow_delete_query', 'true', true);
        delete from storage.objects where bucket_id = 'videos' and name = '${owner.id}/twin';
      end $$`)
      await succeed(service.rpc('settle_files_of_deleted', { p_user_id: owner.id }))
      expect(await list(owner)).toEqual([...own].sort())
      expect(await waiting()).toHaveLength(1)
    },
  )

  it.skipIf(!hasSql)(
    `an account can be deleted by its owner, except while a death is under review or verified and for 7 days after the owner stops it${needsSql}`,
    async () => {
      const { owner, executor } = await household('hidden', ['executor'])
      const ask = () => service.rpc('account_to_delete', { p_user_id: owner.id })
      const askForCode = () =>
        service.rpc('issue_email_code', {
          p_user_id: owner.id,
          p_purpose: 'account-deletion',
          p_email: owner.email,
          p_hmac: '00',
        })
      expect(await succeed(ask())).toBe(owner.email)
      await submitCertificate(executor, owner)
      await refused(ask(), code.deathUnderReview)
      await refused(askForCode(), code.deathUnderReview)
      await decide(owner, 'approved')
      await refused(ask(), code.deathUnderReview)
      // The person who pressed stop may not be the owner, but a person who reads a dead owner's mail.
      await succeed(owner.client.rpc('stop_release'))
      await refusedFor(ask(), code.stoppedLately, 7 * 24 * 60 * 60)
      await refused(askForCode(), code.stoppedLately)
      const askLater = (time: string) =>
        asAdministrator(
          `select private.require_deletable(owner_id, decided_at + $2::interval)
             from private.certificate_submissions where owner_id = $1`,
          [owner.id, time],
        )
      await fails(askLater('6 days 23:59:59'), code.stoppedLately)
      expect(await askLater('7 days')).toHaveLength(1)
      await asAdministrator(
        "update public.profiles set release_stopped_at = release_stopped_at - interval '7 days' where user_id = $1",
        [owner.id],
      )
      await succeed(askForCode())
      expect(await succeed(ask())).toBe(owner.email)
      await deleteAccount(owner)
      expect((await ask()).data).toBeNull()
    },
  )

  it.skipIf(!hasSql)(
    `an account is deleted by no one while a death is under review or verified, but closed by the administrator${needsSql}`,
    async () => {
      const { owner, executor } = await household('hidden', ['executor'])
      const remove = () => asAdministrator('delete from auth.users where id = $1', [owner.id])
      await submitCertificate(executor, owner)
      await fails(remove(), code.deathUnderReview)
      await expect(deleteAccount(owner)).rejects.toThrow()
      await decide(owner, 'approved')
      await fails(remove(), code.deathUnderReview)
      await touches(executor.client.from('contacts').select(), 1)
      await closeAccount(owner)
      await touches(executor.client.from('contacts').select(), 0)
      const told = await asAdministrator(
        `select 1 from private.mail_outbox where kind = 'plan_deleted' and to_email = $1`,
        [executor.email],
      )
      expect(told).toHaveLength(1)
    },
  )

  it.skipIf(!hasSql)(
    `an account can be deleted as soon as the administrator has rejected a certificate${needsSql}`,
    async () => {
      const { owner, executor } = await household('hidden', ['executor'])
      await submitCertificate(executor, owner)
      await decide(owner, 'rejected')
      expect(await succeed(service.rpc('account_to_delete', { p_user_id: owner.id }))).toBe(owner.email)
    },
  )
})
