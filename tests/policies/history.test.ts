// Views of a plan: how they are recorded and who may read them; and what designees are told of a release.
import { describe, expect, it } from 'vitest'
import {
  address,
  anonymous,
  applyDueChanges,
  asAdministrator,
  changeAddress,
  decide,
  designateAccepted,
  hasSql,
  household,
  needsSql,
  type Person,
  passWaitingTime,
  person,
  service,
  states,
  submitCertificate,
  succeed,
} from '../support/people.ts'
import { code, refused, untyped } from './answers.ts'

const record = ({ client }: Person, owner: Person, tab: string, item_id?: string) =>
  client.rpc('record_view', { owner_id: owner.id, section: tab, ...(item_id ? { item_id } : {}) })

const openMemorial = ({ client }: Person, owner: Person) =>
  succeed(client.rpc('memorial_access', { owner_id: owner.id }))

/** The views in a plan's history that a person can read, oldest first. */
const viewsReadBy = async ({ client }: Person, owner: Person) =>
  (
    await succeed(
      client
        .from('access_events')
        .select('action, actor_name, actor_role, detail')
        .eq('owner_id', owner.id)
        .in('action', ['memorial_opened', 'section_viewed', 'file_opened'])
        .order('id'),
    )
  ).map((event) => event)

/** Moves every entry of a plan's history into the past. */
const letPass = (owner: Person, time: string) =>
  asAdministrator(
    'update public.access_events set created_at = created_at - $2::interval where owner_id = $1',
    [owner.id, time],
  )

const planTabs = ['funeral', 'music', 'documents', 'messages', 'contacts'] as const

describe.each(states)('while the plan is %s', (state) => {
  const canRun = hasSql || !['waiting', 'released', 'stopped'].includes(state)
  const open = ['open', 'open, in review', 'released'].includes(state)
  it.skipIf(!canRun)(
    `a view is recorded for people who may see the plan, and no other person can record one${canRun ? '' : needsSql}`,
    async () => {
      const { owner, ...people } = await household(state)
      const mayView = async (who: Person, tab: string, allowed: boolean) => {
        const { error } = await record(who, owner, tab)
        expect([who.name, tab, error?.code ?? 'noted']).toEqual([
          who.name,
          tab,
          allowed ? 'noted' : code.notThisPerson,
        ])
      }
      for (const who of [people.beneficiary, people.trustee, people.executor]) {
        for (const tab of planTabs) await mayView(who, tab, open)
        await mayView(who, 'accounts', open && who !== people.beneficiary)
        await mayView(who, 'certificate', true)
      }
      for (const who of [people.invited, people.revoked, people.stranger])
        for (const tab of [...planTabs, 'accounts', 'certificate']) await mayView(who, tab, false)
      const seen = open ? 5 + 1 : 1
      expect(await viewsReadBy(owner, owner)).toHaveLength(open ? seen * 3 + 2 : 3)
      expect(await viewsReadBy(people.beneficiary, owner)).toHaveLength(seen)
      for (const who of [people.trustee, people.executor])
        expect(await viewsReadBy(who, owner)).toHaveLength(open ? seen + 1 : 1)
      for (const who of [people.invited, people.revoked, people.stranger])
        expect(await viewsReadBy(who, owner)).toEqual([])
    },
  )
})

