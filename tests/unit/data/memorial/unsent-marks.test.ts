import { act, renderHook } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import type { UnsentMark } from '@/data/memorial/unsent-marks'

const mark = (id: string, given: Partial<UnsentMark> = {}): UnsentMark => ({
  id,
  owner_id: 'margaret',
  step_key: 'insurance_policies:1',
  mark: 'done',
  undoes: null,
  title: 'Claim the life insurance',
  note: null,
  made_at: '2026-11-23T10:00:00Z',
  ...given,
})

/** A page that was just opened: it knows only what is on this device. */
async function openPage() {
  vi.resetModules()
  return import('@/data/memorial/unsent-marks')
}
const onDevice = () => Object.values(localStorage).join('\n')

beforeEach(() => {
  localStorage.clear()
})

test('marks that are not sent yet are there after a reload, oldest first, for the person who made them', async () => {
  const { changeUnsentMarks, unsentMarks } = await openPage()
  changeUnsentMarks('tom', (list) => [...list, mark('1')])
  changeUnsentMarks('tom', (list) => [...list, mark('2', { note: 'Mr. Lee', undoes: '1' })])
  const both = [mark('1'), mark('2', { note: 'Mr. Lee', undoes: '1' })]
  expect(unsentMarks('tom')).toEqual(both)
  const reloaded = await openPage()
  expect(reloaded.unsentMarks('tom')).toEqual(both)
  expect(reloaded.unsentMarks('anna')).toEqual([])
})

test('the list of marks is the same object until it changes', async () => {
  const { changeUnsentMarks, unsentMarks } = await openPage()
  expect(unsentMarks('tom')).toBe(unsentMarks('tom'))
  changeUnsentMarks('tom', (list) => [...list, mark('1')])
  expect(unsentMarks('tom')).toBe(unsentMarks('tom'))
})

test('the title of a step leaves the device with the session, but not the mark, nor a step that the person added', async () => {
  const { changeUnsentMarks } = await openPage()
  const added = mark('2', { mark: 'added', step_key: 'added:1', title: 'Bring the cake' })
  changeUnsentMarks('tom', () => [mark('1'), added])
  expect(onDevice()).toContain('Claim the life insurance')
  const { forgetCopies } = await import('@/browser/device-storage')
  forgetCopies()
  expect(onDevice()).not.toContain('Claim the life insurance')
  expect((await openPage()).unsentMarks('tom')).toEqual([mark('1', { title: null }), added])
})

test('nothing stays on the device once all marks are sent', async () => {
  const { changeUnsentMarks, unsentMarks } = await openPage()
  changeUnsentMarks('tom', () => [mark('1')])
  changeUnsentMarks('tom', () => [])
  expect(unsentMarks('tom')).toEqual([])
  expect(localStorage).toHaveLength(0)
})

test('a mark that was refused is shown on this page, and is not kept on the device', async () => {
  const { changeUnsentMarks, unsentMarks } = await openPage()
  const refused = mark('1', { refused: 'HW060' })
  changeUnsentMarks('tom', () => [refused, mark('2')])
  changeUnsentMarks('tom', (list) => [...list, mark('3')])
  expect(unsentMarks('tom').map(({ id }) => id)).toEqual(['2', '1', '3'])
  expect((await openPage()).unsentMarks('tom').map(({ id }) => id)).toEqual(['2', '3'])
})

test('what another window of the browser added meanwhile is kept', async () => {
  const here = await openPage()
  here.changeUnsentMarks('tom', () => [mark('1')])
  const there = await openPage()
  there.changeUnsentMarks('tom', (list) => [...list, mark('2')])
  here.changeUnsentMarks('tom', (list) => [...list, mark('3')])
  expect(here.unsentMarks('tom').map(({ id }) => id)).toEqual(['1', '2', '3'])
})

test('where the storage is blocked, the page holds the marks for as long as it is open', async () => {
  for (const name of ['getItem', 'setItem', 'removeItem'] as const)
    vi.spyOn(Storage.prototype, name).mockImplementation(() => {
      throw new DOMException('', 'SecurityError')
    })
  const { changeUnsentMarks, unsentMarks } = await openPage()
  changeUnsentMarks('tom', (list) => [...list, mark('1')])
  changeUnsentMarks('tom', (list) => [...list, mark('2')])
  expect(unsentMarks('tom').map(({ id }) => id)).toEqual(['1', '2'])
})

test('a page shows the marks of this window and of another one at once', async () => {
  const here = await openPage()
  const { result, unmount } = renderHook(() => here.useUnsentMarks('tom'))
  const shown = () => result.current.map(({ id }) => id)
  act(() => here.changeUnsentMarks('tom', () => [mark('1')]))
  expect(shown()).toEqual(['1'])
  const key = 'heartwood.unsent-marks.tom'
  localStorage.setItem(key, JSON.stringify([mark('2')]))
  act(() => void window.dispatchEvent(new StorageEvent('storage', { key: 'something.else' })))
  expect(shown()).toEqual(['1'])
  act(() => void window.dispatchEvent(new StorageEvent('storage', { key })))
  expect(shown()).toEqual(['2'])
  localStorage.clear()
  act(() => void window.dispatchEvent(new StorageEvent('storage', { key: null })))
  expect(shown()).toEqual([])
  unmount()
})
