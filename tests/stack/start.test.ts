import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { PgliteConnection } from '@supabase/lite/pglite'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { fullDisk } from '../../supabase/local/bridges/full-disk.ts'
import { createDataDir } from '../../supabase/local/database/data-dir.ts'
import { applyMigrations, runScript } from '../../supabase/local/database/migrations.ts'
import { openDatabase } from '../../supabase/local/database/open.ts'
import { leavePortraits } from '../../supabase/local/demo-portraits.ts'
import { paths, resetCommand } from '../../supabase/local/settings.ts'
import { startStack } from '../../supabase/local/stack.ts'

const startFile = fileURLToPath(new URL('../../supabase/local/start.mjs', import.meta.url))

function start(...args: string[]): Promise<{ code: unknown; output: string }> {
  return new Promise((resolve) => {
    execFile(process.execPath, [startFile, ...args], (error, stdout, stderr) => {
      resolve({ code: error?.code ?? 0, output: `${stdout}${stderr}`.trim() })
    })
  })
}

/** Takes a free port. */
async function takePort(): Promise<{ port: number; release: () => void }> {
  const blocker = createServer()
  const port = await new Promise<number>((resolve) => {
    blocker.listen(0, '127.0.0.1', () => {
      const address = blocker.address()
      resolve(typeof address === 'object' && address ? address.port : 0)
    })
  })
  return { port, release: () => blocker.close() }
}

const portInUse = /^Port \d+, for the (API|app), is in use: stop what uses it \(.*\) and try again\.$/

describe('start', () => {
  it('npm start reports in one sentence that a port is in use', async () => {
    const { port, release } = await takePort()
    // The API's port. The app's port is one below, and may be taken as well.
    const { code, output } = await start('--port-base', String(port - 1))
    release()
    expect(code).toBe(1)
    expect(output).toMatch(portInUse)
  })

  it('npm start gives the owners of the seed their drawn faces, and leaves a portrait that was changed as it is', async () => {
    const stack = await startStack({ seed: true })
    try {
      const faces = async () =>
        (await stack.sql('select picture_path from public.portraits')).map(({ picture_path }) => picture_path)
      await leavePortraits(stack)
      const face = expect.stringMatching(/^[0-9a-f-]{36}\/portrait\/1\.jpg$/)
      expect(await faces()).toEqual([face, face])
      const stored = await fetch(`${stack.url}/storage/v1/object/pictures/${(await faces())[0]}`, {
        headers: { apikey: stack.secretKey },
      })
      expect([stored.status, stored.headers.get('content-type')]).toEqual([200, 'image/jpeg'])
      await stack.sql('update public.portraits set picture_path = null')
      await leavePortraits(stack)
      expect(await faces()).toEqual([null, null])
    } finally {
      await stack.stop()
    }
  })

  it('npm start deletes no data when it is to start over and a port is in use, perhaps by the stack that the data belongs to', async () => {
    const { port, release } = await takePort()
    const base = String(port - 1)
    const data = join(paths.data, base)
    await mkdir(data, { recursive: true })
    await writeFile(join(data, 'mail.jsonl'), 'kept')
    const { output } = await start('--reset', '--port-base', base)
    release()
    expect(output).toMatch(portInUse)
    expect(await readFile(join(data, 'mail.jsonl'), 'utf8')).toBe('kept')
    await rm(data, { recursive: true })
  })

  it('npm start lists its arguments when it is given an unknown one', async () => {
    const { code, output } = await start('--unknown')
    expect(code).toBe(1)
    expect(output).toContain('--reset')
    expect(output.split('\n')).toHaveLength(1)
  })
})

describe('data', () => {
  let folder: string
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'heartwood-data-'))
  })
  afterAll(() => rm(folder, { recursive: true }))

  it('a data folder that cannot be opened is reported with the reason and the command that starts over', async () => {
    await mkdir(join(folder, 'postgres'))
    await writeFile(join(folder, 'postgres', 'PG_VERSION'), '17')
    const started = startStack({ dataDir: folder, resetCommand: resetCommand('7100') })
    await expect(started).rejects.toThrow(
      /^The local database cannot be opened \((?!\[object).+\): run npm start -- --reset --port-base 7100 to start over/,
    )
  })

  it('a data folder on a full disk is named in the answer', async () => {
    const bridge = fullDisk({ dataFolder: folder })
    const failure = async () => new Response('Internal server error', { status: 500 })
    const upload = (bytes: string) =>
      bridge(
        new Request('http://127.0.0.1/storage/v1/object/documents/x', {
          method: 'POST',
          headers: { 'content-length': bytes },
        }),
        failure,
      )
    const report = vi.spyOn(console, 'error').mockImplementation(() => {})
    expect((await upload('1')).status).toBe(500)
    const response = await upload('1000000000000000')
    report.mockRestore()
    expect(response.status).toBe(507)
    expect(await response.json()).toMatchObject({
      statusCode: '507',
      message: `The disk is full: make room for ${folder}, then try again.`,
    })
  })
})

describe('migrations', () => {
  let folder: string
  let connection: PgliteConnection
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'heartwood-migrations-'))
    await createDataDir(join(folder, 'postgres'), [])
    connection = await openDatabase(join(folder, 'postgres'))
  })
  afterAll(async () => {
    await connection.close()
    await rm(folder, { recursive: true })
  })

  const migration = (version: string, sql: string) => ({
    version,
    name: 'try',
    file: `${version}_try.sql`,
    sql,
  })
  const tables = async () =>
    (await connection.driver.query(`select from pg_tables where tablename ~ '^try'`)).rows.length

  it('a failing migration is reported with line, statement and message, and leaves no changes behind', async () => {
    const sql =
      '-- a note; with a semicolon\ncreate table try_one (id int);\n\n-- another\ncreate table try_two (id wrong);\n'
    await expect(applyMigrations(connection.driver, [migration('1', sql)])).rejects.toThrow(
      /^The migration 1_try\.sql failed at line 5 \(“create table try_two \(id wrong\)”\): type "wrong" does not exist\./,
    )
    expect(await tables()).toBe(0)
  })

  it('a failing migration is reported when it was changed after it had been applied', async () => {
    await applyMigrations(connection.driver, [migration('2', 'create table try_three ()')])
    await applyMigrations(connection.driver, [migration('2', 'create table try_three ()')])
    expect(await tables()).toBe(1)
    await expect(applyMigrations(connection.driver, [migration('2', 'select 1')])).rejects.toThrow(
      /2_try\.sql was changed after it had been applied: run npm start -- --reset/,
    )
  })

  it('a failing migration and a failing seed are reported the same way', async () => {
    await expect(runScript(connection.driver, 'The seed', 'select 1;\nselect 1 / 0;')).rejects.toThrow(
      /^The seed failed at line 2 \(“select 1 \/ 0”\): division by zero/,
    )
  })
})
