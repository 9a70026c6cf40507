// The release of a plan whose owner never acts: signed in nowhere, not paying, with the visibility hold on.
import './own-stack.ts'
import { beforeAll, describe, expect, it } from 'vitest'
import type { Household, Person } from '../support/people.ts'

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
  turnBillingOn,
  upload,
} = await import('../support/people.ts')
const { failMails, hasMailbox, mailsTo, needsMailbox, runHousekeeping } = await import('./calls.ts')

const tables = ['funeral_plan', 'contacts', 'video_messages', 'estate_documents'] as const
const financeTables = ['financial_accounts', 'insurance_policies'] as const
const designees = ['beneficiary', 'trustee', 'executor'] as const

/** Makes every waiting mail due now. */
const letMinutesPass = () =>
  asAdministrator('update private.mail_outbox set next_attempt_at = now() where sent_at is null')

/** How many rows of each table a person reads, and whether they can open the files. */
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
    video: await opens('videos', `${owner.id}/for-everyone.mp4`),
    will: await opens('documents', `${owner.id}/estate/will.pdf`),
    policy: await opens('documents', `${owner.id}/insurance/policy.pdf`),
  }
}

const nothing = { plan: [0, 0, 0, 0], finances: [0, 0], video: false, will: false, policy: false }
const plan = { plan: [1, 1, 1, 1], finances: [0, 0], video: true, will: true, policy: false }
const everything = { plan: [1, 1, 1, 1], finances: [1, 1], video: true, will: true, policy: true }

/** A household whose owner chose this waiting period, stopped paying long ago and is signed in nowhere. */
async function lapsedHousehold(days: number): Promise<Household> {
  const home = await household('hidden', undefined, ({ owner }) => [
    upload(owner, 'videos', `${owner.id}/for-everyone.mp4`),
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

async function whatEachSees(home: Household) {
  const { beneficiary, trustee, executor, invited, revoked, stranger } = home
  const [b, t, e, ...others] = await Promise.all(
    [beneficiary, trustee, executor, invited, revoked, stranger].map((who) => sees(who, home)),
  )
  expect(others, 'the invited, the revoked and the stranger').toEqual([nothing, nothing, nothing])
  return { beneficiary: b, trustee: t, executor: e }
}
const closed = { beneficiary: nothing, trustee: nothing, executor: nothing }
const open = { beneficiary: plan, trustee: everything, executor: everything }

/** What a person was told since they accepted. */
const subjects = async ({ email }: Person) =>
  (await mailsTo(email)).flatMap(({ Subject }) => (Subject.startsWith('Keep this email') ? [] : [Subject]))

describe.skipIf(!hasSql || !hasMailbox)(
  `release while the owner never acts${needsSql}${needsMailbox}`,
  () => {
    beforeAll(turnBillingOn)

    it('the plan opens with the approval when there is no waiting period', async () => {
      const home = await lapsedHousehold(0)
      expect(await whatEachSees(home)).toEqual(closed)
      await submitCertificate(home.beneficiary, home.owner)
      expect(await whatEachSees(home)).toEqual(closed)
      await decide(home.owner, 'approved')
      expect(await whatEachSees(home)).toEqual(open)
      // The plan is open before housekeeping runs, which then sends each person one mail about it.
      await runHousekeeping()
      await runHousekeeping()
      for (const who of [home.owner, ...designees.map((role) => home[role])]) {
        const told = (await subjects(who)).filter((subject) => /verified|approved|open/i.test(subject))
        expect(told, who.name).toHaveLength(1)
      }
    })

    it('the plan opens after the chosen 7 days, and each designee gets one mail', async () => {
      const home = await lapsedHousehold(7)
      await submitCertificate(home.executor, home.owner)
      await decide(home.owner, 'approved')
      await runHousekeeping()
      expect(await whatEachSees(home)).toEqual(closed)
      await passWaitingTime(home.owner, 6)
      await runHousekeeping()
      expect(await whatEachSees(home)).toEqual(closed)
      const before = (await subjects(home.trustee)).length
      await passWaitingTime(home.owner, 1)
      // Before any job has run.
      expect(await whatEachSees(home)).toEqual(open)
      await Promise.all([runHousekeeping(), runHousekeeping()])
      await runHousekeeping()
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

    it('the plan opens while the mail provider is down, and each mail arrives later, once', async () => {
      const home = await lapsedHousehold(0)
      await runHousekeeping()
      await letMinutesPass()
      await runHousekeeping()
      await failMails(1000)
      await submitCertificate(home.executor, home.owner)
      await runHousekeeping()
      await decide(home.owner, 'approved')
      await letMinutesPass()
      await runHousekeeping()
      expect(await whatEachSees(home)).toEqual(open)
      for (const role of designees) expect(await subjects(home[role])).toEqual([])
      await failMails(0)
      await letMinutesPass()
      await Promise.all([runHousekeeping(), runHousekeeping(), runHousekeeping()])
      await letMinutesPass()
      await runHousekeeping()
      for (const who of [home.owner, ...designees.map((role) => home[role])]) {
        const told = (await subjects(who)).filter((subject) => /certificate|verified/i.test(subject))
        expect(told, who.name).toHaveLength(2)
      }
      for (const who of [home.invited, home.revoked, home.stranger]) expect(await subjects(who)).toEqual([])
    })

    it('the owner closes the plan at once by stopping the release: rows, lists and links', async () => {
      const home = await lapsedHousehold(7)
      await submitCertificate(home.executor, home.owner)
      await decide(home.owner, 'approved')
      await passWaitingTime(home.owner, 7)
      expect(await whatEachSees(home)).toEqual(open)
      const owner = await signInAgain(home.owner)
      await succeed(owner.client.rpc('stop_release'))
      expect(await whatEachSees(home)).toEqual(closed)
      await runHousekeeping()
      // The mail about the end of the waiting period is no longer sent.
      expect((await subjects(home.trustee)).filter((subject) => /open/i.test(subject))).toEqual([])
      expect((await subjects(home.trustee)).at(-1)).toMatch(/alive/)
    })

    it('a revoked designee loses access at once: rows, lists, files and links', async () => {
      const home = await household('open', ['beneficiary', 'executor'], ({ owner }) => [
        upload(owner, 'videos', `${owner.id}/for-everyone.mp4`),
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
