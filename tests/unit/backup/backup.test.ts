// @vitest-environment node
// What a run does when something is damaged, missing, silent or interrupted. That a restored project works is in
// tests/stack/backup.test.ts.
import { existsSync } from 'node:fs'
import { mkdtemp, readdir, readFile, rm, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { backUp } from '../../../deploy/backup/backup.ts'
import { filesOf, type KeptFile, readManifest } from '../../../deploy/backup/manifest.ts'
import { pathOf } from '../../../deploy/backup/pool.ts'
import { deleteOldBackups } from '../../../deploy/backup/thin-out.ts'
import { verify } from '../../../deploy/backup/verify.ts'
import { Project } from './project.ts'

// Between two tries a run waits for seconds.
vi.mock('node:timers/promises', () => ({ setTimeout: async () => {} }))

const quiet = () => {}
let folder: string
let project: Project
let day: number
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'heartwood-backup-'))
  project = new Project()
  project.store('ann/will.pdf')
  project.store('ann/letter.pdf')
  project.store('bob/policy.pdf')
  day = 0
})
afterEach(() => rm(folder, { recursive: true }))

const dayOf = (n: number) => new Date(Date.UTC(2026, 10, n))
/** One night's run. */
const run = () => {
  day += 1
  project.downloads = 0
  return backUp(project.database, project.storage, folder, quiet, dayOf(day))
}
const listOf = async (own: string) => {
  const files: KeptFile[] = []
  for await (const file of filesOf(own, await readManifest(own))) files.push(file)
  return files
}
const poolPathOf = async (own: string, name: string) => {
  const sum = (await listOf(own)).find((file) => file.name === name)?.sha256
  return pathOf(folder, sum ?? 'none')
}
const flipByte = async (path: string) => {
  const bytes = await readFile(path)
  const middle = bytes.length >> 1
  bytes[middle] = (bytes[middle] ?? 0) ^ 1
  await writeFile(path, bytes)
}

