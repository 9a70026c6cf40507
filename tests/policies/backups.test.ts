// The line "backup" of admin.health, and what a backup notes.
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { asAdministrator, hasSql, needsSql, person, service, succeed } from '../support/people.ts'

const line = async () => {
  const [found] = await asAdministrator<{ well: boolean; state: string }>(
    `select well, state from admin.health where line = 'backup'`,
  )
  return found
}
const isWell = async () => (await line())?.well
const note = (damaged = 0, missing = 0) =>
  asAdministrator('select admin.note_backup($1, $2)', [damaged, missing])
const accept = () => asAdministrator('select admin.accept_damaged_files()')
const letHoursPass = (hours: number) =>
  asAdministrator(
    `update private.backups set watched_since = watched_since - make_interval(hours => $1),
            ended_at = ended_at - make_interval(hours => $1), good_at = good_at - make_interval(hours => $1)`,
    [hours],
  )
const forget = () =>
  asAdministrator(
    `update private.backups set watched_since = now(), ended_at = null, good_at = null, damaged = 0, missing = 0, accepted = 0`,
  )

describe.skipIf(!hasSql)(`the line "backup"${needsSql}`, () => {
  beforeEach(forget)
  afterAll(forget)

  it('admin.health\'s line "backup" leaves a new project a week, and then says that no backup was ever made', async () => {
    await person('Olive')
    await letHoursPass(7 * 24 - 1)
    expect(await line()).toEqual({ well: true, state: 'none was ever made' })
    await letHoursPass(2)
    expect(await line()).toEqual({ well: false, state: 'none was ever made' })
    expect(await succeed(service.rpc('is_well'))).toBe(false)
  })

  it('admin.health\'s line "backup" is well for two days after a good one', async () => {
    await note()
    await letHoursPass(47)
    expect(await line()).toEqual({ well: true, state: expect.stringMatching(/^last good one .* UTC$/) })
    await letHoursPass(2)
    expect(await isWell()).toBe(false)
    await note()
    expect(await isWell()).toBe(true)
  })

  it('admin.health\'s line "backup" is not well after one with damaged or missing files, and says how many and when the last good one was', async () => {
    await note()
    await letHoursPass(1)
    const good = (await line())?.state
    await note(2, 1)
    expect(await line()).toEqual({
      well: false,
      state: expect.stringMatching(`^${good}; in that of .* UTC, 2 files damaged, 1 missing, 0 accepted$`),
    })
    await note(0, 1)
    expect(await isWell()).toBe(false)
    await note()
    expect(await line()).toEqual({ well: true, state: expect.stringMatching(/^last good one [^;]* UTC$/) })
  })

  it('admin.health\'s line "backup" is not well when the first one ever had a damaged file', async () => {
    await note(1)
    expect(await line()).toMatchObject({
      well: false,
      state: expect.stringMatching(/^last good one never; /),
    })
  })

  it('admin.health\'s line "backup" is well again once an administrator accepts what no one can mend, until there is more of it', async () => {
    await note(2, 1)
    await accept()
    expect(await isWell()).toBe(true)
    await note(1, 2)
    expect(await isWell()).toBe(true)
    await letHoursPass(49)
    expect(await isWell()).toBe(false)
    await note(2, 2)
    expect(await isWell()).toBe(false)
    await note(1, 1)
    expect(await isWell()).toBe(true)
    // What was mended meanwhile is not accepted for others.
    await note(2, 1)
    expect(await isWell()).toBe(false)
  })

  it('admin.health\'s line "backup" has nothing to say against a project in which no one has an account', async () => {
    await person('Olive')
    await letHoursPass(8 * 24)
    // The exception undoes it.
    const withoutPeople = asAdministrator(`
      do $$ declare v_well boolean;
      begin
        perform set_config('session_replication_role', 'replica', true);
        delete from public.profiles where true;
        select h.well into v_well from admin.health h where h.line = 'backup';
        raise exception 'well: %', v_well;
      end $$`)
    await expect(withoutPeople).rejects.toThrow('well: t')
    expect(await isWell()).toBe(false)
  })
})
