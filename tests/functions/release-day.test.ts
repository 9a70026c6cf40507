// The day it is all for: the owner never acts, is signed in nowhere, has not paid, and the hold is on.
import './own-stack.ts'
import { beforeAll, describe, expect, it } from 'vitest'
import type { Household, Person } from '../people.ts'

const {
  asAdministrator,
  decide,
  hasSql,
  household,
  needsSql,
  passWaitingTime,
  signInAgain,
  submitCertificate,
  succeed,
  upload,
} = await import('../people.ts')
const { call, failMails, hasMailbox, mailsTo, needsMailbox, secretKey } = await import('./calls.ts')

const tables = ['funeral_plan', 'contacts', 'video_messages', 'estate_documents'] as const
const financeTables = ['financial_accounts', 'insurance_policies'] as const
const designees = ['beneficiary', 'trustee', 'executor'] as const

async function keepHouse(): Promise<{ mailsSent: number; mailsFailed: number }> {
  const response = await call('housekeeping', { headers: { apikey: secretKey } })
  expect(response.status).toBe(200)
  return response.json()
}

/** Makes every mail that waits due now. */
const letMinutesPass = () =>
  asAdministrator('update private.mail_outbox set next_attempt_at = now() where sent_at is null')

/** How many rows of each table a person reads, and whether they open the files. */
async function sees({ client }: Person, { owner }: { owner: Person }) {
  const count = async (table: (typeof tables)[number] | (typeof financeTables)[number]) =>
    (await succeed(client.from(table).select('user_id').eq('user_id', owner.id))).length
  const opens = async (bucket: string, path: string) => {
    const { data } = await client.storage.from(bucket).createSignedUrl(path, 60)
    return data ? (await fetch(data.signedUrl)).ok : false
  }
  return {
    plan: await Promise.all(tables.map(count)),
    finances: await Promise.all(financeTables.map(count)),
    video: await opens('videos', `${owner.id}/for-everybody.mp4`),
    will: await opens('documents', `${owner.id}/estate/will.pdf`),
    policy: await opens('documents', `${owner.id}/insurance/policy.pdf`),
  }
}

const nothing = { plan: [0, 0, 0, 0], finances: [0, 0], video: false, will: false, policy: false }
const plan = { plan: [1, 1, 1, 1], finances: [0, 0], video: true, will: true, policy: false }
const everything = { plan: [1, 1, 1, 1], finances: [1, 1], video: true, will: true, policy: true }

type Home = Household

/** A household whose owner waits so many days, has long stopped paying and is signed in nowhere. */
async function lapsedHousehold(days: number): Promise<Home> {
  const home = await household('hidden', undefined, ({ owner }) => [
    upload(owner, 'videos', `${owner.id}/for-everybody.mp4`),
    upload(owner, 'documents', `${owner.id}/estate/will.pdf`),
    upload(owner, 'documents', `${owner.id}/insurance/policy.pdf`),
    succeed(
      owner.client
        .from('profiles')
        .update({ release_wait_days: days })
        .eq('user_id', owner.id)
        .select()
        .single(),
    ),
  ])
  await asAdministrator(
    `update public.subscriptions set status = 'canceled', trial_end = now() - interval '2 years' where user_id = $1`,
    [home.owner.id],
  )
  await home.owner.client.auth.signOut({ scope: 'global' })
  return home
}

async function whatEachSees(home: Home) {
  const { beneficiary, trustee, executor, invited, revoked, stranger } = home
  const [b, t, e, ...others] = await Promise.all(
    [beneficiary, trustee, executor, invited, revoked, stranger].map((who) => sees(who, home)),
  )
  expect(others, 'the invited, the revoked and the stranger').toEqual([nothing, nothing, nothing])
  return { beneficiary: b, trustee: t, executor: e }
}
const closed = { beneficiary: nothing, trustee: nothing, executor: nothing }
const open = { beneficiary: plan, trustee: everything, executor: everything }

const subjects = async ({ email }: Person) => (await mailsTo(email)).map(({ Subject }) => Subject)

