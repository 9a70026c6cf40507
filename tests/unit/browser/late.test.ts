import { expect, test, vi } from 'vitest'
import { late } from '@/browser/late'

/** Code whose download is answered by hand. */
function download() {
  const answers: { come: (code: string) => void; fail: (error: Error) => void }[] = []
  const load = vi.fn(
    () => new Promise<string>((come, fail) => answers.push({ come: (code) => come(code), fail })),
  )
  return { load, last: () => answers.at(-1) }
}
const idle = { data: undefined, error: null, isFetching: false }
const lost = new Error('Failed to fetch')

test('code on demand is loaded once, and everyone who listens hears how far it is', async () => {
  const { load, last } = download()
  const code = late(load)
  expect(code.now()).toEqual(idle)
  const heard: unknown[] = []
  const stop = code.listen(() => heard.push(code.now()))
  const both = [code.get(), code.get()]
  expect(code.now()).toEqual({ ...idle, isFetching: true })
  last()?.come('code')
  expect(await Promise.all(both)).toEqual(['code', 'code'])
  expect(await code.get()).toBe('code')
  expect(load).toHaveBeenCalledTimes(1)
  expect(heard).toEqual([
    { ...idle, isFetching: true },
    { ...idle, data: 'code' },
  ])
  stop()
  expect(code.now()).toEqual({ ...idle, data: 'code' })
})

test('code on demand that was lost is loaded again when it is asked for again', async () => {
  const { load, last } = download()
  const code = late(load)
  const stop = code.listen(() => {})
  const first = code.get()
  last()?.fail(lost)
  await expect(first).rejects.toBe(lost)
  expect(code.now()).toEqual({ ...idle, error: lost })
  const second = code.get()
  last()?.come('code')
  expect(await second).toBe('code')
  expect(load).toHaveBeenCalledTimes(2)
  stop()
})

test('a failure of code on demand is forgotten when the last one who waited for it has gone', async () => {
  const { load, last } = download()
  const code = late(load)
  const tell = vi.fn()
  const stops = [code.listen(tell), code.listen(() => {})]
  const first = code.get()
  last()?.fail(lost)
  await expect(first).rejects.toBe(lost)
  stops[0]?.()
  expect(code.now().error).toBe(lost)
  stops[1]?.()
  expect(code.now()).toEqual(idle)
  tell.mockClear()
  code.ahead()
  expect(tell).not.toHaveBeenCalled()
})

test('code that was loaded ahead of time and lost shows no failure, and is loaded where it is used', async () => {
  const { load, last } = download()
  const code = late(load)
  code.ahead()
  expect(load).toHaveBeenCalledTimes(1)
  last()?.fail(lost)
  await vi.waitFor(() => expect(code.now()).toEqual(idle))
  const used = code.get()
  last()?.come('code')
  expect(await used).toBe('code')
})
