import { screen, within } from '@testing-library/react'
import { beforeEach, describe, expect, test } from 'vitest'
import { Component as SettingsPage } from '@/features/settings/settings-page'
import { patterns } from '@/lib/paths'
import { formatDateTime } from '../../dates-as-read'
import { anna, fakeSupabase, json, type Routes, refusal, signIn } from '../../fake-supabase'
import { renderPage } from '../../render'
import { profileOf } from '../profile/profile-of'

const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString()
const stopped = { ...profileOf(anna.id), review_reminder_months: 6, release_stopped_at: daysAgo(2) }
const removed_at = daysAgo(1)
const contact = { id: 1, table_name: 'contacts', removed: { name: 'Carl Ellis' }, removed_at, refused: null }
const person = {
  id: 2,
  table_name: 'designations',
  removed: { person_name: 'Tom Ellis', role: 'executor' },
  removed_at,
  refused: null,
}
const funeral = { id: 3, table_name: 'funeral_plan', removed: { venue: 'x' }, removed_at, refused: null }
const list = 'POST rpc/removed_since_stop'
const bringBack = 'POST rpc/bring_back_removed'

beforeEach(() => {
  fakeSupabase({})
  return signIn()
})

function open(routes: Routes, profile: object = stopped) {
  const calls = fakeSupabase({
    'GET profiles': json(profile),
    'POST rpc/my_file_room': json({ used_bytes: 0, room_bytes: 1 }),
    ...routes,
  })
  return { calls, ...renderPage({ page: SettingsPage, pattern: patterns.settings }) }
}
const heading = () => screen.findByRole('heading', { name: 'Removed since your stop' })

describe('card', () => {
  test('the card "Removed since your stop" names each part, row and person, when they were removed and until when they can come back', async () => {
    open({ [list]: json([contact, person, funeral]) })
    await heading()
    expect(screen.getByText('Contacts: Carl Ellis')).toBeVisible()
    expect(screen.getByText('Person you named: Tom Ellis')).toBeVisible()
    expect(screen.getByText('Funeral Plan')).toBeVisible()
    const until = new Date(removed_at)
    until.setDate(until.getDate() + 7)
    expect(
      screen.getAllByText(
        `Removed ${formatDateTime(removed_at)}. You can bring it back until ${formatDateTime(until.toISOString())}.`,
      ),
    ).toHaveLength(3)
  })

  test('the card "Removed since your stop" brings everything back with one press, says so, and reads every list again', async () => {
    const { user, calls } = open({
      [list]: [json([contact, person]), json([])],
      [bringBack]: [json(2), json(0)],
    })
    await heading()
    await user.click(screen.getByRole('button', { name: 'Bring everything back' }))
    const outcome = await screen.findByText('2 were brought back.')
    expect(outcome).toBeVisible()
    expect(screen.queryByRole('button', { name: 'Bring everything back' })).toBeNull()
    expect(screen.queryByText('Contacts: Carl Ellis')).toBeNull()
    expect(calls.filter(({ route }) => route === 'POST rpc/my_file_room')).toHaveLength(2)
  })

  test.each([
    ['23505', person, 'someone with this email address is on your list again.'],
    ['23505', funeral, 'your plan already has a new one.'],
    ['23503', contact, 'the person it was for is no longer on your list.'],
    ['HW040', contact, 'the list is full. Delete something you no longer need, then try again.'],
    ['HW010', person, 'it has the email address you sign in with.'],
    [
      'HW080',
      person,
      'this browser is new to your account. Use one you have used before, or try again in a day.',
    ],
    ['23514', contact, 'it no longer fits in your plan.'],
  ])(
    'the card "Removed since your stop" says why a row could not be brought back (%s)',
    async (refused, row, why) => {
      const { user } = open({
        [list]: [json([contact, { ...row, id: 9 }]), json([{ ...row, id: 9, refused }])],
        [bringBack]: [json(1), json(0)],
      })
      await heading()
      await user.click(screen.getByRole('button', { name: 'Bring everything back' }))
      expect(await screen.findByText('1 was brought back; 1 couldn’t be. See why below.')).toBeVisible()
      expect(
        within(screen.getByRole('listitem')).getByText(`It couldn’t be brought back: ${why}`),
      ).toBeVisible()
    },
  )

  test('the card "Removed since your stop" says that nothing was brought back when the plan is frozen', async () => {
    const { user } = open({ [list]: json([contact]), [bringBack]: refusal('HW005') })
    await heading()
    await user.click(screen.getByRole('button', { name: 'Bring everything back' }))
    expect(await screen.findByText('Nothing was brought back')).toBeVisible()
    expect(screen.getByText('Contacts: Carl Ellis')).toBeVisible()
  })

  test('the card "Removed since your stop" is not shown when nothing was removed', async () => {
    const { calls } = open({ [list]: json([]) })
    expect(await screen.findByLabelText('Full name')).toBeVisible()
    expect(screen.queryByRole('heading', { name: /^Removed/ })).toBeNull()
    expect(calls.filter(({ route }) => route === list)).toHaveLength(1)
  })

  test.each([
    ['long after a stop', daysAgo(15)],
    ['without a stop', null],
  ])('what was removed during an opening is listed %s, and can be brought back', async (_, stop) => {
    open({ [list]: json([contact]) }, { ...stopped, release_stopped_at: stop })
    expect(await screen.findByRole('heading', { name: 'Removed lately' })).toBeVisible()
    expect(
      screen.getByText(/^This was removed while your first hours were open, or soon after\./),
    ).toBeVisible()
    expect(screen.getByText('Contacts: Carl Ellis')).toBeVisible()
    expect(screen.getByRole('button', { name: 'Bring everything back' })).toBeVisible()
  })
})
