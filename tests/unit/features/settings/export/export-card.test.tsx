import { screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { ExportCard } from '@/features/settings/export/export-card'
import { patterns } from '@/lib/paths'
import { fakeSupabase, json, offline, type Routes, refusal, signIn } from '../../../fake-supabase'
import { renderPage } from '../../../render'

const tables = [
  'profiles',
  'funeral_plan',
  'designations',
  'contacts',
  'video_messages',
  'insurance_policies',
  'home_items',
  'portraits',
  'financial_accounts',
  'estate_documents',
  'subscriptions',
  'practices',
  'cards',
  'step_marks',
  'part_access',
  'first_hours',
  'memories',
  'access_events',
]
const empty: Routes = {
  ...Object.fromEntries(tables.map((table) => [`GET ${table}`, json([])])),
  'POST rpc/stored_files': json([]),
  'POST rpc/require_known_browser': json(true),
}

/** The files that the browser was told to save. */
let saved: { name: string; blob: Blob }[]

const open = () => renderPage({ page: ExportCard, pattern: patterns.settings })
const button = (name: string) => screen.getByRole('button', { name })

beforeEach(() => {
  fakeSupabase({})
  saved = []
  let last: Blob | undefined
  URL.createObjectURL = (blob) => {
    last = blob as Blob
    return 'blob:test'
  }
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    if (last) saved.push({ name: this.download, blob: last })
  })
  return signIn()
})
afterEach(() => {
  delete window.showSaveFilePicker
})

describe('data', () => {
  test('exporting only the data saves a JSON file named after the day', async () => {
    fakeSupabase({ ...empty, 'GET contacts': json([{ id: '1', name: '李小龍' }]) })
    const { user } = open()
    await user.click(button('Export All Data'))
    expect(await screen.findByText('Data Exported')).toBeVisible()
    expect(saved.map(({ name }) => name)).toEqual([
      expect.stringMatching(/^heartwood-data-\d{4}-\d\d-\d\d\.json$/),
    ])
    expect(saved[0]?.blob.type).toBe('application/json')
  })

  test('exporting only the data reads nothing in a browser that is new to the account', async () => {
    const calls = fakeSupabase({ 'POST rpc/require_known_browser': refusal('HW080', 400, '3600') })
    const { user } = open()
    await user.click(button('Export All Data'))
    expect(await screen.findByRole('alert')).toHaveTextContent('This browser is new to your account')
    await user.click(button('Export everything, with files'))
    expect(await screen.findByText('No zip was made')).toBeVisible()
    expect(calls.map(({ route }) => route)).toEqual(Array(2).fill('POST rpc/require_known_browser'))
    expect(saved).toEqual([])
  })

  test('exporting only the data saves nothing and shows an error when one table cannot be read', async () => {
    fakeSupabase({ ...empty, 'GET access_events': refusal('57014', 500) })
    const { user } = open()
    await user.click(button('Export All Data'))
    expect(await screen.findByRole('alert')).toHaveTextContent(
      'We couldn’t export your data. The server took too long to answer.',
    )
    expect(await screen.findByText('Error')).toBeVisible()
    expect(saved).toEqual([])
  })
})

describe('files', () => {
  test('exporting everything with files shows an error when files cannot be listed, and can be tried again', async () => {
    fakeSupabase({ ...empty, 'POST rpc/stored_files': [offline, json([])] })
    const { user } = open()
    await user.click(button('Export everything, with files'))
    expect(await screen.findByText('No zip was made')).toBeVisible()
    await user.click(button('Export everything, with files'))
    expect(await screen.findByText('There are no files in your plan yet')).toBeVisible()
  })

  test('exporting everything with files makes no zip when choosing a place for it is canceled', async () => {
    fakeSupabase(empty)
    const picker = vi.fn(() => Promise.reject(new DOMException('', 'AbortError')))
    window.showSaveFilePicker = picker
    const { user } = open()
    await user.click(button('Export everything, with files'))
    await user.click(await screen.findByRole('button', { name: 'Download zip' }))
    await waitFor(() => expect(picker).toHaveBeenCalledOnce())
    expect(button('Download zip')).toBeVisible()
    expect(screen.queryByText('No zip was made')).toBeNull()
  })

  test('exporting everything with files shows an error when the disk is full', async () => {
    fakeSupabase(empty)
    const disk = new WritableStream({
      write: () => Promise.reject(new DOMException('', 'QuotaExceededError')),
    })
    window.showSaveFilePicker = async () =>
      ({ createWritable: async () => disk }) as unknown as FileSystemFileHandle
    const { user } = open()
    await user.click(button('Export everything, with files'))
    await user.click(await screen.findByRole('button', { name: 'Download zip' }))
    expect(await screen.findByText('No zip was made')).toBeVisible()
    expect(screen.getByRole('alert')).toHaveTextContent('There isn’t enough room on this device.')
  })
})
