import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, test } from 'vitest'
import { Component as ProfilePage } from '@/features/profile/profile-page'
import { formatDateTime } from '@/lib/dates'
import { patterns } from '@/lib/paths'
import { designation } from '../../designation'
import {
  anna,
  type Call,
  fakeSupabase,
  held,
  json,
  noFirstHours,
  offline,
  type Routes,
  refusal,
  signIn,
} from '../../fake-supabase'
import { partsOpenTo } from '../../open-parts'
import { renderPage } from '../../render'
import { profileOf } from './profile-of'

const hidden = profileOf(anna.id)
const open = { ...hidden, visibility_hold: false }
const setHold = 'POST rpc/set_visibility_hold'

const named = (id: number, name: string, state: Record<string, unknown>) =>
  designation({
    id,
    person_name: name,
    person_email: `${id}@example.com`,
    role: 'trustee',
    ...state,
  })
const accepted = { accepted_at: '2026-11-02T10:00:00+00:00' }
const people = [
  named(1, 'Ed Berg', { ...accepted, role: 'executor' }),
  named(2, 'Bea Berg', { ...accepted, role: 'beneficiary' }),
  named(3, 'Ivan Moss', {}),
  named(4, 'Rex Moss', { ...accepted, revoked_at: '2026-11-03T10:00:00+00:00' }),
  named(5, 'Dora Moss', { declined_at: '2026-11-03T10:00:00+00:00' }),
]
/** Answers as the database does for these people. */
function preview(call: Call): Response {
  const { designation_id, moment } = call.body as { designation_id: number; moment: string }
  expect(moment).toBe('after_release')
  const [row] = people.filter(({ id }) => id === designation_id)
  const answer = {
    person_name: row?.person_name,
    role: row?.role,
    accepted: true,
    can_view: true,
    can_view_finances: row?.role === 'executor',
    parts: partsOpenTo(row?.role === 'executor' ? 'executor' : 'beneficiary'),
    message_ids: row?.role === 'executor' ? ['a', 'b'] : [],
    messages_later: row?.role === 'executor' ? 1 : 0,
  }
  return new Response(JSON.stringify(answer), { headers: { 'content-type': 'application/json' } })
}

function openPage(routes: Routes) {
  const calls = fakeSupabase({
    'GET profiles': json(hidden),
    'GET designations': json(people),
    'POST rpc/preview_memorial': preview,
    ...routes,
  })
  return { calls, ...renderPage({ page: ProfilePage, pattern: patterns.profile }) }
}
const lifts = (calls: Call[]) => calls.filter(({ route }) => route === setHold).map(({ body }) => body)
const theSwitch = () => screen.findByRole('switch', { name: 'Visibility hold' })

beforeEach(() => {
  fakeSupabase({})
  return signIn()
})

test.each([
  ['no one', []],
  ['only people who declined or whose access has ended', people.slice(3)],
])('an owner who has named %s is not told that the plan will open', async (_, named) => {
  openPage({ 'GET designations': json(named) })
  expect(
    await screen.findByText(
      'Your plan is hidden. After your death, no one could open it: no one is named who could.',
    ),
  ).toBeVisible()
})

test('the visibility hold says nothing of what opens while it is not known who is named', async () => {
  openPage({ 'GET designations': offline })
  expect(await screen.findByText('Your plan is hidden.')).toBeVisible()
})

test('while a death certificate is checked, the visibility hold says how someone alive stops it', async () => {
  openPage({ 'GET profiles': json({ ...hidden, death_review: 'pending' }) })
  expect(await screen.findByText(/If you’re alive, stop that with the button at the top/)).toBeVisible()
  expect(screen.queryByText(/^Your plan is hidden\..*You don’t need to do anything\./)).toBeNull()
})

test('the visibility hold leaves out what the owner chose for the first hours, before anyone opens them too', async () => {
  openPage({
    'POST rpc/my_first_hours': json({
      ...noFirstHours,
      circle: [
        { designation_id: 1, name: 'Ed Berg', parts: ['home'], wait_until: null, waits_for_owner: false },
      ],
    }),
  })
  expect(
    await screen.findByText(/until after your death, apart from what you chose for the first hours\.$/),
  ).toBeVisible()
  expect(screen.getByText('Hidden until released')).toBeVisible()
})

