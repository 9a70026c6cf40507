import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { startUpload } from '@/data/files/uploads'
import { patterns } from '@/lib/paths'
import { Component as DocumentsPage } from '@/parts/documents/page'
import { anna, fakeSupabase, json, refusal, signIn } from '../../fake-supabase'
import { renderPage } from '../../render'

vi.mock('@/data/files/uploads', async (original) => ({
  ...(await original<typeof import('@/data/files/uploads')>()),
  startUpload: vi.fn(),
}))

const will = {
  id: '22222222-2222-4222-8222-222222222222',
  doc_type: 'will',
  description: 'Last will',
  file_path: `${anna.id}/estate/1700000000000-last_will.pdf`,
  original_location: 'With Mrs. Berg',
  created_at: '2026-11-01T10:00:00+00:00',
  updated_at: '2026-11-01T10:00:00+00:00',
}
const scan = new File(['%PDF-1.7'], 'last will.pdf', { type: 'application/pdf' })

const open = () => renderPage({ page: DocumentsPage, pattern: patterns.documents })
const button = (name: string) => screen.getByRole('button', { name })

async function openAdding() {
  const { user } = open()
  await screen.findByRole('heading', { name: 'No documents yet' })
  await user.click(button('Add Document'))
  const dialog = within(await screen.findByRole('dialog', { name: 'Add Document' }))
  return { user, dialog, add: dialog.getByRole('button', { name: 'Add Document' }) }
}

beforeEach(() => {
  fakeSupabase({})
  vi.mocked(startUpload).mockReset()
  return signIn()
})

test('the document list shows what each document is and where the original is kept', async () => {
  fakeSupabase({ 'GET estate_documents': json([will]) })
  open()
  const item = within(
    (await screen.findByRole('heading', { name: 'Last will' })).closest('li') ?? document.body,
  )
  for (const text of ['Will', 'With Mrs. Berg', 'last_will.pdf', 'Nov 1, 2026'])
    expect(item.getByText(text)).toBeVisible()
  expect(item.getByRole('button', { name: 'Open document: Last will' })).toBeVisible()
})

test('the document list says what is not recorded, and calls nothing missing that no step misses', async () => {
  fakeSupabase({ 'GET estate_documents': json([{ ...will, doc_type: 'trust', original_location: null }]) })
  open()
  expect(await screen.findByText('Not recorded: where the original is')).toBeVisible()
  expect(screen.queryByText(/missing/i)).toBeNull()
})

test('the document list offers a retry when it cannot be loaded', async () => {
  fakeSupabase({ 'GET estate_documents': [refusal('57014', 500), json([will])] })
  const { user } = open()
  expect(await screen.findByText('Unable to load documents')).toBeVisible()
  await user.click(button('Try again'))
  expect(await screen.findByRole('heading', { name: 'Last will' })).toBeVisible()
})

describe('adding', () => {
  beforeEach(() => {
    fakeSupabase({ 'GET estate_documents': json([]), 'POST estate_documents': json(will, 201) })
  })

  test('adding a document explains each legal term and is disabled until a file is chosen', async () => {
    const { dialog, add } = await openAdding()
    for (const [name, meaning] of [
      [/^Will/, /who gets what you own/],
      [/^Trust/, /looks after it for others/],
      [/^Power of attorney/, /act for you while you’re alive/],
    ] as const) {
      expect(dialog.getByRole('radio', { name })).not.toBeChecked()
      expect(dialog.getByRole('radio', { name })).toHaveAccessibleDescription(meaning)
    }
    expect(add).toBeDisabled()
  })

  test('adding a document reports missing fields in the dialog alone, and sends nothing', async () => {
    const { user, dialog, add } = await openAdding()
    await user.upload(dialog.getByLabelText('Document'), scan)
    await waitFor(() => expect(add).toBeEnabled())
    await user.click(add)
    expect(await screen.findAllByText('Missing information')).toHaveLength(1)
    expect(screen.getAllByText('Please fill all fields and upload a document.')).toHaveLength(1)
    expect(await dialog.findByText('Choose what it is.')).toBeVisible()
    expect(dialog.getByText('Enter a description.')).toBeVisible()
    expect(startUpload).not.toHaveBeenCalled()
    await user.click(dialog.getByRole('radio', { name: /^Will/ }))
    await user.type(dialog.getByLabelText('Description'), 'Last will')
    expect(dialog.queryByText('Missing information')).toBeNull()
  })

  test('adding a document shows the upload, ignores a second press, and reports that the document was added', async () => {
    let finish = () => {}
    const done = new Promise<void>((resolve) => {
      finish = resolve
    })
    const progress = { sent: 0, total: scan.size, connected: true }
    vi.mocked(startUpload).mockReturnValue({
      done,
      progress: () => progress,
      subscribe: () => () => {},
      resume: () => {},
      cancel: () => {},
    })
    const { user, dialog, add } = await openAdding()
    await user.click(dialog.getByRole('radio', { name: /^Will/ }))
    await user.type(dialog.getByLabelText('Description'), 'Last will')
    await user.upload(dialog.getByLabelText('Document'), scan)
    await waitFor(() => expect(add).toBeEnabled())
    await user.click(add)
    expect(await dialog.findByRole('button', { name: 'Cancel upload' })).toBeVisible()
    await user.click(dialog.getByRole('button', { name: 'Uploading...' }))
    expect(startUpload).toHaveBeenCalledTimes(1)
    finish()
    expect(await screen.findByText('Document added')).toBeVisible()
    expect(await screen.findByText('File uploaded')).toBeVisible()
    expect(await screen.findByRole('heading', { name: 'Last will' })).toBeVisible()
  })
})

test('editing a document reports a missing field only beside that field', async () => {
  fakeSupabase({ 'GET estate_documents': json([will]) })
  const { user } = open()
  await user.click(await screen.findByRole('button', { name: 'Edit Last will' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Edit Document' }))
  await user.clear(dialog.getByLabelText('Description'))
  await user.click(dialog.getByRole('button', { name: 'Save Document' }))
  expect(await dialog.findByText('Enter a description.')).toBeVisible()
  expect(screen.queryByText('Missing information')).toBeNull()
})