describe.skipIf(!hasSql || !hasMailbox)(
  `the release, with an owner who never acts${needsSql}${needsMailbox}`,
  () => {
    beforeAll(async () => {
      await asAdministrator('select admin.set_billing(true)')
      return async () => {
        await asAdministrator('select admin.set_billing(false)')
      }
    })

    it('comes with the approval when there is no wait', async () => {
      const home = await lapsedHousehold(0)
      expect(await whatEachSees(home)).toEqual(closed)
      await submitCertificate(home.beneficiary, home.owner)
      expect(await whatEachSees(home)).toEqual(closed)
      await decide(home.owner, 'approved')
      expect(await whatEachSees(home)).toEqual(open)
      // Not even housekeeping has run; when it does, one mail says all of it.
      await keepHouse()
      await keepHouse()
      for (const who of [home.owner, ...designees.map((role) => home[role])]) {
        const told = (await subjects(who)).filter((subject) => /verified|approved|open/i.test(subject))
        expect(told, who.name).toHaveLength(1)
      }
    })

    it('comes after 7 days when the owner chose them, and is told then, once', async () => {
      const home = await lapsedHousehold(7)
      await submitCertificate(home.executor, home.owner)
      await decide(home.owner, 'approved')
      await keepHouse()
      expect(await whatEachSees(home)).toEqual(closed)
      await passWaitingTime(home.owner, 6)
      await keepHouse()
      expect(await whatEachSees(home)).toEqual(closed)
      const before = (await subjects(home.trustee)).length
      await passWaitingTime(home.owner, 1)
      // Before any job has run.
      expect(await whatEachSees(home)).toEqual(open)
      await Promise.all([keepHouse(), keepHouse()])
      await keepHouse()
      const after = await subjects(home.trustee)
      expect(after.slice(before)).toEqual([expect.stringMatching(/open/i)])
      const events = await succeed(
        home.beneficiary.client
          .from('access_events')
          .select('action, actor_role')
          .eq('owner_id', home.owner.id)
          .order('id'),
      )
      expect(events.filter(({ actor_role }) => actor_role !== 'beneficiary')).toEqual([
        { action: 'certificate_submitted', actor_role: 'executor' },
        { action: 'certificate_approved', actor_role: 'administrator' },
        { action: 'plan_released', actor_role: 'system' },
      ])
    })

    it('does not wait for the mail provider: the mails leave later, once each', async () => {
      const home = await lapsedHousehold(0)
      await keepHouse()
      await letMinutesPass()
      await keepHouse()
      await failMails(1000)
      await submitCertificate(home.executor, home.owner)
      await keepHouse()
      await decide(home.owner, 'approved')
      await letMinutesPass()
      await keepHouse()
      expect(await whatEachSees(home)).toEqual(open)
      for (const role of designees) expect(await subjects(home[role])).toEqual([])
      await failMails(0)
      await letMinutesPass()
      await Promise.all([keepHouse(), keepHouse(), keepHouse()])
      await letMinutesPass()
      await keepHouse()
      for (const who of [home.owner, ...designees.map((role) => home[role])]) {
        const told = (await subjects(who)).filter((subject) => /certificate|verified/i.test(subject))
        expect(told, who.name).toHaveLength(2)
      }
      for (const who of [home.invited, home.revoked, home.stranger]) expect(await subjects(who)).toEqual([])
    })

    it('is closed at once by the owner, who lives after all: rows, lists and links', async () => {
      const home = await lapsedHousehold(7)
      await submitCertificate(home.executor, home.owner)
      await decide(home.owner, 'approved')
      await passWaitingTime(home.owner, 7)
      expect(await whatEachSees(home)).toEqual(open)
      const owner = await signInAgain(home.owner)
      await succeed(owner.client.rpc('stop_release'))
      expect(await whatEachSees(home)).toEqual(closed)
      await keepHouse()
      // The end of the wait is no news any more.
      expect((await subjects(home.trustee)).filter((subject) => /open/i.test(subject))).toEqual([])
      expect((await subjects(home.trustee)).at(-1)).toMatch(/alive/)
    })

    it('closes for a designee who was revoked a second ago: rows, lists, files, links', async () => {
      const home = await household('open', ['beneficiary', 'executor'], ({ owner }) => [
        upload(owner, 'videos', `${owner.id}/for-everybody.mp4`),
        upload(owner, 'documents', `${owner.id}/estate/will.pdf`),
        upload(owner, 'documents', `${owner.id}/insurance/policy.pdf`),
      ])
      expect(await sees(home.executor, home)).toEqual(everything)
      await succeed(
        home.owner.client.rpc('revoke_designation', { designation_id: home.designation.executor }),
      )
      expect(await sees(home.executor, home)).toEqual(nothing)
      const listed = await home.executor.client.storage.from('documents').list(`${home.owner.id}/estate`)
      expect(listed.data ?? []).toEqual([])
      expect(await succeed(home.executor.client.rpc('memorial_access', { owner_id: home.owner.id }))).toEqual(
        [],
      )
      expect(await sees(home.beneficiary, home)).toEqual(plan)
    })
  },
)