test('the visibility hold says to whom the first hours are open, and that the rest of the plan is hidden', async () => {
  openPage({
    'POST rpc/my_first_hours': json({
      ...noFirstHours,
      reason: 'ill',
      opened_by_name: 'Ed Berg',
      opens_at: accepted.accepted_at,
      ends_at: farAway(accepted.accepted_at),
      circle: [
        { designation_id: 1, name: 'Ed Berg', parts: ['home'], wait_until: null, waits_for_owner: false },
        // It opens only after a death.
        { designation_id: 2, name: 'Bea Berg', parts: ['funeral'], wait_until: null, waits_for_owner: false },
      ],
    }),
  })
  expect(await screen.findByText('Open in the first hours')).toBeVisible()
  expect(screen.getByText('On: mostly private')).toBeVisible()
  expect(
    screen.getByText(
      /^Your first hours are open: Ed Berg can see what you chose for them\. The rest of your plan is hidden\./,
    ),
  ).toBeVisible()
  expect(
    screen.getByText(/until after your death, apart from what you chose for the first hours\.$/),
  ).toBeVisible()
  expect(screen.queryByText(/Hidden until released|You don’t need to do anything/)).toBeNull()
})

describe('lifting', () => {
  test('lifting the visibility hold lists what each person gains, and changes nothing before it is confirmed', async () => {
    const { calls, user } = openPage({})
    expect(await screen.findByText('Hidden until released')).toBeVisible()
    expect(screen.getByText('On: private')).toBeVisible()
    await user.click(await theSwitch())
    const dialog = within(await screen.findByRole('dialog', { name: 'Open your plan now?' }))
    const gains = within(await dialog.findByRole('list', { name: 'Who will see what' }))
    expect(gains.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
      'Ed Berg (Executor)Sees your funeral plan and music, documents, contacts, financial accounts, portrait, life insurance, home and pets, and 2 messages. On a later day: 1 message.',
      'Bea Berg (Beneficiary)Sees your funeral plan and music, documents, contacts, and portrait. No messages for them now.',
    ])
    expect(
      dialog.getByText(/^Ivan Moss \(Trustee\) hasn’t accepted .* can’t see anything yet\./),
    ).toBeVisible()
    expect(screen.queryByText(/Rex Moss|Dora Moss/)).toBeNull()
    await user.click(dialog.getByRole('button', { name: 'Keep it hidden' }))
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(lifts(calls)).toEqual([])
    expect(await theSwitch()).toBeChecked()
    expect(await theSwitch()).toHaveFocus()
  })

  test.each([
    [/^For 7 days/, { hold: false, days: 7 }, '2026-11-28T10:00:00+00:00', /It is open until Nov 28, 2026/],
    [/^Until I hide it again/, { hold: false }, null, /It’s open until you hide it again\./],
  ])(
    'lifting the visibility hold opens the plan with the choice %s',
    async (choice, body, hold_lifted_until, words) => {
      const { calls, user } = openPage({
        'GET profiles': [json(hidden), json({ ...open, hold_lifted_until: farAway(hold_lifted_until) })],
        [setHold]: json(null),
      })
      await user.click(await theSwitch())
      await user.click(await screen.findByRole('radio', { name: choice }))
      await user.click(screen.getByRole('button', { name: 'Open my plan' }))
      expect(await screen.findByText('Visibility updated')).toBeVisible()
      expect(lifts(calls)).toEqual([body])
      expect(screen.queryByRole('dialog')).toBeNull()
      expect(await screen.findByText('Open now')).toBeVisible()
      expect(await theSwitch()).not.toBeChecked()
      const shown = hold_lifted_until
        ? new RegExp(formatDateTime(farAway(hold_lifted_until)).slice(0, 6))
        : words
      expect(screen.getByText(shown)).toBeVisible()
    },
  )

  test('lifting the visibility hold can be left while the plan is being opened, which asks first', async () => {
    const slow = held(json(null))
    const { user } = openPage({ [setHold]: slow.answer })
    await user.click(await theSwitch())
    const dialog = within(await screen.findByRole('dialog'))
    await waitFor(() => expect(dialog.getByRole('button', { name: 'Open my plan' })).toBeEnabled())
    await user.click(dialog.getByRole('button', { name: 'Open my plan' }))
    await user.keyboard('{Escape}')
    const question = within(
      await screen.findByRole('alertdialog', { name: 'Close while it’s being opened?' }),
    )
    await user.click(question.getByRole('button', { name: 'Close' }))
    expect(screen.queryByRole('dialog')).toBeNull()
    slow.open()
    expect(await screen.findByText('Visibility updated')).toBeVisible()
  })

  test('lifting the visibility hold suggests 7 days', async () => {
    const { user } = openPage({})
    await user.click(await theSwitch())
    expect(await screen.findByRole('radio', { name: /^For 7 days/ })).toBeChecked()
  })

  test('lifting the visibility hold cannot be confirmed until it is known what each person gains', async () => {
    const { user } = openPage({ 'POST rpc/preview_memorial': [refusal('57014', 500), preview] })
    await user.click(await theSwitch())
    const dialog = within(await screen.findByRole('dialog'))
    expect(await dialog.findByText('Unable to load designations')).toBeVisible()
    expect(dialog.getByRole('button', { name: 'Open my plan' })).toBeDisabled()
    await user.click(dialog.getByRole('button', { name: 'Try again' }))
    expect(await dialog.findByText(/^Ed Berg/)).toBeVisible()
    expect(dialog.getByRole('button', { name: 'Open my plan' })).toBeEnabled()
  })

  test('lifting the visibility hold says when no one gains anything yet', async () => {
    const { user } = openPage({ 'GET designations': json([people[2]]) })
    await user.click(await theSwitch())
    expect(await screen.findByText(/No one has accepted your invitation yet/)).toBeVisible()
  })

  test('lifting the visibility hold keeps the plan hidden when it fails, and says so in the dialog alone', async () => {
    const { user } = openPage({ [setHold]: offline })
    await user.click(await theSwitch())
    await screen.findByRole('list', { name: 'Who will see what' })
    await user.click(screen.getByRole('button', { name: 'Open my plan' }))
    const dialog = within(screen.getByRole('dialog'))
    expect(await dialog.findByText('Failed to update')).toBeVisible()
    expect(screen.queryByText('Failed to update', { selector: '[data-title]' })).toBeNull()
    await user.click(dialog.getByRole('button', { name: 'Keep it hidden' }))
    expect(await theSwitch()).toBeChecked()
  })
})