describe('views', () => {
  it('looking at a plan is recorded with the name that the owner gave, the role, and what was opened', async () => {
    const { owner, executor, row } = await household('open', ['executor'])
    await succeed(
      executor.client.from('profiles').update({ full_name: 'The Bank' }).eq('user_id', executor.id),
    )
    await openMemorial(executor, owner)
    await succeed(record(executor, owner, 'funeral'))
    await succeed(record(executor, owner, 'documents', row.document))
    await succeed(record(executor, owner, 'messages', row.video))
    await succeed(record(executor, owner, 'accounts', row.insurance))
    await succeed(record(executor, owner, 'certificate'))
    const ed = { actor_name: 'Edith Executor', actor_role: 'executor' }
    const file = (tab: string, item_id: string, title: string) => ({
      ...ed,
      action: 'file_opened',
      detail: { section: tab, item_id, title },
    })
    const expected = [
      { ...ed, action: 'memorial_opened', detail: {} },
      { ...ed, action: 'section_viewed', detail: { section: 'funeral' } },
      file('documents', row.document, 'My will'),
      file('messages', row.video, 'For everyone'),
      file('accounts', row.insurance, 'Harbour Mutual'),
      { ...ed, action: 'file_opened', detail: { section: 'certificate' } },
    ]
    expect(await viewsReadBy(owner, owner)).toEqual(expected)
    expect(await viewsReadBy(executor, owner)).toEqual(expected)
  })

  it('looking at a plan is not recorded again for a page that is open already and asks whether it still may be', async () => {
    const { owner, beneficiary } = await household('open', ['beneficiary'])
    const [answer] = await succeed(
      beneficiary.client.rpc('memorial_access', { owner_id: owner.id, again: true }),
    )
    expect(answer).toMatchObject({ role: 'beneficiary', can_view: true, can_view_finances: false })
    expect(await viewsReadBy(owner, owner)).toEqual([])
    await openMemorial(beneficiary, owner)
    expect(await viewsReadBy(owner, owner)).toMatchObject([{ action: 'memorial_opened' }])
  })

  it.skipIf(!hasSql)(
    `looking at a plan opens each plan as its owner decided, with what was submitted for it${needsSql}`,
    async () => {
      const ben = await person('Ben')
      const home = (state: 'hidden' | 'open, in review', role: 'beneficiary' | 'executor') =>
        household(state, [], ({ owner }) => [designateAccepted(owner, ben, role)])
      const hidden = await home('hidden', 'beneficiary')
      const open = await home('open, in review', 'executor')
      expect(await openMemorial(ben, hidden.owner)).toEqual([
        {
          role: 'beneficiary',
          can_view: false,
          can_view_finances: false,
          parts: [],
          certificate_submitted_at: null,
          open_early_until: null,
        },
      ])
      expect(await openMemorial(ben, open.owner)).toEqual([
        {
          role: 'executor',
          can_view: true,
          can_view_finances: true,
          parts: ['contacts', 'documents', 'funeral', 'home', 'money', 'portrait'],
          certificate_submitted_at: expect.any(String),
          open_early_until: null,
        },
      ])
    },
  )

  it('looking at a plan is shown to the owner and to the viewer, not to other designees or a revoked one', async () => {
    const { owner, beneficiary, trustee, designation } = await household('open', ['beneficiary', 'trustee'])
    await openMemorial(beneficiary, owner)
    await openMemorial(trustee, owner)
    await succeed(record(trustee, owner, 'accounts'))
    expect(await viewsReadBy(owner, owner)).toHaveLength(3)
    expect(await viewsReadBy(beneficiary, owner)).toMatchObject([{ actor_name: 'Ben Beneficiary' }])
    expect(await viewsReadBy(trustee, owner)).toHaveLength(2)
    await succeed(owner.client.rpc('revoke_designation', { designation_id: designation.trustee }))
    expect(await viewsReadBy(trustee, owner)).toEqual([])
    await refused(record(trustee, owner, 'funeral'), code.notThisPerson)
    expect(await viewsReadBy(owner, owner)).toHaveLength(3)
  })

  it('looking at a plan is not recorded for the owner', async () => {
    const { owner, row } = await household('open', ['executor'])
    for (const tab of [...planTabs, 'accounts', 'certificate', 'anything'])
      await succeed(record(owner, owner, tab))
    await succeed(record(owner, owner, 'documents', row.document))
    await openMemorial(owner, owner)
    expect(await viewsReadBy(owner, owner)).toEqual([])
  })

  it('looking at a plan cannot be recorded for an unknown tab, a file of another plan, or a file the viewer may not open', async () => {
    const [{ owner, beneficiary, executor, designation, row }, other] = await Promise.all([
      household('open', ['beneficiary', 'executor']),
      household('open', ['executor']),
    ])
    const [forEdith, tomorrow] = await succeed(
      owner.client
        .from('video_messages')
        .insert([
          {
            user_id: owner.id,
            title: 'For Edith',
            storage_path: `${owner.id}/edith.mp4`,
            for_beneficiary: designation.executor,
          },
          {
            user_id: owner.id,
            title: 'Later',
            storage_path: `${owner.id}/later.mp4`,
            deliver_on: new Date(Date.now() + 2 * 86_400_000).toISOString().slice(0, 10),
          },
        ])
        .select('id'),
    )
    await succeed(record(executor, owner, 'messages', forEdith?.id))
    const no = (tab: string, item?: string) =>
      refused(record(beneficiary, owner, tab, item), code.notThisPerson)
    for (const tab of ['', 'profile', 'Funeral', 'designations']) await no(tab)
    await refused(
      untyped(beneficiary.client).rpc('record_view', { owner_id: owner.id, section: null }),
      code.notThisPerson,
    )
    for (const tab of ['funeral', 'music', 'contacts']) await no(tab, row.contact)
    await no('documents', other.row.document)
    await no('documents', row.video)
    await no('messages', other.row.video)
    await no('messages', forEdith?.id)
    await no('messages', tomorrow?.id)
    await no('accounts', row.insurance)
    await no('messages', crypto.randomUUID())
    await refused(record(executor, owner, 'accounts', other.row.insurance), code.notThisPerson)
    await refused(anonymous.rpc('record_view', { owner_id: owner.id, section: 'funeral' }), code.notAllowed)
    expect(await viewsReadBy(beneficiary, owner)).toEqual([])
  })

  it.skipIf(!hasSql)(
    `looking at a plan is recorded once per quarter of an hour for each item${needsSql}`,
    async () => {
      const { owner, beneficiary, executor, row } = await household('open', ['beneficiary', 'executor'])
      const look = async (who: Person) => {
        await openMemorial(who, owner)
        await succeed(record(who, owner, 'documents'))
        await succeed(record(who, owner, 'documents', row.document))
      }
      for (let n = 0; n < 3; n += 1) await look(executor)
      expect(await viewsReadBy(owner, owner)).toHaveLength(3)
      await look(beneficiary)
      expect(await viewsReadBy(owner, owner)).toHaveLength(6)
      await letPass(owner, '14 minutes')
      await look(executor)
      expect(await viewsReadBy(owner, owner)).toHaveLength(6)
      await letPass(owner, '1 minute')
      await look(executor)
      expect(await viewsReadBy(owner, owner)).toHaveLength(9)
    },
  )

  it.skipIf(!hasSql)(
    `looking at a plan is recorded for each plan by itself, and also right after a certificate was submitted${needsSql}`,
    async () => {
      const { owner, executor } = await household('open', ['executor'])
      const other = await person('Oscar Other')
      await designateAccepted(other, executor, 'executor')
      await submitCertificate(executor, owner)
      await openMemorial(executor, other)
      // Another plan may have had all views that a person has in a day.
      await asAdministrator(
        `insert into public.access_events (owner_id, actor_id, actor_name, actor_role, action, detail)
         select $1, $2, 'Edith Executor', 'executor', 'section_viewed', jsonb_build_object('section', n)
           from generate_series(1, 1000) n`,
        [other.id, executor.id],
      )
      await openMemorial(executor, owner)
      expect(await viewsReadBy(owner, owner)).toMatchObject([{ action: 'memorial_opened' }])
    },
  )

  it.skipIf(!hasSql)(
    `looking at a plan adds at most a thousand history entries per person and day, and the plan stays readable beyond that${needsSql}`,
    async () => {
      const { owner, beneficiary, executor } = await household('open', ['beneficiary', 'executor'])
      await asAdministrator(
        `insert into public.access_events (owner_id, actor_id, actor_name, actor_role, action, detail)
         select $1, $2, 'Edith Executor', 'executor', 'section_viewed', jsonb_build_object('section', n)
           from generate_series(1, 999) n`,
        [owner.id, executor.id],
      )
      // Together with the accepted invitation, this makes a thousand.
      await succeed(record(executor, owner, 'funeral'))
      expect(await openMemorial(executor, owner)).toMatchObject([{ can_view: true }])
      const count = async () =>
        (
          await asAdministrator('select from public.access_events where owner_id = $1 and actor_id = $2', [
            owner.id,
            executor.id,
          ])
        ).length
      expect(await count()).toBe(1000)
      await succeed(record(beneficiary, owner, 'funeral'))
      expect(await viewsReadBy(beneficiary, owner)).toHaveLength(1)
      await letPass(owner, '1 day')
      await succeed(record(executor, owner, 'funeral'))
      expect(await count()).toBe(1001)
    },
  )
})

