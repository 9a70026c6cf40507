// @vitest-environment node
import { execFile } from 'node:child_process'
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { backUp } from '../../deploy/backup/backup.ts'
import { withLock } from '../../deploy/backup/lock.ts'
import { filesOf, readManifest } from '../../deploy/backup/manifest.ts'
import { pathOf } from '../../deploy/backup/pool.ts'
import { Project } from './backup/project.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'heartwood-command-'))
})
afterEach(() => rm(folder, { recursive: true }))

/** Runs the command against a project that does not answer. @returns what it says, and its exit code */
const run = (...args: string[]) =>
  new Promise<{ said: string; code: number }>((resolve) => {
    const env = {
      PATH: process.env.PATH,
      SUPABASE_URL: 'http://127.0.0.1:9',
      SUPABASE_SECRET_KEY: 'sb_secret_none',
      DATABASE_URL: 'postgres://postgres@127.0.0.1:9/postgres',
    }
    const command = ['--import', 'tsx', 'deploy/backup/main.ts', ...args]
    execFile(process.execPath, command, { env }, (error, out, err) =>
      resolve({ said: `${out}${err}`, code: error ? Number(error.code) : 0 }),
    )
  })

it.each([
  ['backup', '--to'],
  ['restore', '--from'],
])('npm run %s gets as far as the database on every supported Node', async (task, option) => {
  const { said, code } = await run(task, option, join(folder, 'a'))
  expect(said).toContain('ECONNREFUSED')
  expect(code).toBe(1)
})

it('npm run backup -- --verify needs no project, and ends with 0 or 2', async () => {
  const project = new Project()
  project.store('ann/will.pdf')
  const { own } = await backUp(project.database, project.storage, folder, () => {})
  expect(await run('backup', '--verify', folder)).toMatchObject({
    said: expect.stringContaining('Everything is whole.'),
    code: 0,
  })
  for await (const { sha256 } of filesOf(own, await readManifest(own)))
    await writeFile(pathOf(folder, sha256 ?? ''), 'rotten')
  const { said, code } = await run('backup', '--verify', folder)
  expect(said).toMatch(
    /One thing needs your attention .*\n.* is damaged: documents\/ann\/will\.pdf; in 1 backups/,
  )
  expect(code).toBe(2)
  expect(await readdir(folder)).not.toContain('lock')
})

it('npm run backup says who is at work in the folder, and ends with 1', async () => {
  await withLock(folder, async () => {
    const { said, code } = await run('backup', '--verify', folder)
    expect(said).toContain(`Another run works in this folder: process ${process.pid}`)
    expect(code).toBe(1)
  })
})

it('npm run backup says how it is used when it is called in another way, and ends with 1', async () => {
  const { said, code } = await run('backup', '--to', folder, '--verify', folder)
  expect(said).toContain('npm run backup -- --verify FOLDER')
  expect(code).toBe(1)
})
