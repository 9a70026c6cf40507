import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { formatDay } from '@/lib/dates'
import { patterns } from '@/lib/paths'
import { Component as PortraitPage } from '@/parts/portrait/page'
import { anna, fakeSupabase, json, type Routes, refusal, signIn } from '../../fake-supabase'
import { renderPage } from '../../render'

const path = `${anna.id}/portrait/1700000000000-picture.jpg`
const portrait = {
  id: '22222222-2222-4222-8222-222222222222',
  picture_path: path,
  born_on: '1948-03-03',
  born_in: 'Portland, Maine',
  remembered_by: 'Room for one more.',
  created_at: '2026-11-01T10:00:00+00:00',
  updated_at: '2026-11-01T10:00:00+00:00',
}
const link = { [`POST storage/object/sign/pictures/${path}`]: json({ signedURL: '/object/sign/x?token=t' }) }
const photo = new File([Uint8Array.of(0xff, 0xd8, 0xff, 0xe0, 0x10)], 'me.jpg', { type: 'image/jpeg' })

function open(rows: object[], routes: Routes = {}) {
  const calls = fakeSupabase({
    'GET profiles': json({ user_id: anna.id, full_name: 'Anna Ellis' }),
    'GET portraits': json(rows),
    ...routes,
  })
  return { calls, ...renderPage({ page: PortraitPage, pattern: patterns.portrait }) }
}

async function openAdding(routes: Routes = {}) {
  const { calls, user } = open([], routes)
  await user.click(await screen.findByRole('button', { name: 'Add Portrait' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Add Portrait' }))
  return { calls, user, dialog, add: dialog.getByRole('button', { name: 'Add Portrait' }) }
}

beforeEach(() => {
  fakeSupabase({})
  return signIn()
})

describe('page', () => {
  test('the portrait’s page says where the portrait will be and who will see it, while there is none', async () => {
    open([])
    expect(await screen.findByRole('heading', { name: 'No portrait yet' })).toBeVisible()
    expect(screen.getByText(/Only the people you’ve named can see this/)).toBeVisible()
  })

  test('the portrait’s page shows picture, birth and line, and offers no second portrait', async () => {
    open([portrait], link)
    expect(await screen.findByRole('img', { name: 'Portrait of Anna Ellis' })).toHaveAttribute(
      'src',
      expect.stringContaining('/object/sign/x?token=t'),
    )
    expect(screen.getByText('Room for one more.')).toBeVisible()
    expect(screen.getByText('Born on Mar 3, 1948 in Portland, Maine')).toBeVisible()
    expect(screen.queryByRole('button', { name: 'Add Portrait' })).toBeNull()
  })

  test('the portrait’s page says it when the picture cannot be loaded, and still shows the words', async () => {
    open([portrait], { [`POST storage/object/sign/pictures/${path}`]: refusal('NoSuchKey', 404) })
    expect(await screen.findByText('The picture couldn’t be loaded.', {}, { timeout: 5000 })).toBeVisible()
    expect(screen.getByText('Room for one more.')).toBeVisible()
  })
})

describe('portraits', () => {
  test('a portrait of words alone is saved with its empty fields as null', async () => {
    const { calls, user, dialog, add } = await openAdding({ 'POST portraits': json(portrait, 201), ...link })
    expect(add).toBeDisabled()
    await user.type(dialog.getByLabelText(/^A line/), ' Room for one more. ')
    await user.click(add)
    expect(await screen.findByText('Portrait added')).toBeVisible()
    expect(calls.find(({ route }) => route === 'POST portraits')?.body).toEqual({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      user_id: anna.id,
      born_on: null,
      born_in: null,
      remembered_by: 'Room for one more.',
    })
  })

  test('a portrait takes no day of birth that is still to come', async () => {
    const { calls, user, dialog, add } = await openAdding()
    const tomorrow = formatDay(new Date(Date.now() + 86_400_000))
    await user.type(dialog.getByLabelText(/^Date of birth/), tomorrow)
    await user.click(add)
    expect(await dialog.findByText('Enter a day in the past.')).toBeVisible()
    expect(calls.some(({ route }) => route === 'POST portraits')).toBe(false)
  })

  test('a portrait can lose its picture and keep its words', async () => {
    const without = { ...portrait, picture_path: null }
    const { calls, user } = open([portrait], { ...link, 'PATCH portraits': json([without]) })
    await user.click(await screen.findByRole('button', { name: 'Edit your portrait' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Edit Portrait' }))
    await user.click(dialog.getByRole('button', { name: 'Remove picture' }))
    expect(dialog.getByText('The picture will be deleted when you save.')).toBeVisible()
    await user.click(dialog.getByRole('button', { name: 'Save Portrait' }))
    expect(await screen.findByText('Portrait saved')).toBeVisible()
    expect(calls.find(({ route }) => route === 'PATCH portraits')?.body).toMatchObject({
      picture_path: null,
      remembered_by: 'Room for one more.',
    })
    await waitFor(() => expect(screen.queryByRole('img')).toBeNull())
  })

  test('a portrait takes photos only, and says in words how to send one that this browser cannot open', async () => {
    vi.stubGlobal('createImageBitmap', () => Promise.reject(new DOMException('', 'InvalidStateError')))
    vi.stubGlobal('URL', Object.assign(URL, { createObjectURL: () => 'blob:1', revokeObjectURL: () => {} }))
    const { user, dialog, add } = await openAdding()
    const field = dialog.getByLabelText('Photo (optional)')
    await user.upload(field, new File(['%PDF-1.7'], 'me.jpg', { type: 'image/jpeg' }))
    expect(await dialog.findByText(/“me\.jpg” isn’t an image \(PNG, JPEG, WebP or HEIC\)/)).toBeVisible()
    await user.upload(field, photo)
    expect(await dialog.findByText(/This browser can’t open this photo\. If it’s a HEIC photo/)).toBeVisible()
    expect(add).toBeDisabled()
  })

  test('a portrait is not saved without its photo while that is still being opened', async () => {
    let refuse = (_error: Error) => {}
    vi.stubGlobal('createImageBitmap', () => new Promise((_resolve, reject) => (refuse = reject)))
    vi.stubGlobal('URL', Object.assign(URL, { createObjectURL: () => 'blob:1', revokeObjectURL: () => {} }))
    const { calls, user, dialog, add } = await openAdding({ 'POST portraits': json(portrait, 201) })
    await user.upload(dialog.getByLabelText('Photo (optional)'), photo)
    expect(await dialog.findByText('Opening the photo...')).toBeVisible()
    await user.type(dialog.getByLabelText(/^A line/), 'Room for one more.')
    await user.click(add)
    expect(await dialog.findByRole('button', { name: 'Saving...' })).toBeVisible()
    refuse(new DOMException('', 'InvalidStateError'))
    expect(await dialog.findByText(/We can no longer read the file/)).toBeVisible()
    expect(calls.some(({ route }) => route === 'POST portraits')).toBe(false)
  })
})
