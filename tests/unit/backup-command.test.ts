// @vitest-environment node
import { execFile } from 'node:child_process'
import { tmpdir } from 'node:os'
import { expect, it } from 'vitest'

/** Runs the command against a project that does not answer. @returns what it says */
const run = (...args: string[]) =>
  new Promise<string>((resolve) => {
    const env = {
      PATH: process.env.PATH,
      SUPABASE_URL: 'http://127.0.0.1:9',
      SUPABASE_SECRET_KEY: 'sb_secret_none',
      DATABASE_URL: 'postgres://postgres@127.0.0.1:9/postgres',
    }
    execFile(
      process.execPath,
      ['--import', 'tsx', 'deploy/backup/main.ts', ...args],
      { env },
      (_, _out, err) => resolve(err),
    )
  })

it.each([
  ['backup', '--to', tmpdir()],
  ['restore', '--from', tmpdir()],
])('npm run %s gets as far as the database on every supported Node', async (...args) => {
  expect(await run(...args)).toContain('ECONNREFUSED')
})
