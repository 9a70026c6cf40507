// @vitest-environment node
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises'
import { hostname, tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { FolderInUse, withLock } from '../../../deploy/backup/lock.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'heartwood-lock-'))
})
afterEach(() => rm(folder, { recursive: true }))

const enter = () => withLock(folder, async () => 'entered')
const lockOf = (holder: Partial<Record<'id' | 'pid' | 'host' | 'since', unknown>>) =>
  writeFile(
    join(folder, 'lock'),
    JSON.stringify({ id: 'x', pid: 1, host: hostname(), since: '2026-11-22T02:00:00.000Z', ...holder }),
  )
const letMinutesPass = (minutes: number) => {
  const then = new Date(Date.now() - minutes * 60_000)
  return utimes(join(folder, 'lock'), then, then)
}

it('of two runs at once, the second is refused and told who is at work', async () => {
  await withLock(folder, async () => {
    await expect(enter()).rejects.toThrow(
      new RegExp(`^Another run works in this folder: process ${process.pid} on ${hostname()}, since `),
    )
  })
  expect(await enter()).toBe('entered')
  expect(await readdir(folder)).toEqual([])
})

it('a run that fails gives the folder free', async () => {
  const fails = withLock(folder, async () => {
    throw new Error('the disk is full')
  })
  await expect(fails).rejects.toThrow('the disk is full')
  expect(await enter()).toBe('entered')
})

it('a run that was killed keeps no one out, and one that lives does', async () => {
  const code = `import('./deploy/backup/lock.ts').then(({ withLock }) =>
    withLock(process.argv[1], () => { console.log('in'); return new Promise(() => { setInterval(() => {}, 1000) }) }))`
  const child = spawn(process.execPath, ['--import', 'tsx', '-e', code, folder])
  await once(child.stdout, 'data')
  await expect(enter()).rejects.toThrow(FolderInUse)
  child.kill('SIGKILL')
  await once(child, 'exit')
  expect(await enter()).toBe('entered')
})

it('a run on another machine is waited for until it has given no sign of life for ten minutes', async () => {
  await lockOf({ host: 'another' })
  await letMinutesPass(9)
  await expect(enter()).rejects.toThrow('process 1 on another, since 2026-11-22T02:00:00.000Z')
  await letMinutesPass(11)
  expect(await enter()).toBe('entered')
})

it('a lock with the number of this very process, as in a container, is an old one', async () => {
  await lockOf({ pid: process.pid })
  expect(await enter()).toBe('entered')
})

it('half a lock is respected while it is new, and not for ever', async () => {
  await writeFile(join(folder, 'lock'), '{"id":')
  await expect(enter()).rejects.toThrow(FolderInUse)
  await letMinutesPass(11)
  expect(await enter()).toBe('entered')
})

it('of many that find the same old lock, one enters at a time', async () => {
  await lockOf({ pid: process.pid })
  let inside = 0
  const work = async () => {
    inside += 1
    expect(inside).toBe(1)
    await readdir(folder)
    inside -= 1
  }
  const results = await Promise.allSettled(Array.from({ length: 20 }, () => withLock(folder, work)))
  for (const result of results)
    if (result.status === 'rejected') expect(result.reason).toBeInstanceOf(FolderInUse)
  expect(results.some(({ status }) => status === 'fulfilled')).toBe(true)
})
