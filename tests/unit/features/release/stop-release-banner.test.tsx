import { screen, within } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { StopReleaseBanner } from '@/features/release/stop-release-banner'
import { patterns } from '@/lib/paths'
import { Page } from '@/ui/base/page'
import { anna, fakeSupabase, json, offline, refusal, signIn } from '../../fake-supabase'
import { renderPage } from '../../render'

const profile = { user_id: anna.id, full_name: 'Anna', death_review: 'pending', release_at: null }
const open = () =>
  renderPage({
    page: () => (
      <>
        <StopReleaseBanner />
        <Page title="Dashboard" />
      </>
    ),
    pattern: patterns.dashboard,
  })
const words = 'I’m alive: stop this'

beforeEach(() => {
  fakeSupabase({})
  return signIn()
})

test('stopping a release says that it was stopped and moves the focus to the page', async () => {
  fakeSupabase({
    'GET profiles': [json(profile), json({ ...profile, death_review: 'rejected' })],
    'POST rpc/stop_release': json(null),
  })
  const { user } = open()
  await user.click(await screen.findByRole('button', { name: words }))
  const question = within(await screen.findByRole('alertdialog'))
  await user.click(question.getByRole('button', { name: words }))
  expect(await screen.findByText('Stopped')).toBeVisible()
  expect(
    screen.getByText('Your plan is closed, and we’re telling everyone who accepted your invitation.'),
  ).toBeVisible()
  await expect.poll(() => document.activeElement).toBe(screen.getByRole('heading', { level: 1 }))
  expect(screen.queryByRole('button', { name: words })).toBeNull()
})

test('the stop-release banner says how long a review takes, if that is known', async () => {
  vi.stubEnv('VITE_REVIEW_TIME', '2 business days')
  fakeSupabase({ 'GET profiles': json(profile) })
  open()
  expect(
    await screen.findByText(
      /^We’re checking it now\. A review usually takes 2 business days\. Unless you stop it/,
    ),
  ).toBeVisible()
  vi.unstubAllEnvs()
})

test('stopping a release is tried once more when its answer is lost', async () => {
  const calls = fakeSupabase({
    'GET profiles': [json(profile), json({ ...profile, death_review: 'rejected' })],
    'POST rpc/stop_release': [offline, json(null)],
  })
  const { user } = open()
  await user.click(await screen.findByRole('button', { name: words }))
  await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: words }))
  expect(await screen.findByText('Stopped', {}, { timeout: 5_000 })).toBeVisible()
  expect(calls.filter(({ route }) => route === 'POST rpc/stop_release')).toHaveLength(2)
})

test('stopping a release reports a failure in the dialog alone', async () => {
  fakeSupabase({ 'GET profiles': json(profile), 'POST rpc/stop_release': refusal('HW004') })
  const { user } = open()
  await user.click(await screen.findByRole('button', { name: words }))
  const question = within(await screen.findByRole('alertdialog'))
  await user.click(question.getByRole('button', { name: words }))
  expect(await question.findByText('There’s nothing to stop.')).toBeVisible()
  expect(question.getByText('Error')).toBeVisible()
  expect(screen.queryByText('Error', { selector: '[data-title]' })).toBeNull()
})

test('the stop-release banner offers a retry when the profile cannot be loaded', async () => {
  fakeSupabase({ 'GET profiles': [refusal('42501', 403), json(profile)] })
  const { user } = open()
  expect(
    await screen.findByText('We couldn’t check for death certificates submitted in your name.'),
  ).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByRole('button', { name: words })).toBeVisible()
})

test('the stop-release banner says which of the people named told us that something is wrong, until they take it back', async () => {
  const objection = (person_name: string, withdrawn_at: string | null = null) => ({
    person_name,
    objected_at: '2026-11-06T10:00:00+00:00',
    is_mine: false,
    words: null,
    opens_at: null,
    withdrawn_at,
  })
  const calls = fakeSupabase({
    'GET profiles': json(profile),
    'POST rpc/certificate_objections': json([
      objection('Tess'),
      objection('Rita', '2026-11-06T11:00:00+00:00'),
      objection('Ben'),
    ]),
  })
  open()
  expect(await screen.findByText('Tess and Ben told us that something is wrong.')).toBeVisible()
  expect(calls.find(({ route }) => route.endsWith('certificate_objections'))?.body).toEqual({
    owner_id: anna.id,
  })
})
