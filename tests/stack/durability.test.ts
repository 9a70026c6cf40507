import { type ChildProcess, execFileSync, fork } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { publishableKey, secretKey } from '../../supabase/local/settings.ts'
import { type Stack, startStack } from '../../supabase/local/stack.ts'
import { connect, signIn } from './bench.ts'

const fixture = (path: string) => fileURLToPath(new URL(`./fixtures/${path}`, import.meta.url))

let dataDir: string
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'heartwood-durability-'))
})
afterEach(() => rm(dataDir, { recursive: true, force: true }))

/** A stack in a process of its own, which can be killed. */
async function startProcess(): Promise<{ child: ChildProcess; stack: Stack }> {
  const child = fork(fixture('run-stack.ts'), [dataDir, fixture('functions')], {
    execArgv: ['--import', 'tsx'],
    stdio: 'ignore',
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
  const { child, stack } = await startProcess()
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