describe('history', () => {
  it('the access history does not tell a designee how many people gained access when the hold is lifted', async () => {
    const { owner, beneficiary } = await household('hidden', ['beneficiary', 'trustee', 'executor'])
    await succeed(owner.client.rpc('set_visibility_hold', { hold: false, days: 7 }))
    const [lifted] = await succeed(
      beneficiary.client.from('access_events').select('detail').eq('action', 'hold_lifted'),
    )
    expect(Object.keys(lifted?.detail ?? {})).toEqual(['until'])
  })

  it('the access history cannot be written through the API, not even by the functions', async () => {
    const { owner, executor } = await household('open', ['executor'])
    const line = { owner_id: owner.id, action: 'made_up' }
    for (const client of [owner.client, executor.client, service, anonymous]) {
      const events = () => untyped(client).from('access_events')
      await refused(events().insert(line), code.notAllowed)
      await refused(events().update({ action: 'made_up' }).eq('owner_id', owner.id), code.notAllowed)
      await refused(events().delete().eq('owner_id', owner.id), code.notAllowed)
    }
  })
})

const noticesFor = async ({ client }: Person) => succeed(client.rpc('release_notices'))

describe.skipIf(!hasSql)(`notices${needsSql}`, () => {
  it('the release notice shows the latest step to every accepted designee, and to no other person', async () => {
    const { owner, ...people } = await household('hidden')
    const accepted = [people.beneficiary, people.trustee, people.executor]
    const everybodyReads = async (action: string | null, release_at: unknown = null) => {
      for (const who of accepted)
        expect(await noticesFor(who)).toEqual(
          action === null
            ? []
            : [
                {
                  event_id: expect.any(Number),
                  owner_id: owner.id,
                  owner_name: 'Olive Owner',
                  action,
                  happened_at: expect.any(String),
                  release_at,
                },
              ],
        )
      for (const who of [owner, people.invited, people.revoked, people.stranger])
        expect(await noticesFor(who)).toEqual([])
    }
    await everybodyReads(null)
    // An event that is no step of a release causes no notice.
    await succeed(owner.client.rpc('set_visibility_hold', { hold: false }))
    await openMemorial(people.executor, owner)
    await everybodyReads(null)
    await submitCertificate(people.executor, owner)
    await everybodyReads('certificate_submitted')
    await decide(owner, 'rejected', 'Not readable.')
    await everybodyReads('certificate_rejected')
    await succeed(owner.client.from('profiles').update({ release_wait_days: 7 }).eq('user_id', owner.id))
    await submitCertificate(people.trustee, owner)
    await decide(owner, 'approved')
    await everybodyReads('certificate_approved', expect.any(String))
    await passWaitingTime(owner, 7)
    await applyDueChanges()
    await everybodyReads('plan_released', expect.any(String))
    await succeed(owner.client.rpc('stop_release'))
    await everybodyReads('release_stopped')
    await refused(anonymous.rpc('release_notices'), code.notAllowed)
  })

  it('the release notice ends after 30 days, unless the review or the waiting period is still running', async () => {
    const [waiting, reviewed, released] = await Promise.all([
      household('waiting', ['executor']),
      household('hidden, in review', ['executor']),
      household('released', ['executor']),
    ])
    const homes = [waiting, reviewed, released]
    for (const { owner } of homes) await letPass(owner, '29 days')
    for (const { executor } of homes) expect(await noticesFor(executor)).toHaveLength(1)
    for (const { owner } of homes) await letPass(owner, '2 days')
    expect(await noticesFor(waiting.executor)).toHaveLength(1)
    expect(await noticesFor(reviewed.executor)).toHaveLength(1)
    expect(await noticesFor(released.executor)).toEqual([])
  })

  it('the release notice appears for every owner who named the person, newest first, and ends with the revocation', async () => {
    const [ed, one, two] = await Promise.all([person('Ed'), person('Olive'), person('Oscar')])
    const named = await designateAccepted(one, ed, 'executor')
    await designateAccepted(two, ed, 'beneficiary')
    await submitCertificate(ed, one)
    await submitCertificate(ed, two)
    expect(await noticesFor(ed)).toMatchObject([{ owner_name: 'Oscar' }, { owner_name: 'Olive' }])
    await succeed(two.client.rpc('stop_release'))
    expect(await noticesFor(ed)).toMatchObject([
      { owner_name: 'Oscar', action: 'release_stopped' },
      { owner_name: 'Olive', action: 'certificate_submitted' },
    ])
    // Their own plan is not included.
    await submitCertificate(ed, ed)
    expect(await noticesFor(ed)).toHaveLength(2)
    await succeed(one.client.rpc('revoke_designation', { designation_id: named }))
    expect(await noticesFor(ed)).toMatchObject([{ owner_name: 'Oscar' }])
  })

  it('the release notice appears once for a person who was designated twice', async () => {
    const { owner, executor } = await household('hidden', ['executor'])
    const moved = { ...executor, email: address('Edith again') }
    await changeAddress(executor, moved.email)
    await designateAccepted(owner, moved, 'trustee')
    await submitCertificate(executor, owner)
    expect(await noticesFor(executor)).toHaveLength(1)
  })
})
