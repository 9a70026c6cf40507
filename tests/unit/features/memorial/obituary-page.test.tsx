import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { Component as ObituaryPage } from '@/features/memorial/obituary-page'
import { paths, patterns } from '@/lib/paths'
import { keepObituary, readObituary } from '@/reading/obituary/kept-obituary'
import { anna, fakeSupabase, json, type Routes, signIn } from '../../fake-supabase'
import { partsOpenTo } from '../../open-parts'
import { renderPage } from '../../render'
import { profileOf } from '../profile/profile-of'

const ownerId = '22222222-2222-4222-8222-222222222222'
const owner = {
  ...profileOf(ownerId),
  full_name: 'Margaret Ellis',
  is_deceased: true,
  death_review: 'approved',
  release_at: '2026-11-20T10:00:00+00:00',
  died_on: '2026-11-18',
}
const access = {
  role: 'executor',
  can_view: true,
  can_view_finances: true,
  parts: partsOpenTo('executor'),
  certificate_submitted_at: null,
  open_early_until: null,
}
const at = { created_at: '2026-11-01T10:00:00+00:00', updated_at: '2026-11-01T10:00:00+00:00' }

const read: Routes = {
  'POST rpc/memorial_access': json(access),
  'GET profiles': json(owner),
  'GET services': json([]),
  'GET funeral_plan': json({ user_id: ownerId, obituary: 'She taught.', service_type: null }),
  'GET contacts': json([{ id: 'c1', name: 'Peter Ellis', relation: 'Brother', ...at }]),
  'GET portraits': json([
    { id: 'p1', born_on: '1948-03-03', remembered_by: null, picture_path: null, ...at },
  ]),
}

function open(given: Routes = {}) {
  fakeSupabase({ ...read, ...given })
  return renderPage({
    page: ObituaryPage,
    pattern: patterns.memorialObituary,
    at: paths.memorialObituary(ownerId),
  })
}
const field = () => screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'The text' })

beforeEach(() => {
  fakeSupabase({})
  return signIn()
})

test('an executor gets a draft of the obituary, and reads what it leaves out and why', async () => {
  open()
  expect((await field()).value).toBe(
    'Margaret Ellis, born in 1948, died on November 18, 2026.\n\nMargaret Ellis is survived by Peter Ellis (brother).\n\nA service will be held [day, time and place].',
  )
  expect(screen.getByText(/only the year of birth, no address/)).toBeVisible()
  expect(readObituary(anna.id, ownerId)).toBeNull()
})

test('the draft of an obituary asks to fill in brackets as long as there are some', async () => {
  const { user } = open()
  await field()
  expect(screen.getByText('Fill in the brackets.')).toBeVisible()
  await user.clear(await field())
  await user.type(await field(), 'My own words.')
  expect(screen.queryByText('Fill in the brackets.')).toBeNull()
})

test('an executor chooses the length, changes the text, and copies what they wrote', async () => {
  const { user } = open()
  await field()
  await user.click(screen.getByRole('radio', { name: /^Long/ }))
  expect((await field()).value).toContain('She taught.')
  await user.type(await field(), ' Come as you are.')
  expect(screen.getByText(/kept on this device until you sign out/)).toBeVisible()
  const writeText = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue()
  await user.click(screen.getByRole('button', { name: 'Copy the text' }))
  expect(writeText).toHaveBeenCalledWith(expect.stringMatching(/She taught\.[\s\S]*Come as you are\.$/))
})

test('what an executor wrote is there again after a reload, and is replaced only when they say so', async () => {
  const before = open()
  await before.user.clear(await field())
  await before.user.type(await field(), 'My own words.')
  before.unmount()
  const { user } = open()
  expect((await field()).value).toBe('My own words.')
  await user.click(screen.getByRole('radio', { name: /^Short/ }))
  const question = within(await screen.findByRole('alertdialog'))
  await user.click(question.getByRole('button', { name: 'Cancel' }))
  expect((await field()).value).toBe('My own words.')
  await user.click(screen.getByRole('radio', { name: /^Short/ }))
  await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Replace it' }))
  await waitFor(async () => expect((await field()).value).toMatch(/^Margaret Ellis, born in 1948/))
  expect(readObituary(anna.id, ownerId)).toBeNull()
})

test.each([
  ['a trustee', { 'POST rpc/memorial_access': json({ ...access, role: 'trustee' }) }],
  [
    'an executor before the release',
    { 'GET profiles': json({ ...owner, release_at: '2999-01-01T00:00:00Z' }) },
  ],
  [
    'an executor after the owner said that they live',
    { 'POST rpc/memorial_access': json({ ...access, can_view: false, parts: [] }) },
  ],
])(
  'there is no draft of the obituary for %s, and what was kept on the device is gone',
  async (_, given: Routes) => {
    keepObituary(anna.id, ownerId, 'My own words.')
    open(given)
    expect(await screen.findByText('Executors write the obituary')).toBeVisible()
    expect(screen.queryByRole('textbox')).toBeNull()
    expect(readObituary(anna.id, ownerId)).toBeNull()
  },
)
