import { act, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { COPIES, forgetCopies, keepOnDevice, readFromDevice } from '@/browser/device-storage'
import { keepAppOffline } from '@/browser/offline'
import { keepInTab, readFromTab, useTabDraft } from '@/browser/tab-storage'

beforeEach(() => {
  localStorage.clear()
  sessionStorage.clear()
})

const text = (stored: unknown) => {
  if (typeof stored === 'string') return stored
  throw new Error('not a text')
}
/** A browser in which a person forbade all storage. */
function blockStorage() {
  for (const name of ['getItem', 'setItem', 'removeItem'] as const)
    vi.spyOn(Storage.prototype, name).mockImplementation(() => {
      throw new DOMException('', 'SecurityError')
    })
}

const stores = [
  ['this device', localStorage, keepOnDevice, (key: string) => readFromDevice(key, { parse: text })],
  ['this tab', sessionStorage, keepInTab, (key: string) => readFromTab(key, text)],
] as const

test.each(stores)('what is kept in %s is read again, until it is deleted', (_, storage, keep, read) => {
  expect(read('a')).toBeNull()
  keep('a', 'kept')
  expect(read('a')).toBe('kept')
  keep('a', null)
  expect(read('a')).toBeNull()
  expect(storage).toHaveLength(0)
})

test.each(stores)('what is not accepted, or damaged, in %s reads as nothing', (_, storage, keep, read) => {
  keep('a', 7)
  storage.setItem('b', '{')
  expect([read('a'), read('b')]).toEqual([null, null])
})

test.each(stores)(
  'where the storage of %s is blocked, nothing is read and no one is interrupted',
  (...store) => {
    const [, , keep, read] = store
    blockStorage()
    expect(() => keep('a', 'kept')).not.toThrow()
    expect(() => keep('a', null)).not.toThrow()
    expect(read('a')).toBeNull()
  },
)

test('whether a value could be kept on this device is told', () => {
  expect(keepOnDevice('a', 'kept')).toBe(true)
  expect(keepOnDevice('a', null)).toBe(true)
  blockStorage()
  expect(keepOnDevice('a', 'kept')).toBe(false)
})

test('copies of what others entrusted to a person leave the device with the session, and nothing else does', () => {
  keepOnDevice(`${COPIES}steps.tom.margaret`, 'a list')
  keepOnDevice('heartwood.unsent-marks.tom', 'a mark')
  forgetCopies()
  expect(Object.keys(localStorage)).toEqual(['heartwood.unsent-marks.tom'])
  blockStorage()
  expect(forgetCopies).not.toThrow()
})

test('a draft in this tab is there after a reload of the page, until it is deleted', () => {
  const read = () => readFromTab('draft', text)
  const open = () => renderHook(() => useTabDraft('draft', read)).result
  const first = open()
  expect(first.current[0]).toBeNull()
  act(() => first.current[1]('123456'))
  expect(first.current[0]).toBe('123456')
  const reloaded = open()
  expect(reloaded.current[0]).toBe('123456')
  act(() => reloaded.current[1](null))
  expect([reloaded.current[0], open().current[0]]).toEqual([null, null])
})

afterEach(() => {
  vi.unstubAllEnvs()
  vi.unstubAllGlobals()
})

/** A browser with service workers. @returns what the app asked of it */
function offlineBrowser(register: () => Promise<void> = async () => {}) {
  const worker = { register: vi.fn(register), post: vi.fn() }
  const serviceWorker = {
    register: worker.register,
    ready: Promise.resolve({ active: { postMessage: worker.post } }),
  }
  vi.stubGlobal('navigator', { serviceWorker })
  vi.spyOn(performance, 'getEntriesByType').mockReturnValue([
    { name: 'http://app.test/assets/a.js' } as PerformanceEntry,
  ])
  return worker
}

test('the built app keeps its own files in the browser, also those that were loaded before', async () => {
  vi.stubEnv('PROD', true)
  const worker = offlineBrowser()
  await keepAppOffline()
  expect(worker.register).toHaveBeenCalledWith('/offline.js')
  expect(worker.post).toHaveBeenCalledWith(['http://app.test/assets/a.js'])
})

test('the app keeps no files during development, nor where the browser cannot or refuses to', async () => {
  const worker = offlineBrowser()
  await keepAppOffline()
  expect(worker.register).not.toHaveBeenCalled()
  vi.stubEnv('PROD', true)
  const refusing = offlineBrowser(() => Promise.reject(new DOMException('', 'SecurityError')))
  await expect(keepAppOffline()).resolves.toBeUndefined()
  expect(refusing.post).not.toHaveBeenCalled()
  vi.stubGlobal('navigator', {})
  await expect(keepAppOffline()).resolves.toBeUndefined()
})
