import { type ChildProcess, execFileSync, fork } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import fc from 'fast-check'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { publishableKey, secretKey } from '../../supabase/local/settings.ts'
import { type Stack, startStack } from '../../supabase/local/stack.ts'
import { connect, signIn } from './bench.ts'

const fixture = (path: string) => fileURLToPath(new URL(`./fixtures/${path}`, import.meta.url))

/** How many times a stack is killed at a random moment: `npm run test:release` does it 50 times. */
const kills = Number(process.env.KILLS ?? 2)

let dataDir: string
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'heartwood-durability-'))
})
afterEach(() => rm(dataDir, { recursive: true, force: true }))

/** A stack in a process of its own, which can be killed. */
async function startProcess(...functions: string[]): Promise<{ child: ChildProcess; stack: Stack }> {
  const child = fork(fixture('run-stack.ts'), [dataDir, ...functions], {
    execArgv: ['--import', 'tsx'],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  const addresses = await new Promise<Partial<Stack>>((resolve, reject) => {
    child.once('message', (message) => resolve(message as Partial<Stack>))
    child.once('exit', (code) => reject(new Error(`the stack ended with ${code}`)))
  })
  return { child, stack: { ...addresses, publishableKey, secretKey } as Stack }
}

/** The process that serves the functions of a stack. */
function functionsProcess(stack: ChildProcess): number {
  const processes = execFileSync('ps', ['-eo', 'pid,ppid,args'], { encoding: 'utf8' }).split('\n')
  const fields = processes.map((line) => line.trim().split(/\s+/))
  const own = fields.find(
    ([, parent, ...args]) => Number(parent) === stack.pid && args.join(' ').includes('runner.ts'),
  )
  return Number(own?.[0])
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

it('a killed stack keeps every acknowledged write and leaves no process behind', async () => {
  // The leftovers of an interrupted first start must not disturb the next.
  await mkdir(join(dataDir, 'postgres.unfinished'))
  const unfinished = ['uploads/upload', `files/${'0'.repeat(64)}.${crypto.randomUUID()}`]
  for (const path of unfinished) {
    await mkdir(dirname(join(dataDir, path)), { recursive: true })
    await writeFile(join(dataDir, path), 'half a file')
  }
  const { child, stack } = await startProcess(fixture('functions'))
  for (const path of unfinished) expect(existsSync(join(dataDir, path)), path).toBe(false)
  const functions = functionsProcess(child)
  expect(isAlive(functions)).toBe(true)
  const { client, id } = await signIn(stack, 'owner@example.com')
  const admin = connect(stack, fetch, secretKey).storage
  await admin
    .from('documents')
    .upload(`${id}/will.pdf`, Buffer.from('%PDF'), { contentType: 'application/pdf' })

  let acknowledged = 0
  const killed = new Promise((resolve) => child.once('exit', resolve))
  for (;;) {
    const { error } = await client
      .from('profiles')
      .update({ full_name: `Name ${acknowledged + 1}` })
      .eq('user_id', id)
    if (error) break
    acknowledged += 1
    // It dies while the next request is under way.
    if (acknowledged === 20) child.kill('SIGKILL')
  }
  await killed
  await expect.poll(() => isAlive(functions), { timeout: 10_000 }).toBe(false)

  const again = await startStack({ dataDir, seed: true })
  try {
    const [profile] = await again.sql('select full_name from public.profiles where user_id = $1', [id])
    expect(acknowledged).toBeGreaterThanOrEqual(20)
    // The last change may have been saved without being acknowledged.
    expect([`Name ${acknowledged}`, `Name ${acknowledged + 1}`]).toContain(profile?.full_name)
    const file = await connect(again, fetch, secretKey).storage.from('documents').download(`${id}/will.pdf`)
    expect(await file.data?.text()).toBe('%PDF')
    const { total } = await (await fetch(`${again.mailboxUrl}/api/v1/messages`)).json()
    expect(total).toBe(1)
    const [people] = await again.sql('select count(*)::int as seeded from auth.users where email <> $1', [
      'owner@example.com',
    ])
    expect(people?.seeded, 'the seed was applied once').toBe(6)
  } finally {
    await again.stop()
  }
})

it(`a stack that is killed ${kills} times while people write and upload loses nothing that it acknowledged`, async () => {
  const seed = 20_261_122
  const delays = fc.sample(fc.integer({ min: 0, max: 1_500 }), { seed, numRuns: kills })
  const sizes = fc.sample(fc.integer({ min: 1, max: 400_000 }), { seed, numRuns: 50 })
  let { child, stack } = await startProcess()
  const { id, token } = await signIn(stack, 'owner@example.com')
  const rows: string[] = []
  const files: { path: string; size: number }[] = []

  for (const delay of delays) {
    const killed = new Promise((resolve) => child.once('exit', resolve))
    const owner = connect(stack, withToken(token))
    const before = { rows: rows.length, files: files.length }
    let isDoomed = false
    // However slow the machine is, a row and a file have been acknowledged before the stack is killed.
    const kill = () => child.kill('SIGKILL')
    const acknowledged = () => {
      if (isDoomed || rows.length === before.rows || files.length === before.files) return
      isDoomed = true
      setTimeout(kill, delay)
    }
    const refusals: string[] = []
    /** Only the kill is to end a writer. */
    const refused = ({ message }: Error) => {
      if (isDoomed) return
      refusals.push(message)
      kill()
    }
    const write = async () => {
      for (;;) {
        const row = crypto.randomUUID()
        const { error } = await owner.from('contacts').insert({ id: row, user_id: id, name: row })
        if (error) return refused(error)
        rows.push(row)
        acknowledged()
      }
    }
    const upload = async () => {
      for (;;) {
        const size = sizes[files.length % sizes.length] ?? 1
        const path = `${id}/estate/${crypto.randomUUID()}.pdf`
        const body = new Blob([new Uint8Array(size).fill(37)], { type: 'application/pdf' })
        const { error } = await owner.storage.from('documents').upload(path, body)
        if (error) return refused(error)
        files.push({ path, size })
        acknowledged()
      }
    }
    await Promise.all([write(), write(), upload(), upload()])
    expect(refusals, 'before a row and a file were acknowledged').toEqual([])
    await killed

    ;({ child, stack } = await startProcess())
    const service = connect(stack, fetch, secretKey)
    const ids = await idsOfContacts(service, id)
    expect(rows.filter((row) => !ids.has(row))).toEqual([])
    // Each writer may have had one more row saved when the stack died; a file that Storage lists is there as a whole.
    expect(ids.size).toBeLessThanOrEqual(rows.length + 2 * kills)
    const { data: listed } = await service.storage.from('documents').list(`${id}/estate`, { limit: 10_000 })
    const sizeOf = new Map(listed?.map(({ name, metadata }) => [`${id}/estate/${name}`, metadata?.size]))
    expect(files.filter(({ path, size }) => sizeOf.get(path) !== size)).toEqual([])
    for (const [path, size] of [...sizeOf].slice(-20)) {
      const { data } = await service.storage.from('documents').download(path)
      expect([path, data?.size]).toEqual([path, size])
    }
  }
  child.kill('SIGKILL')
}, 1_800_000)

/** The ids of all contacts of an owner, page by page: the API answers with at most 1,000 rows (max_rows). */
async function idsOfContacts(service: ReturnType<typeof connect>, userId: string): Promise<Set<string>> {
  const ids = new Set<string>()
  for (;;) {
    const { data } = await service
      .from('contacts')
      .select('id')
      .eq('user_id', userId)
      .order('id')
      .range(ids.size, ids.size + 999)
      .throwOnError()
    for (const row of data) ids.add(row.id)
    if (data.length < 1_000) return ids
  }
}

/** A fetch that sends a token which is valid for the next stack on the same data as well. */
const withToken =
  (token: string): typeof fetch =>
  (input, init) => {
    const headers = new Headers(init?.headers)
    headers.set('authorization', `Bearer ${token}`)
    return fetch(input, { ...init, headers })
  }
