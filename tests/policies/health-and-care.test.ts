// Health & Care: kept only for who agreed to it, read only by whom the owner chose for it, gone at once when the owner takes
// the consent back, and as if it did not exist where it is not offered. part-access.test.ts tries each person, timing and
// state of a plan on it; here are its own rules.
import { randomUUID } from 'node:crypto'
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import {
  address,
  anonymous,
  asAdministrator,
  callSlowly,
  consentToHealth,
  deleteAccount,
  designate,
  designateAccepted,
  fillHealth,
  hasSql,
  holdRows,
  household,
  isDatabaseOnly,
  needsSql,
  opens,
  type Person,
  passHours,
  person,
  type Row,
  service,
  signInFrom,
  submitCertificate,
  succeed,
  turnBillingOn,
  turnHealthOn,
  upload,
} from '../support/people.ts'
import { code, refused, touches, untyped } from './answers.ts'
import { everythingOf } from './everything.ts'

const tables = ['health_notes', 'health_papers'] as const
const parts = [...tables, 'health_consents'] as const
const offer = (isOffered: boolean) => asAdministrator('select admin.set_health($1)', [isOffered])
const notOffered = ({ client }: Person) => succeed(client.rpc('parts_not_offered'))
const choose = (
  { client }: Person,
  designation_id: number,
  timing: 'first_hours' | 'after_death' | 'never',
) => client.rpc('set_part_timing', { designation_id, choice: 'health', timing })
const consent = ({ client }: Person, user_id: string, worded_on = '2026-11-23') =>
  client.from('health_consents').insert({ user_id, worded_on })
const withdraw = ({ client }: Person) => client.rpc('withdraw_health_consent')
const addNotes = ({ client, id: user_id }: Person, more: Row = {}) =>
  untyped(client)
    .from('health_notes')
    .insert({ user_id, ...more })
const addPaper = ({ client, id: user_id }: Person, kind: string, more: Row = { place: 'In the hall' }) =>
  untyped(client)
    .from('health_papers')
    .insert({ user_id, kind, ...more })

/** What happens while it is off. Another test may need it on, also if this one fails. */
async function whileOff(happens: () => Promise<void>) {
  await offer(false)
  try {
    await happens()
  } finally {
    await offer(true)
  }
}

/** How many rows of each table a person finds in an owner's plan. */
const found = ({ client }: Person, { id }: Person) =>
  Promise.all(
    parts.map(
      async (table) => (await succeed(untyped(client).from(table).select().eq('user_id', id))).length,
    ),
  )
const whole = [1, 1, 1]
const ofReader = [1, 1, 0]
const nothing = [0, 0, 0]
const directive = ({ id }: Person) => `${id}/health/directive.pdf`
/** Fills the part, and stores the file that its paper names. */
async function fillWhole(owner: Person) {
  await fillHealth(owner)
  await upload(owner, 'documents', directive(owner))
}
/** What waits to be removed from Storage, as housekeeping is given it. */
async function filesToRemove({ id }: Person): Promise<string[]> {
  const claimed = await succeed(service.rpc('claim_file_removals', { p_batch: 50 }))
  return claimed
    .map(({ path }) => path)
    .filter((path) => path.startsWith(id))
    .sort()
}

describe.skipIf(!isDatabaseOnly)('a new installation', () => {
  it('does not offer Health & Care, and says so', async () => {
    const owner = await person('Olive Owner')
    expect(await notOffered(owner)).toEqual(['health'])
    await refused(consent(owner, owner.id), code.notAllowed)
    await refused(anonymous.rpc('parts_not_offered'), code.notAllowed)
  })
})