describe('runs', () => {
  it('a run of the backup fetches each file once, and tells the database that all is well', async () => {
    const first = await run()
    expect([first.problems, project.downloads]).toEqual([[], 3])
    const second = await run()
    expect([second.problems, project.downloads]).toEqual([[], 0])
    expect(await listOf(second.own)).toEqual(await listOf(first.own))
    expect(project.notes).toEqual([
      [0, 0],
      [0, 0],
    ])
  })

  it('a run of the backup keeps what came of a file that Storage sends with a byte too many, says so, and goes on with the others', async () => {
    project.change('ann/will.pdf', { bytes: 'the bytes of ann/will.pdf.' })
    for (const _ of ['first night', 'second night']) {
      const { own, problems } = await run()
      expect(problems).toEqual(['documents/ann/will.pdf is damaged: 26 bytes came instead of 25'])
      expect((await listOf(own)).map(({ name, problem }) => [name, problem])).toEqual([
        ['ann/letter.pdf', undefined],
        ['ann/will.pdf', 'damaged'],
        ['bob/policy.pdf', undefined],
      ])
      expect(await readFile(await poolPathOf(own, 'ann/will.pdf'), 'utf8')).toBe('the bytes of ann/will.pdf.')
      expect((await readManifest(own)).files).toMatchObject({ rows: 3, damaged: 1, missing: 0 })
    }
    expect(project.notes).toEqual([
      [1, 0],
      [1, 0],
    ])
    project.change('ann/will.pdf', { bytes: 'the bytes of ann/will.pdf' })
    expect((await run()).problems).toEqual([])
  })

  it('a run of the backup lists a file that Storage has no bytes of as missing, but not one that its owner has deleted', async () => {
    project.change('ann/will.pdf', { bytes: null })
    project.change('bob/policy.pdf', { bytes: null, isListed: false })
    const { own, problems } = await run()
    expect(problems).toEqual(['documents/ann/will.pdf is missing: Storage lists it, and has no bytes of it'])
    expect((await listOf(own)).map(({ name, problem }) => [name, problem])).toEqual([
      ['ann/letter.pdf', undefined],
      ['ann/will.pdf', 'missing'],
    ])
    expect((await readManifest(own)).files).toMatchObject({ rows: 2, missing: 1, gone: 1 })
    expect(project.notes).toEqual([[0, 1]])
  })

  it('a run of the backup gives up a Storage that does not answer, and keeps the database all the same', async () => {
    for (let n = 0; n < 100; n++) project.store(`many/${n}.pdf`)
    project.isSilent = true
    const { own, problems } = await run()
    expect(problems).toHaveLength(103)
    expect(problems).toContain('documents/many/99.pdf is missing: Storage does not answer')
    expect(project.downloads).toBeLessThan(150)
    expect((await readManifest(own)).files).toMatchObject({ rows: 103, missing: 103 })
    project.isSilent = false
    expect((await run()).problems).toEqual([])
  })

  it('a run of the backup notices a flipped byte in its own folder within ten runs, and fetches the file again', async () => {
    const { own } = await run()
    const path = await poolPathOf(own, 'ann/will.pdf')
    await flipByte(path)
    let downloads = 0
    for (let night = 0; night < 10; night++) {
      expect((await run()).problems).toEqual([])
      downloads += project.downloads
    }
    expect(downloads).toBe(1)
    expect(await readFile(path, 'utf8')).toBe('the bytes of ann/will.pdf')
    expect(existsSync(`${path}.damaged`)).toBe(false)
  })

  it('a run of the backup notices a file of its own that is too short at once', async () => {
    const { own } = await run()
    const path = await poolPathOf(own, 'ann/will.pdf')
    await truncate(path, 4)
    expect((await run()).problems).toEqual([])
    expect(await readFile(path, 'utf8')).toBe('the bytes of ann/will.pdf')
  })

  it('a run of the backup keeps rotten bytes when Storage has no others, and reports them until whole ones come', async () => {
    const { own } = await run()
    const path = await poolPathOf(own, 'ann/will.pdf')
    await flipByte(path)
    await verify(folder, quiet)
    project.change('ann/will.pdf', { bytes: 'THE BYTES OF ANN/WILL.PDF' })
    for (const _ of ['first night', 'second night'])
      expect((await run()).problems).toEqual([
        'documents/ann/will.pdf is changed: Storage has other bytes than at an earlier backup',
        '1 files that only older backups hold are damaged. npm run backup -- --verify names them.',
      ])
    expect(existsSync(`${path}.damaged`)).toBe(true)
    project.change('ann/will.pdf', { bytes: 'the bytes of ann/will.pdf' })
    expect((await run()).problems).toEqual([])
    expect(existsSync(`${path}.damaged`)).toBe(false)
  })

  it('a run of the backup does not fetch again what an interrupted run fetched, and leaves nothing of that run behind', async () => {
    for (let n = 0; n < 300; n++) project.store(`many/${n}.pdf`)
    project.change('many/99.pdf', { bytes: null })
    project.breaksAt = 'many/99.pdf'
    await expect(run()).rejects.toThrow('Connection terminated')
    project.breaksAt = ''
    const { own } = await run()
    expect(project.downloads).toBeLessThanOrEqual(53)
    expect(await listOf(own)).toHaveLength(303)
    expect((await readdir(folder)).sort()).toEqual(['2026-11-02T00-00-00', 'files'])
  })

  it('a run of the backup goes on when the newest backup cannot be read, and says so', async () => {
    await run()
    const { own } = await run()
    await writeFile(join(own, 'manifest.json'), '{')
    expect(await run()).toMatchObject({
      problems: [`${join(own, 'manifest.json')} is damaged, or of another version of this program.`],
    })
    expect(project.downloads).toBe(0)
  })

  it('a run of the backup fetches all files again when the newest list is damaged, and says so', async () => {
    const { own } = await run()
    await flipByte(join(own, 'files.jsonl.gz'))
    const { problems } = await run()
    expect(problems).toEqual([expect.stringMatching(/files\.jsonl\.gz .*\. Its files are fetched again\.$/)])
    expect(project.downloads).toBe(3)
  })

  it('a run of the backup says when the database could not be told of the backup', async () => {
    const { query } = project.database
    project.database.query = async (text, params) => {
      if (text.includes('note_backup')) throw new Error('read-only')
      return query(text, params)
    }
    expect((await run()).problems).toEqual([
      'The project could not be told of this backup, so admin.health counts none: read-only',
    ])
  })
})

