import { screen } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { Component as ProfilePage } from '@/features/profile/profile-page'
import { patterns } from '@/lib/paths'
import {
  anna,
  type Call,
  fakeSupabase,
  json,
  offline,
  type Routes,
  refusal,
  signIn,
} from '../../fake-supabase'
import { renderPage } from '../../render'
import { profileOf } from './profile-of'

const saved = profileOf(anna.id)
const field = () => screen.findByLabelText('How long should your plan wait?')
const button = () => screen.getByRole('button', { name: 'Save waiting period' })

function open(routes: Routes) {
  const calls = fakeSupabase({ 'GET profiles': json(saved), ...routes })
  return { calls, ...renderPage({ page: ProfilePage, pattern: patterns.profile }) }
}
const changes = (calls: Call[]) => calls.filter(({ route }) => route === 'PATCH profiles')

beforeEach(() => {
  fakeSupabase({})
  return signIn()
})

test('is chosen by the owner and saved over what was loaded', async () => {
  const now = { ...saved, release_wait_days: 7 }
  const { calls, user } = open({ 'GET profiles': [json(saved), json(now)], 'PATCH profiles': json(now) })
  expect(await field()).toHaveDisplayValue('No waiting period')
  expect(button()).toBeDisabled()
  await user.selectOptions(await field(), '7 days')
  await user.click(button())
  expect(await screen.findByText('Your profile has been updated.')).toBeVisible()
  expect(changes(calls).map(({ body }) => body)).toEqual([{ release_wait_days: 7 }])
  expect(changes(calls)[0]?.url.searchParams.get('release_wait_days')).toBe('eq.0')
  expect(await field()).toHaveDisplayValue('7 days')
  expect(button()).toBeDisabled()
})

test.each(['pending', 'approved'])(
  'cannot change while a certificate is %s, and says why',
  async (death_review) => {
    open({
      'GET profiles': json({
        ...saved,
        death_review,
        death_certificate_path: `${anna.id}/1-a.pdf`,
        death_reviewed_at: '2026-11-07T10:00:00+00:00',
      }),
    })
    expect(await field()).toBeDisabled()
    expect(screen.getByText(/How long your plan waits stays as it is until that is over/)).toBeVisible()
    expect(screen.queryByRole('button', { name: 'Save waiting period' })).toBeNull()
  },
)

test('a certificate that came meanwhile: what was chosen is not saved, and the reason stands there', async () => {
  const { user } = open({
    'GET profiles': [json(saved), json({ ...saved, death_review: 'pending' })],
    'PATCH profiles': refusal('HW005'),
    'GET access_events': json([]),
  })
  await user.selectOptions(await field(), '30 days')
  await user.click(button())
  expect(await screen.findByText('The waiting period cannot change now')).toBeVisible()
  expect(await field()).toHaveDisplayValue('No waiting period')
})

test('what was saved elsewhere is not overwritten; what was chosen stays through a lost connection', async () => {
  const other = { ...saved, release_wait_days: 3 }
  const { user } = open({
    'GET profiles': [json(saved), json(saved), json(other)],
    'PATCH profiles': [offline, json([])],
  })
  await user.selectOptions(await field(), '14 days')
  await user.click(button())
  expect(await screen.findByText('Not saved')).toBeVisible()
  expect(await field()).toHaveDisplayValue('14 days')
  await user.click(button())
  expect(await screen.findAllByText(/was changed in another window/)).not.toHaveLength(0)
  expect(await field()).toHaveDisplayValue('14 days')
})