test('restoring the visibility hold takes one press', async () => {
  const { calls, user } = openPage({
    'GET profiles': [json(open), json(hidden)],
    [setHold]: json(null),
  })
  await user.click(await theSwitch())
  expect(await screen.findByText('Visibility updated')).toBeVisible()
  expect(lifts(calls)).toEqual([{ hold: true }])
  await waitFor(async () => expect(await theSwitch()).toBeChecked())
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('the plan is shown as hidden when the days of a lifted hold are over', async () => {
  openPage({ 'GET profiles': json({ ...open, hold_lifted_until: '2020-01-08T10:00:00+00:00' }) })
  expect(await screen.findByText('Hidden until released')).toBeVisible()
  expect(await theSwitch()).toBeChecked()
})

test('the visibility hold has no switch after the death is verified, and the page says why', async () => {
  openPage({
    'GET profiles': json({
      ...open,
      is_deceased: true,
      death_review: 'approved',
      death_certificate_path: `${anna.id}/1-a.pdf`,
      death_reviewed_at: '2026-11-07T10:00:00+00:00',
      release_at: '2026-11-07T10:00:00+00:00',
    }),
  })
  expect(await screen.findByText('You can’t change the visibility hold now')).toBeVisible()
  expect(screen.queryByRole('switch')).toBeNull()
})

/** The same time in the coming year, so that it is never past. */
function farAway(moment: string | null): string | null {
  return moment?.replace('2026', String(new Date().getFullYear() + 1)) ?? null
}
