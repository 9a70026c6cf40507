import { screen } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { Component as WhoCanSeePage } from '@/features/profile/who-can-see-page'
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
  const calls = fakeSupabase({
    'GET profiles': json(saved),
    'GET designations': json([]),
    'GET part_access': json([]),
    ...routes,
  })
  return { calls, ...renderPage({ page: WhoCanSeePage, pattern: patterns.whoCanSee }) }
}
const change = async (user: UserEvent) =>
  user.click(await screen.findByRole('button', { name: 'Change the waiting period' }))
const changes = (calls: Call[]) => calls.filter(({ route }) => route === 'PATCH profiles')

beforeEach(() => {
  fakeSupabase({})
  return signIn()
})

test('the owner chooses a waiting period, which is saved only over the one that was loaded', async () => {
  const now = { ...saved, release_wait_days: 7 }
  const { calls, user } = open({ 'GET profiles': [json(saved), json(now)], 'PATCH profiles': json(now) })
  await change(user)
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

test.each([
  ['pending', /^A death certificate for you was submitted.*Then you can change it\.$/],
  ['approved', /A death certificate for you was approved\. If you’re alive, choose/],
])(
  'the waiting period cannot be changed while a certificate is %s, and the page says why',
  async (death_review, why) => {
    open({
      'GET profiles': json({
        ...saved,
        death_review,
        death_certificate_path: `${anna.id}/1-a.pdf`,
        death_reviewed_at: '2026-11-07T10:00:00+00:00',
      }),
    })
    expect(await screen.findByText('No waiting period.')).toBeVisible()
    expect(screen.getByText(why)).toBeVisible()
    expect(screen.queryByText(/After we approve/) === null).toBe(death_review === 'approved')
    expect(screen.queryByRole('button', { name: 'Change the waiting period' })).toBeNull()
  },
)

test('the waiting period is not saved when a certificate was submitted meanwhile, and the page says why', async () => {
  const { user } = open({
    'GET profiles': [json(saved), json({ ...saved, death_review: 'pending' })],
    'PATCH profiles': refusal('HW005'),
    'GET access_events': json([]),
  })
  await change(user)
  await user.selectOptions(await field(), '30 days')
  await user.click(button())
  expect(await screen.findByText('You can’t change the waiting period now')).toBeVisible()
  expect(screen.getByText('No waiting period.')).toBeVisible()
})

test('the waiting period keeps the choice through a lost connection, and does not overwrite one saved elsewhere', async () => {
  const other = { ...saved, release_wait_days: 3 }
  const { user } = open({
    'GET profiles': [json(saved), json(saved), json(other)],
    'PATCH profiles': [offline, json([])],
  })
  await change(user)
  await user.selectOptions(await field(), '14 days')
  await user.click(button())
  expect(await screen.findByText('Error: not saved')).toBeVisible()
  expect(await field()).toHaveDisplayValue('14 days')
  await user.click(button())
  expect(await screen.findByText(/^Not saved: .* changed in another window$/)).toBeVisible()
  expect(await field()).toHaveDisplayValue('14 days')
})