describe('while Health & Care is offered', () => {
  beforeAll(turnHealthOn)

  describe('Health & Care of an owner', () => {
    it('is kept from the consent on, which only the owner gives, and gives once', async () => {
      const [owner, other] = await Promise.all([person('Olive Owner'), person('Oscar Other')])
      expect(await notOffered(owner)).toEqual([])
      await refused(addNotes(owner), code.foreignKey)
      await refused(addPaper(owner, 'polst'), code.foreignKey)
      await refused(consent(other, owner.id), code.notAllowed)
      await succeed(consent(owner, owner.id))
      await refused(consent(owner, owner.id), code.unique)
      await touches(owner.client.from('health_consents').select('worded_on').eq('worded_on', '2026-11-23'), 1)
      const own = untyped(owner.client).from('health_consents')
      // Words that have changed are agreed to again, by no one else.
      await touches(own.update({ worded_on: '2026-11-24' }).eq('user_id', owner.id).select(), 1)
      await touches(
        untyped(other.client)
          .from('health_consents')
          .update({ worded_on: '2026-11-24' })
          .eq('user_id', owner.id)
          .select(),
        0,
      )
      await touches(owner.client.from('access_events').select().eq('action', 'health_consent_given'), 2)
      await refused(own.update({ created_at: '2026-01-01' }).eq('user_id', owner.id), code.notAllowed)
      await refused(own.delete().eq('user_id', owner.id), code.notAllowed)
      await succeed(addNotes(owner, { medicines: 'Warfarin' }))
      await succeed(addPaper(owner, 'polst'))
      expect(await found(owner, owner)).toEqual(whole)
      expect(await found(other, owner)).toEqual(nothing)
      for (const [who, health] of [
        [owner, 1],
        [other, 0],
      ] as const) {
        const { counts } = await succeed(who.client.rpc('plan_overview').single())
        expect(counts).toMatchObject({ health, health_papers: health })
      }
      // With a consent of their own, too.
      await consentToHealth(other)
      await refused(addNotes({ ...other, id: owner.id }), code.notAllowed)
      await refused(addPaper({ ...other, id: owner.id }, 'release'), code.notAllowed)
      for (const table of parts) await refused(untyped(anonymous).from(table).select(), code.notAllowed)
    })

    it('is not consented to in words of a later day', async () => {
      const owner = await person('Olive Owner')
      await refused(consent(owner, owner.id, '2199-12-31'), code.notAllowed)
      await succeed(consent(owner, owner.id))
      await refused(
        untyped(owner.client)
          .from('health_consents')
          .update({ worded_on: '2199-12-31' })
          .eq('user_id', owner.id),
        code.notAllowed,
      )
    })

    it('does not fill the history when its owner consents and withdraws again and again', async () => {
      const owner = await person('Olive Owner')
      for (let time = 0; time < 20; time += 1) {
        await succeed(consent(owner, owner.id))
        await succeed(withdraw(owner))
      }
      await refused(consent(owner, owner.id), code.changedTooOften)
      await touches(owner.client.from('access_events').select().eq('action', 'health_consent_given'), 20)
    })

    it('is one row of notes, and one paper of each kind', async () => {
      const owner = await person('Olive Owner')
      await consentToHealth(owner)
      await succeed(addNotes(owner))
      await refused(addNotes(owner), code.listFull, 1)
      for (const kind of ['advance_directive', 'health_proxy', 'polst', 'release']) {
        await succeed(addPaper(owner, kind))
        await refused(addPaper(owner, kind), code.unique)
      }
    })

    it('has no paper that says neither where it is nor what is in it', async () => {
      const owner = await person('Olive Owner')
      await consentToHealth(owner)
      await refused(addPaper(owner, 'polst', {}), code.check)
      await succeed(addPaper(owner, 'polst', { place: 'In the hall' }))
      await succeed(addPaper(owner, 'release', { file_path: `${owner.id}/health/release.pdf` }))
      const papers = () => owner.client.from('health_papers')
      await refused(papers().update({ place: null }).eq('kind', 'polst'), code.check)
      await touches(
        papers().update({ place: 'With Tess', file_path: null }).eq('kind', 'release').select(),
        1,
      )
      await refused(papers().update({ kind: 'polst' }).eq('kind', 'release'), code.unique)
    })

    it('has files from the consent on, and only while it is offered', async () => {
      const [owner, other] = await Promise.all([person('Olive Owner'), person('Oscar Other')])
      await consentToHealth(other)
      const put = (name: string) => upload(owner, 'documents', `${owner.id}/health/${name}.pdf`)
      await expect(put('before')).rejects.toThrow()
      // A folder of that name means nothing elsewhere.
      await upload(owner, 'videos', `${owner.id}/health/before.mp4`)
      await consentToHealth(owner)
      await put('after')
      if (hasSql) await whileOff(() => expect(put('while off')).rejects.toThrow())
      await succeed(withdraw(owner))
      await expect(put('withdrawn')).rejects.toThrow()
      await upload(owner, 'documents', `${owner.id}/estate/health/will.pdf`)
    })

    it.skipIf(!hasSql)(
      `loses a file with its paper, unless the paper names it again, and shows readers no other file${needsSql}`,
      async () => {
        const { owner, executor, designation } = await household('open', ['executor'], (given) => [
          fillWhole(given.owner),
        ])
        const draft = `${owner.id}/health/draft.pdf`
        await upload(owner, 'documents', draft)
        await succeed(choose(owner, designation.executor, 'after_death'))
        expect(await opens(executor, 'documents', directive(owner))).toBe(true)
        expect(await opens(executor, 'documents', draft)).toBe(false)
        const name = (file_path: string | null) =>
          owner.client
            .from('health_papers')
            .update({ place: 'In the hall', file_path })
            .eq('user_id', owner.id)
            .select()
            .single()
        await succeed(name(null))
        await succeed(name(directive(owner)))
        expect(await filesToRemove(owner)).toEqual([])
        await succeed(owner.client.from('health_papers').delete().eq('user_id', owner.id).select().single())
        expect(await filesToRemove(owner)).toEqual([directive(owner)])
      },
    )

    it('tells readers when it was last looked through, also if all of it is still right', async () => {
      const owner = await person('Olive Owner')
      await consentToHealth(owner)
      const before = await succeed(addNotes(owner, { medicines: 'None' }).select().single())
      const after = await succeed(
        owner.client
          .from('health_notes')
          .update({ medicines: 'None' })
          .eq('user_id', owner.id)
          .select()
          .single(),
      )
      expect(Date.parse(after.updated_at)).toBeGreaterThan(Date.parse(before.updated_at))
      expect(after.created_at).toBe(before.created_at)
    })

    it('is read by no one whom the owner did not choose for it, executors and open plans included', async () => {
      const { owner, ...people } = await household('open', undefined, (given) => [fillWhole(given.owner)])
      const { executor, beneficiary, designation } = people
      for (const who of [
        executor,
        people.trustee,
        beneficiary,
        people.invited,
        people.revoked,
        people.stranger,
      ]) {
        expect(await found(who, owner)).toEqual(nothing)
        expect(await opens(who, 'documents', directive(owner))).toBe(false)
      }
      await succeed(choose(owner, designation.beneficiary, 'after_death'))
      expect(await found(beneficiary, owner)).toEqual(ofReader)
      expect(await opens(beneficiary, 'documents', directive(owner))).toBe(true)
      expect(await found(executor, owner)).toEqual(nothing)
      expect(await opens(executor, 'documents', directive(owner))).toBe(false)
      expect(await opens(null, 'documents', directive(owner))).toBe(false)
      // Readers write nothing.
      for (const table of tables) {
        const rows = untyped(beneficiary.client).from(table)
        await touches(rows.delete().eq('user_id', owner.id).select(), 0)
      }
      await touches(
        beneficiary.client
          .from('health_notes')
          .update({ allergies: 'None' })
          .eq('user_id', owner.id)
          .select(),
        0,
      )
      await succeed(choose(owner, designation.beneficiary, 'never'))
      expect(await found(beneficiary, owner)).toEqual(nothing)
      expect(await opens(beneficiary, 'documents', directive(owner))).toBe(false)
    })

    it('has readers, whom its owner counts: those chosen who are still named, and those of the first hours who have accepted', async () => {
      const { owner, executor, invited, designation } = await household('hidden')
      const readersOf = async ({ client }: Person) => {
        const { counts } = await succeed(client.rpc('plan_overview').single())
        const { health_readers, health_first_hours_readers } = counts as Row
        return [health_readers, health_first_hours_readers]
      }
      await succeed(
        owner.client.rpc('set_part_timing', {
          designation_id: designation.trustee,
          choice: 'contacts',
          timing: 'first_hours',
        }),
      )
      expect(await readersOf(owner)).toEqual([0, 0])
      await succeed(choose(owner, designation.trustee, 'after_death'))
      expect(await readersOf(owner)).toEqual([1, 0])
      for (const role of ['beneficiary', 'executor', 'invited'] as const)
        await succeed(choose(owner, designation[role], 'first_hours'))
      // Who has not accepted opens nothing.
      expect(await readersOf(owner)).toEqual([4, 2])
      expect(await readersOf(executor)).toEqual([0, 0])
      await succeed(choose(owner, designation.beneficiary, 'never'))
      expect(await readersOf(owner)).toEqual([3, 1])
      await succeed(owner.client.rpc('revoke_designation', { designation_id: designation.executor }))
      expect(await readersOf(owner)).toEqual([2, 0])
      await succeed(invited.client.rpc('decline_designation_invite', { designation_id: designation.invited }))
      expect(await readersOf(owner)).toEqual([1, 0])
    })

    it('is no longer read, nor its paper opened, by a person who was removed or revoked, or once the plan is closed', async () => {
      const { owner, executor, trustee, beneficiary, designation } = await household(
        'open',
        undefined,
        (given) => [fillWhole(given.owner)],
      )
      const readers = [executor, trustee, beneficiary]
      for (const id of [designation.executor, designation.trustee, designation.beneficiary])
        await succeed(choose(owner, id, 'after_death'))
      const seen = () =>
        Promise.all(
          readers.map(async (who) => [
            ...(await found(who, owner)),
            await opens(who, 'documents', directive(owner)),
          ]),
        )
      const yes = [...ofReader, true]
      const no = [...nothing, false]
      expect(await seen()).toEqual([yes, yes, yes])
      await succeed(owner.client.rpc('revoke_designation', { designation_id: designation.executor }))
      expect(await seen()).toEqual([no, yes, yes])
      await succeed(
        owner.client.from('designations').delete().eq('id', designation.trustee).select().single(),
      )
      expect(await seen()).toEqual([no, no, yes])
      await succeed(owner.client.rpc('set_visibility_hold', { hold: true }))
      expect(await seen()).toEqual([no, no, no])
    })
  })

  describe.skipIf(!hasSql)(`Health & Care in the first hours${needsSql}`, () => {
    it('is opened by a stroke, read with its paper, and closed again; the history says that it was opened, and not which paper', async () => {
      const [{ owner }, ann, cleo] = await Promise.all([
        household('hidden', [], (given) => [fillWhole(given.owner)]),
        person('Ann'),
        person('Cleo'),
      ])
      const id = await designateAccepted(owner, ann, 'beneficiary')
      const cleos = await designateAccepted(owner, cleo, 'executor')
      await succeed(choose(owner, id, 'first_hours'))
      await succeed(choose(owner, cleos, 'after_death'))
      expect(await found(ann, owner)).toEqual(nothing)
      await succeed(ann.client.rpc('open_first_hours', { owner_id: owner.id, reason: 'ill' }))
      expect(await found(ann, owner)).toEqual(ofReader)
      expect(await opens(ann, 'documents', directive(owner))).toBe(true)
      expect(await found(cleo, owner)).toEqual(nothing)
      expect(await opens(cleo, 'documents', directive(owner))).toBe(false)
      const view = (who: Person, item_id?: string) =>
        who.client.rpc('record_view', {
          owner_id: owner.id,
          section: 'health',
          ...(item_id ? { item_id } : {}),
        })
      const paper = await succeed(ann.client.from('health_papers').select('id').single())
      const notes = await succeed(ann.client.from('health_notes').select('id').single())
      await succeed(view(ann))
      await succeed(view(ann, paper.id))
      // The row of notes has no file that could be opened.
      await refused(view(ann, notes.id), code.notThisPerson)
      await refused(view(cleo), code.notThisPerson)
      await refused(view(cleo, paper.id), code.notThisPerson)
      const lines = await succeed(
        owner.client
          .from('access_events')
          .select('action, detail')
          .eq('actor_id', ann.id)
          .in('action', ['section_viewed', 'file_opened'])
          .order('id'),
      )
      expect(lines).toEqual([
        { action: 'section_viewed', detail: { section: 'health' } },
        { action: 'file_opened', detail: { section: 'health', item_id: paper.id, title: 'health' } },
      ])
      await succeed(owner.client.rpc('close_first_hours'))
      expect(await found(ann, owner)).toEqual(nothing)
      expect(await opens(ann, 'documents', directive(owner))).toBe(false)
      await refused(view(ann, paper.id), code.notThisPerson)
      // "Was it right?" No: it is read after the death, and not before.
      await succeed(owner.client.rpc('answer_opening', { was_right: false }))
      await touches(
        owner.client.from('part_access').select().match({ designation_id: id, timing: 'after_death' }),
        1,
      )
      await succeed(owner.client.rpc('set_visibility_hold', { hold: false }))
      expect(await found(ann, owner)).toEqual(ofReader)
    })
  })

  describe.skipIf(!hasSql)(`Health & Care that an administrator switched off${needsSql}`, () => {
    /** A plan with two people in the circle: Ann has Health & Care in the first hours and nothing else, Bob also contacts. */
    async function plan(state: 'hidden' | 'open') {
      const [{ owner }, ann, bob] = await Promise.all([
        household(state, [], (given) => [fillWhole(given.owner)]),
        person('Ann'),
        person('Bob'),
      ])
      const ids = {
        ann: await designateAccepted(owner, ann, 'executor'),
        bob: await designateAccepted(owner, bob, 'trustee'),
      }
      for (const id of Object.values(ids)) await succeed(choose(owner, id, 'first_hours'))
      await succeed(
        owner.client.rpc('set_part_timing', {
          designation_id: ids.bob,
          choice: 'contacts',
          timing: 'first_hours',
        }),
      )
      return { owner, ann, bob, ids }
    }

    it('is read by no one named, and everything that lists parts knows none of that name; once on again, all is as chosen', async () => {
      const { owner, ann, bob, ids } = await plan('open')
      await succeed(ann.client.rpc('record_view', { owner_id: owner.id, section: 'health' }))
      await succeed(
        ann.client.rpc('record_view', {
          owner_id: owner.id,
          section: 'contacts',
        }),
      )
      const sectionsOf = async ({ client, id }: Person) =>
        (await succeed(client.from('access_events').select('detail').eq('actor_id', id).order('id')))
          .map(({ detail }) => (detail as Row).section)
          .filter((section) => section !== undefined)
      const partsOf = async (who: Person, id: number) => {
        const [access] = await succeed(who.client.rpc('memorial_access', { owner_id: owner.id }))
        const shown = await Promise.all(
          (['now', 'ill', 'died', 'after_release'] as const).map(async (moment) => {
            const preview = owner.client.rpc('preview_memorial', { designation_id: id, moment })
            return (await succeed(preview.single())).parts
          }),
        )
        const [hours] = await succeed(who.client.rpc('first_hours_of', { owner_id: owner.id }))
        return [access?.parts, ...shown, hours?.parts_if_ill, hours?.members].flat()
      }
      const look = async (who: Person, id: number) => ({
        rows: await found(who, owner),
        opens: await opens(who, 'documents', directive(owner)),
        files: (await succeed(who.client.rpc('stored_files', { owner_id: owner.id }))).length,
        sections: await sectionsOf(who),
        parts: await partsOf(who, id),
      })
      const before = [await look(ann, ids.ann), await look(bob, ids.bob)]
      expect(before[0]).toMatchObject({
        rows: ofReader,
        opens: true,
        files: 1,
        sections: ['health', 'contacts'],
        parts: expect.arrayContaining(['health', 'Ann', 'Bob']),
      })
      const withheld = async () => {
        const { counts } = await succeed(owner.client.rpc('plan_overview').single())
        const { health_notes_not_offered, health_papers_not_offered } = counts as Row
        return [health_notes_not_offered, health_papers_not_offered]
      }
      expect(await withheld()).toEqual([0, 0])
      await whileOff(async () => {
        expect(await notOffered(ann)).toEqual(['health'])
        expect(await withheld()).toEqual([1, 1])
        for (const [who, id] of [
          [ann, ids.ann],
          [bob, ids.bob],
        ] as const) {
          const seen = await look(who, id)
          expect(seen).toMatchObject({ rows: nothing, opens: false, files: 0 })
          expect(seen.parts).not.toContain('health')
          expect(seen.parts).toContain('contacts')
          expect(seen.sections).not.toContain('health')
          await refused(
            who.client.rpc('record_view', { owner_id: owner.id, section: 'health' }),
            code.notThisPerson,
          )
        }
        expect(await sectionsOf(ann)).toEqual(['contacts'])
        // The owner's own history is whole.
        const lines = await succeed(
          owner.client.from('access_events').select('detail').eq('actor_id', ann.id),
        )
        expect(lines.map(({ detail }) => (detail as Row).section)).toContain('health')
      })
      expect([await look(ann, ids.ann), await look(bob, ids.bob)]).toEqual(before)
    })

    it('can be taken away from a person, who does not read it either once it is on again', async () => {
      const { owner, ann, ids } = await plan('open')
      await whileOff(async () => {
        await succeed(choose(owner, ids.ann, 'never'))
        await refused(choose(owner, ids.ann, 'after_death'), '22023')
      })
      expect(await found(ann, owner)).toEqual(nothing)
    })

    it('makes no one a member of the circle and opens to no one; and practices have no sample of it', async () => {
      const { owner, ann, bob, ids } = await plan('hidden')
      await succeed(owner.client.rpc('start_practice', { designation_ids: [ids.ann] }))
      const { id: practice_id } = await succeed(ann.client.from('practices').select('id').single())
      const practice = async () =>
        (await succeed(ann.client.rpc('open_practice', { practice_id }).single())).parts
      const circle = async () => {
        const { circle } = await succeed(owner.client.rpc('my_first_hours').single())
        return (circle as unknown as { name: string; parts: string[] }[]).map(({ name, parts }) => [
          name,
          ...parts,
        ])
      }
      expect(await circle()).toEqual([
        ['Ann', 'health'],
        ['Bob', 'contacts', 'health'],
      ])
      expect(await practice()).toContain('health')
      await whileOff(async () => {
        expect(await circle()).toEqual([['Bob', 'contacts']])
        expect(await practice()).not.toContain('health')
        await touches(ann.client.rpc('first_hours_of', { owner_id: owner.id }), 0)
        await refused(
          ann.client.rpc('open_first_hours', { owner_id: owner.id, reason: 'ill' }),
          code.notThisPerson,
        )
        await succeed(bob.client.rpc('open_first_hours', { owner_id: owner.id, reason: 'ill' }))
        await touches(bob.client.from('contacts').select(), 1)
        for (const who of [ann, bob]) {
          expect(await found(who, owner)).toEqual(nothing)
          expect(await opens(who, 'documents', directive(owner))).toBe(false)
          await touches(
            who.client.from('access_events').select().eq('action', 'first_hours_opened'),
            who === bob ? 1 : 0,
          )
        }
      })
      expect(await found(ann, owner)).toEqual(ofReader)
    })

    it('takes nothing new, and the owner still reads and deletes what is there', async () => {
      const [{ owner }, newcomer] = await Promise.all([
        household('hidden', [], (given) => [fillWhole(given.owner)]),
        person('Nora Newcomer'),
      ])
      await whileOff(async () => {
        await refused(consent(newcomer, newcomer.id), code.notAllowed)
        await refused(addPaper(owner, 'polst'), code.notAllowed)
        await refused(addNotes(owner), code.notAllowed)
        const rows = (table: (typeof tables)[number]) => untyped(owner.client).from(table)
        const mine = owner.id
        await touches(rows('health_notes').update({ allergies: 'None' }).eq('user_id', mine).select(), 0)
        await touches(rows('health_papers').update({ place: 'The hall' }).eq('user_id', mine).select(), 0)
        expect(await found(owner, owner)).toEqual(whole)
        expect(await opens(owner, 'documents', directive(owner))).toBe(true)
        await touches(rows('health_notes').delete().eq('user_id', mine).select(), 1)
        await touches(rows('health_papers').delete().eq('user_id', mine).select(), 1)
        await succeed(withdraw(owner))
        expect(await found(owner, owner)).toEqual(nothing)
        expect(await filesToRemove(owner)).toEqual([directive(owner)])
      })
    })

    it('is not switched by switching anything else, and changes no other part', async () => {
      const { owner, ann } = await plan('open')
      const others = () =>
        asAdministrator(
          `select table_name, is_offered from private.plan_parts where choice is distinct from 'health' order by 1`,
        )
      const before = await others()
      expect(before.every(({ is_offered }) => is_offered)).toBe(true)
      await whileOff(async () => {
        expect(await others()).toEqual(before)
        await touches(ann.client.from('contacts').select().eq('user_id', owner.id), 1)
      })
    })
  })

  describe.skipIf(!hasSql)(`withdrawing the consent to Health & Care${needsSql}`, () => {
    it('deletes all of it at once, files too; a second time changes nothing; and it can be given again', async () => {
      const [{ owner }, other] = await Promise.all([
        household('hidden', [], (given) => [fillWhole(given.owner)]),
        person('Oscar Other'),
      ])
      await fillWhole(other)
      // Stored before a row that then was not saved.
      const unsaved = `${owner.id}/health/unsaved.pdf`
      await upload(owner, 'documents', unsaved)
      await upload(owner, 'documents', `${owner.id}/estate/draft.pdf`)
      await upload(owner, 'videos', `${owner.id}/health/clip.mp4`)
      await refused(anonymous.rpc('withdraw_health_consent'), code.notAllowed)
      await succeed(withdraw(owner))
      expect(await found(owner, owner)).toEqual(nothing)
      expect(await filesToRemove(owner)).toEqual([directive(owner), unsaved].sort())
      expect(await found(other, other)).toEqual(whole)
      expect(await filesToRemove(other)).toEqual([])
      await touches(owner.client.from('contacts').select(), 1)
      await succeed(withdraw(owner))
      expect(await found(other, other)).toEqual(whole)
      const withdrawn = `select from public.access_events where owner_id = $1 and action = 'health_consent_withdrawn'`
      expect(await asAdministrator(withdrawn, [owner.id])).toHaveLength(1)
      await refused(addNotes(owner), code.foreignKey)
      await fillHealth(owner)
      expect(await found(owner, owner)).toEqual(whole)
    })

    it.each(['after the first hours', 'after a stop'])(
      'waits until the owner has closed or stopped what is going on, and then deletes what is kept of removed rows too: %s',
      async (when) => {
        const ann = await person('Ann')
        const { owner } = await household('hidden', [], (given) => [fillWhole(given.owner)])
        const id = await designateAccepted(owner, ann, 'executor')
        await succeed(choose(owner, id, 'first_hours'))
        const isStop = when === 'after a stop'
        if (isStop) await submitCertificate(ann, owner)
        else {
          await succeed(owner.client.rpc('set_opening_notice', { hours: 24 }))
          await succeed(ann.client.rpc('open_first_hours', { owner_id: owner.id, reason: 'ill' }))
          await refused(withdraw(owner), 'HW093')
          await passHours(owner, 25)
        }
        await refused(withdraw(owner), isStop ? 'HW060' : 'HW093')
        expect(await found(owner, owner)).toEqual(whole)
        await succeed(isStop ? owner.client.rpc('stop_release') : owner.client.rpc('close_first_hours'))
        await succeed(owner.client.from('health_notes').delete().eq('user_id', owner.id).select().single())
        await succeed(owner.client.from('contacts').delete().eq('user_id', owner.id).select().single())
        const kept = async () =>
          (
            await asAdministrator(
              'select table_name from private.removed_rows where owner_id = $1 order by id',
              [owner.id],
            )
          ).map(({ table_name }) => table_name)
        expect(await kept()).toEqual(['health_notes', 'contacts'])
        // What it names stays in Storage as long as the row is there, or kept.
        expect(await filesToRemove(owner)).toEqual([])
        await succeed(withdraw(owner))
        expect(await kept()).toEqual(['contacts'])
        expect(await found(owner, owner)).toEqual(nothing)
        expect(await filesToRemove(owner)).toEqual([directive(owner)])
        await succeed(withdraw(owner))
        expect(await kept()).toEqual(['contacts'])
      },
    )

    it('touches nothing that is kept for another owner, and of what was chosen only who was to read it', async () => {
      const [one, two] = await Promise.all(
        [0, 1].map(() => household('stopped', ['executor'], (given) => [fillHealth(given.owner)])),
      )
      if (!one || !two) throw new Error('no owners')
      for (const { owner } of [one, two]) {
        const { client, id } = owner
        await succeed(client.from('health_notes').delete().eq('user_id', id).select().single())
        await asAdministrator(
          `insert into public.step_marks (id, owner_id, step_key, mark, title)
           values (gen_random_uuid(), $1, 'health_notes:1', 'done', 'Tell the hospital')`,
          [id],
        )
        const named = await Promise.all([1, 2, 3, 4].map(() => designate(owner, address('Ann'), 'executor')))
        for (const [n, designation_id] of named.entries()) {
          await succeed(choose(owner, designation_id, n % 2 ? 'never' : 'first_hours'))
          await succeed(
            client.rpc('set_part_timing', { designation_id, choice: 'contacts', timing: 'first_hours' }),
          )
        }
        await succeed(client.from('designations').delete().in('id', named.slice(2)).select())
      }
      const chosen = ({ owner }: typeof one) =>
        asAdministrator<Row>(
          `select choice, timing from public.part_access where owner_id = $1
           union all select choice, timing from private.removed_part_access where owner_id = $1 order by 1, 2`,
          [owner.id],
        ).then((rows) => rows.map(({ choice, timing }) => `${choice} ${timing}`))
      const contacts = Array(4).fill('contacts first_hours')
      const nevers = ['health never', 'health never']
      const all = [...contacts, 'health first_hours', 'health first_hours', ...nevers]
      expect((await chosen(one)).toSorted()).toEqual(all)
      const { id: twos } = await succeed(
        two.owner.client.from('designations').select('id').eq('person_email', two.executor.email).single(),
      )
      await succeed(choose(two.owner, twos, 'first_hours'))
      await succeed(two.executor.client.rpc('open_first_hours', { owner_id: two.owner.id, reason: 'ill' }))
      await succeed(withdraw(one.owner))
      expect((await chosen(one)).toSorted()).toEqual([...contacts, ...nevers])
      expect((await chosen(two)).toSorted()).toEqual([...all, 'health first_hours'].sort())
      await touches(two.owner.client.rpc('removed_since_stop'), 1)
      await touches(two.owner.client.from('step_marks').select(), 1)
      await touches(one.owner.client.from('step_marks').select(), 0)
    })

    it('waits in a browser that is new to the account, and in a frozen plan', async () => {
      const { owner } = await household('hidden', [], (given) => [fillHealth(given.owner)])
      // The account has to know one browser before another is new to it.
      const known = await signInFrom(owner)
      const thief = await signInFrom(owner)
      await refused(withdraw(thief), code.browserIsNew)
      expect(await found(owner, owner)).toEqual(whole)
      await succeed(withdraw(known))
      expect(await found(owner, owner)).toEqual(nothing)
      // Also where there is no row that is frozen.
      const bare = await household('waiting', [], (given) => [consentToHealth(given.owner)])
      await refused(withdraw(bare.owner), 'HW060')
      for (const state of ['waiting', 'released'] as const) {
        const frozen = await household(state, [], (given) => [fillHealth(given.owner)])
        await refused(withdraw(frozen.owner), 'HW060')
        expect(await found(frozen.owner, frozen.owner)).toEqual(whole)
      }
    })

    it.skipIf(!isDatabaseOnly)(
      'refuses a mark that was being written when the owner closed and withdrew',
      async () => {
        const [{ owner }, ann] = await Promise.all([
          household('hidden', [], (given) => [fillWhole(given.owner)]),
          person('Ann'),
        ])
        await consentToHealth(await person('Oscar Other'))
        await succeed(choose(owner, await designateAccepted(owner, ann, 'executor'), 'first_hours'))
        await succeed(ann.client.rpc('open_first_hours', { owner_id: owner.id, reason: 'died' }))
        const oneWaits = (words: string) =>
          vi.waitFor(async () => {
            const waiting = await asAdministrator(
              `select from pg_stat_activity where wait_event_type = 'Lock' and query like '%' || $1 || '%'`,
              [words],
            )
            expect(waiting).toHaveLength(1)
          })
        const letGo = await holdRows('select from public.part_access where owner_id = $1', [owner.id])
        // In one transaction, so that the mark still finds the first hours open.
        const withdrawing = callSlowly(
          owner,
          'private.close_first_hours(), private.withdraw_health_consent()',
          [],
        )
        await oneWaits('withdraw_health')
        const marking = ann.client
          .from('step_marks')
          .insert({
            id: randomUUID(),
            owner_id: owner.id,
            step_key: `health_notes:${randomUUID()}`,
            mark: 'done',
            title: 'Call the donor registry',
          })
          .then(({ error }) => error?.code)
        await oneWaits('step_marks')
        await letGo()
        await withdrawing
        expect(await marking).toBe(code.notAllowed)
      },
    )

    it('leaves no word of it anywhere: not in the outbox, the history, kept rows, marks or their titles', async () => {
      const word = (name: string) => `zq${name.replaceAll('_', '')}${randomUUID().slice(0, 8)}`
      const fields = [
        'blood_thinner',
        'allergies',
        'medicines',
        'implants',
        'conditions',
        'proxy_name',
        'proxy_phone',
        'second_proxy_name',
        'second_proxy_phone',
        'doctor_name',
        'doctor_phone',
        'communication',
        'care_note',
      ]
      const notes = Object.fromEntries(fields.map((field) => [field, word(field)]))
      const papers = ['advance_directive', 'health_proxy', 'polst', 'release'].map(
        (kind) => [kind, word(kind)] as const,
      )
      const marked = word('marked')
      const words = [...Object.values(notes), ...papers.map(([, place]) => place), marked]
      const [{ owner }, ann] = await Promise.all([household('hidden', []), person('Ann')])
      await consentToHealth(owner)
      const row = await succeed(
        addNotes(owner, { ...notes, donor: 'yes' })
          .select('id')
          .single(),
      )
      for (const [kind, place] of papers) await succeed(addPaper(owner, kind, { place }))
      const id = await designateAccepted(owner, ann, 'executor')
      await succeed(choose(owner, id, 'first_hours'))
      await succeed(ann.client.rpc('open_first_hours', { owner_id: owner.id, reason: 'died' }))
      const read = await succeed(ann.client.from('health_papers').select('id'))
      expect(read).toHaveLength(4)
      await succeed(ann.client.rpc('record_view', { owner_id: owner.id, section: 'health' }))
      for (const { id: item_id } of read)
        await succeed(ann.client.rpc('record_view', { owner_id: owner.id, section: 'health', item_id }))
      // The donor's step, as the list words it, and what Ann wrote beside it.
      const step = { owner_id: owner.id, step_key: `health_notes:${row.id}`, mark: 'done' as const }
      const first = randomUUID()
      for (const more of [
        { id: first, title: `Tell them about ${marked}`, note: marked },
        { id: randomUUID(), title: marked, mark: 'undo', undoes: first },
      ])
        await succeed(
          untyped(ann.client)
            .from('step_marks')
            .insert({ ...step, ...more }),
        )
      await succeed(
        untyped(ann.client).from('step_marks').insert({
          id: randomUUID(),
          owner_id: owner.id,
          step_key: 'general:certificates',
          mark: 'done',
          title: 'Order certificates',
        }),
      )
      const inHistory = await asAdministrator<{ detail: Row }>(
        `select detail from public.access_events where owner_id = $1 and action = 'step_marked' order by id`,
        [owner.id],
      )
      expect(inHistory.map(({ detail }) => detail)).toEqual([
        { mark: 'done', section: 'health' },
        { mark: 'undo', section: 'health' },
        { mark: 'done', title: 'Order certificates' },
      ])
      // Everything that the owner does with it: changed, removed while removed rows are kept, closed.
      await succeed(owner.client.from('health_papers').delete().eq('kind', 'polst').select().single())
      await succeed(
        owner.client
          .from('health_notes')
          .update({ medicines: `${notes.medicines} twice` })
          .eq('user_id', owner.id)
          .select()
          .single(),
      )
      await succeed(owner.client.from('health_notes').delete().eq('user_id', owner.id).select().single())
      await succeed(owner.client.rpc('close_first_hours'))
      const before = await everythingOf(words)
      expect(before.map((line) => line.split(' ')[0]).sort()).toEqual([
        'private.removed_rows',
        'private.removed_rows',
        'public.health_papers',
        'public.health_papers',
        'public.health_papers',
        'public.step_marks',
        'public.step_marks',
      ])
      await succeed(withdraw(owner))
      expect(await everythingOf(words)).toEqual([])
      // A mark of anything else stays.
      await touches(owner.client.from('step_marks').select(), 1)
    })

    it('happens with the deletion of the account, of which nothing of it stays', async () => {
      const { owner } = await household('hidden', [], (given) => [fillWhole(given.owner)])
      const ann = await person('Ann')
      await designateAccepted(owner, ann, 'executor')
      await submitCertificate(ann, owner)
      await succeed(owner.client.rpc('stop_release'))
      await succeed(owner.client.from('health_notes').delete().eq('user_id', owner.id).select().single())
      await deleteAccount(owner)
      for (const table of [...parts.map((name) => `public.${name}`)])
        expect(await asAdministrator(`select from ${table} where user_id = $1`, [owner.id])).toEqual([])
      expect(
        await asAdministrator('select from private.removed_rows where owner_id = $1', [owner.id]),
      ).toEqual([])
      expect(await filesToRemove(owner)).toContain(directive(owner))
    })
  })

  describe.skipIf(!hasSql)(`Health & Care of an owner who no longer pays${needsSql}`, () => {
    beforeEach(turnBillingOn)

    it('is read, deleted and withdrawn, chosen for no one else, and not added to or changed', async () => {
      const { owner, executor, designation } = await household('open', ['executor'], (given) => [
        fillWhole(given.owner),
      ])
      await succeed(choose(owner, designation.executor, 'after_death'))
      await asAdministrator(`update public.subscriptions set status = 'canceled' where user_id = $1`, [
        owner.id,
      ])
      expect(await found(owner, owner)).toEqual(whole)
      expect(await found(executor, owner)).toEqual(ofReader)
      await refused(addPaper(owner, 'polst'), code.notAllowed)
      await touches(
        owner.client.from('health_notes').update({ allergies: 'None' }).eq('user_id', owner.id).select(),
        0,
      )
      await touches(
        owner.client.from('health_papers').update({ place: 'None' }).eq('user_id', owner.id).select(),
        0,
      )
      await refused(choose(owner, designation.executor, 'first_hours'), code.notAllowed)
      await succeed(choose(owner, designation.executor, 'never'))
      expect(await found(executor, owner)).toEqual(nothing)
      await touches(owner.client.from('health_notes').delete().eq('user_id', owner.id).select(), 1)
      await succeed(withdraw(owner))
      expect(await found(owner, owner)).toEqual(nothing)
      await refused(consent(owner, owner.id), code.notAllowed)
    })
  })
})
