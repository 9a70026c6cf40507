import { screen, within } from '@testing-library/react'
import { beforeEach, describe, expect, test } from 'vitest'
import { Component as SettingsPage } from '@/features/settings/settings-page'
import { patterns } from '@/lib/paths'
import { anna, fakeSupabase, json, offline, type Routes, refusal, signIn } from '../../fake-supabase'
import { renderPage } from '../../render'

const profile = {
  user_id: anna.id,
  full_name: 'Margaret Ellis',
  visibility_hold: true,
  is_deceased: false,
  death_review: 'none',
  release_wait_days: 0,
  review_reminder_months: 6,
  plan_reviewed_at: null,
  updated_at: '2026-11-01T10:00:00Z',
}

const open = () => renderPage({ page: SettingsPage, pattern: patterns.settings })
const routes = (given: Routes = {}) => fakeSupabase({ 'GET profiles': json(profile), ...given })

beforeEach(() => {
  fakeSupabase({})
  return signIn()
})

test('settings that cannot be loaded say so and can be tried again', async () => {
  routes({ 'GET profiles': [refusal('42501', 403), json(profile)] })
  const { user } = open()
  expect(await screen.findByRole('heading', { name: 'Unable to load settings' })).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByLabelText('Full name')).toHaveValue('Margaret Ellis')
})

describe('the full name', () => {
  test('is saved over the one that was loaded', async () => {
    const saved = { ...profile, full_name: 'Margaret E. Ellis' }
    const calls = routes({
      'GET profiles': [json(profile), json(saved)],
      'PATCH profiles': json(saved),
    })
    const { user } = open()
    expect(await screen.findByRole('link', { name: 'profile page' })).toHaveAttribute('href', '/profile')
    const field = await screen.findByLabelText('Full name')
    await user.clear(field)
    await user.click(screen.getByRole('button', { name: 'Save Changes' }))
    expect(field).toHaveAccessibleDescription(/Enter your full name\./)
    expect(field).toHaveFocus()
    await user.type(field, ' Margaret E. Ellis{Enter}')
    expect(await screen.findByText('Your profile has been updated.')).toBeVisible()
    expect(field).toHaveValue('Margaret E. Ellis')
    const patch = calls.find(({ route }) => route === 'PATCH profiles')
    expect(patch?.body).toEqual({ full_name: 'Margaret E. Ellis' })
    expect(patch?.url.searchParams.get('full_name')).toBe('eq.Margaret Ellis')
  })

  test('stays in the field when it cannot be saved', async () => {
    routes({ 'PATCH profiles': offline })
    const { user } = open()
    const field = await screen.findByLabelText('Full name')
    await user.type(field, ' Jr.{Enter}')
    expect((await screen.findAllByText(/We could not reach the server/)).length).toBeGreaterThan(0)
    expect(field).toHaveValue('Margaret Ellis Jr.')
  })

  test('that another window saved meanwhile is only overwritten knowingly', async () => {
    const other = { ...profile, full_name: 'Maggie Ellis' }
    const calls = routes({
      'GET profiles': [json(profile), json(other)],
      'PATCH profiles': [json([]), json({ ...profile, full_name: 'Margaret Ellis Jr.' })],
    })
    const { user } = open()
    const field = await screen.findByLabelText('Full name')
    await user.type(field, ' Jr.{Enter}')
    expect(await screen.findByText('Not saved: your name was changed elsewhere')).toBeVisible()
    // What was read again meanwhile does not replace what was typed.
    expect(field).toHaveValue('Margaret Ellis Jr.')
    await user.click(screen.getByRole('button', { name: 'Keep mine and save' }))
    expect(await screen.findByText('Your profile has been updated.')).toBeVisible()
    const over = calls
      .filter(({ route }) => route === 'PATCH profiles')
      .map(({ url }) => url.searchParams.get('full_name'))
    expect(over).toEqual(['eq.Margaret Ellis', 'eq.Maggie Ellis'])
  })

  test('that another window saved can take the place of what was typed', async () => {
    routes({
      'GET profiles': [json(profile), json({ ...profile, full_name: 'Maggie Ellis' })],
      'PATCH profiles': json([]),
    })
    const { user } = open()
    const field = await screen.findByLabelText('Full name')
    await user.type(field, ' Jr.{Enter}')
    await user.click(await screen.findByRole('button', { name: 'Load the other version' }))
    const dialog = within(screen.getByRole('alertdialog'))
    await user.click(dialog.getByRole('button', { name: 'Load the other version' }))
    expect(await screen.findByDisplayValue('Maggie Ellis')).toBe(field)
    expect(screen.queryByText(/was changed elsewhere/)).toBeNull()
  })
})

describe('reminders', () => {
  test('are chosen and saved, without touching the name', async () => {
    const saved = { ...profile, review_reminder_months: 0 }
    const calls = routes({ 'GET profiles': [json(profile), json(saved)], 'PATCH profiles': json(saved) })
    const { user } = open()
    expect(await screen.findByRole('radio', { name: 'Every 6 months' })).toBeChecked()
    expect(screen.getByText(/You have not confirmed your plan yet\./)).toBeVisible()
    const save = screen.getByRole('button', { name: 'Save reminder' })
    expect(save).toBeDisabled()
    await user.click(screen.getByRole('radio', { name: 'Never' }))
    await user.click(save)
    expect(await screen.findByText('Your profile has been updated.')).toBeVisible()
    expect(screen.getByRole('radio', { name: 'Never' })).toBeChecked()
    const patch = calls.find(({ route }) => route === 'PATCH profiles')
    expect(patch?.body).toEqual({ review_reminder_months: 0 })
    expect(patch?.url.searchParams.get('review_reminder_months')).toBe('eq.6')
    expect(patch?.url.searchParams.has('full_name')).toBe(false)
  })

  test('say when the plan was last confirmed', async () => {
    routes({ 'GET profiles': json({ ...profile, plan_reviewed_at: '2026-11-03T10:00:00Z' }) })
    open()
    expect(await screen.findByText(/You last confirmed your plan on Nov 3, 2026\./)).toBeVisible()
  })
})

describe('"Sign out everywhere"', () => {
  test('asks first, and says when it did not work', async () => {
    const calls = routes({ 'POST auth/logout': offline })
    const { user } = open()
    await user.click(await screen.findByRole('button', { name: 'Sign out everywhere' }))
    const dialog = within(screen.getByRole('alertdialog', { name: 'Sign out everywhere?' }))
    expect(calls.map(({ route }) => route)).toEqual(['GET profiles'])
    await user.click(dialog.getByRole('button', { name: 'Sign out everywhere' }))
    expect(await dialog.findByText(/We could not reach the server/)).toBeVisible()
    await user.click(dialog.getByRole('button', { name: 'Cancel' }))
    expect(screen.queryByRole('alertdialog')).toBeNull()
    await user.click(screen.getByRole('button', { name: 'Sign out everywhere' }))
    expect(screen.queryByText(/We could not reach the server/)).toBeNull()
  })
})