describe('checks', () => {
  it('the check of a whole folder finds everything whole after a run', async () => {
    await run()
    expect(await verify(folder, quiet)).toEqual([])
  })

  it("the check of a whole folder names the people's files behind damaged and missing bytes, and the backups that need them", async () => {
    await run()
    const { own } = await run()
    const [will, letter] = [await poolPathOf(own, 'ann/will.pdf'), await poolPathOf(own, 'ann/letter.pdf')]
    await flipByte(will)
    await rm(letter)
    const problems = [
      `${will} is damaged: documents/ann/will.pdf; in 2 backups`,
      `${letter} is missing: documents/ann/letter.pdf; in 2 backups`,
    ]
    expect(await verify(folder, quiet)).toEqual(problems)
    expect(await verify(folder, quiet)).toEqual(problems)
    expect((await run()).problems).toEqual([])
    expect(await verify(folder, quiet)).toEqual([])
  })

  it('the check of a whole folder is refused where there is no backup', async () => {
    await expect(verify(folder, quiet)).rejects.toThrow('holds no finished backup')
  })
})

describe('thinning', () => {
  const sumsIn = async () => {
    const names = await readdir(join(folder, 'files'), { recursive: true })
    return names.filter((name) => name.length > 60).length
  }

  it('thinning out backups deletes old backups and the files that only they hold, and keeps the newest however old', async () => {
    await run()
    project.files.delete('ann/letter.pdf')
    project.store('bob/copy of the will.pdf', 'the bytes of ann/will.pdf')
    await run()
    project.files.delete('ann/will.pdf')
    const { own } = await run()
    expect(await deleteOldBackups(folder, 30, dayOf(20))).toBe(0)
    expect(await sumsIn()).toBe(3)
    expect(await deleteOldBackups(folder, 2, dayOf(90))).toBe(2)
    expect((await readdir(folder)).sort()).toEqual(['2026-11-03T00-00-00', 'files'])
    expect(await sumsIn()).toBe(2)
    expect(await verify(folder, quiet)).toEqual([])
    expect((await listOf(own)).map(({ name }) => name)).toEqual([
      'bob/copy of the will.pdf',
      'bob/policy.pdf',
    ])
  })

  it('thinning out backups deletes nothing while a backup cannot be read, because no one knows which files it needs', async () => {
    await run()
    const { own } = await run()
    await run()
    await writeFile(join(own, 'manifest.json'), '')
    await expect(deleteOldBackups(folder, 1, dayOf(90))).rejects.toThrow('Nothing was deleted')
    expect(await readdir(folder)).toHaveLength(4)
    expect(await sumsIn()).toBe(3)
  })

  it('thinning out backups makes damaged checksums again from the list, and deletes nothing when that is damaged too', async () => {
    await run()
    await run()
    const { own } = await run()
    await flipByte(join(own, 'checksums'))
    await flipByte(join(own, 'files.jsonl.gz'))
    await expect(deleteOldBackups(folder, 1, dayOf(90))).rejects.toThrow('files.jsonl.gz')
    expect(await sumsIn()).toBe(3)
    await flipByte(join(own, 'files.jsonl.gz'))
    expect(await deleteOldBackups(folder, 1, dayOf(90))).toBe(2)
    expect(await sumsIn()).toBe(3)
    expect(await verify(folder, quiet)).toEqual([])
  })
})
