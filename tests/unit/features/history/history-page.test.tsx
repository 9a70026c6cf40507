import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, test } from 'vitest'
import { Component as HistoryPage } from '@/features/history/history-page'
import { formatDate, formatTime } from '@/lib/dates'
import { paths, patterns } from '@/lib/paths'
import { anna, fakeSupabase, json, refusal, signIn } from '../../fake-supabase'
import { renderPage } from '../../render'

const olive = '22222222-2222-4222-8222-222222222222'

function row(id: number, rest: object = {}) {
  return {
    id,
    actor_id: anna.id,
    actor_name: 'Anna',
    actor_role: 'owner',
    action: 'hold_restored',
    detail: {},
    created_at: '2026-11-21T10:00:00+00:00',
    ...rest,
  }
}

const rows = (from: number, to: number) =>
  Array.from({ length: from - to + 1 }, (_, index) =>
    row(from - index, { action: 'practice_started', detail: { people: from - index } }),
  )

const own = () => renderPage({ page: HistoryPage, pattern: patterns.history })
const others = (ownerId = olive) =>
  renderPage({ page: HistoryPage, pattern: patterns.memorialHistory, at: paths.memorialHistory(ownerId) })

beforeEach(() => {
  fakeSupabase({})
  return signIn()
})

describe('own', () => {
  test('the owner’s own access history is grouped by day, newest first, with the time and a sentence for each entry', async () => {
    const yesterday = '2026-11-20T08:30:00+00:00'
    const calls = fakeSupabase({
      'GET access_events': json([
        row(3, {
          actor_id: null,
          actor_name: null,
          actor_role: 'administrator',
          action: 'certificate_rejected',
        }),
        row(2),
        row(1, {
          created_at: yesterday,
          action: 'designation_added',
          detail: { name: 'Ed', role: 'trustee' },
        }),
      ]),
    })
    own()
    const today = await screen.findByRole('region', { name: formatDate(row(1).created_at) })
    expect(
      within(today)
        .getAllByRole('listitem')
        .map((item) => item.textContent),
    ).toEqual([
      `${formatTime(row(1).created_at)}The administrator rejected the death certificate.`,
      `${formatTime(row(1).created_at)}You turned the visibility hold back on. Your plan was private again.`,
    ])
    const before = screen.getByRole('region', { name: formatDate(yesterday) })
    expect(before).toHaveTextContent('You named Ed as trustee.')
    expect(screen.getByRole('status')).toHaveTextContent('That’s everything.')
    expect(calls[0]?.url.searchParams.get('owner_id')).toBe(`eq.${anna.id}`)
    expect(calls[0]?.url.searchParams.get('order')).toBe('id.desc')
  })

  test('the owner’s own access history shows an entry even when its detail cannot be read', async () => {
    fakeSupabase({
      'GET access_events': json([
        row(2, { detail: null, action: 'file_opened', actor_role: 'of the future', actor_id: null }),
        row(1, { detail: { role: 'gardener', name: 7 }, action: 'designation_added' }),
      ]),
    })
    own()
    expect(await screen.findByText('Anna opened a file.')).toBeVisible()
    expect(screen.getByText('You named a person.')).toBeVisible()
  })

  test('the owner’s own access history shows a message while it is empty', async () => {
    fakeSupabase({ 'GET access_events': json([]) })
    own()
    expect(await screen.findByText('Nothing here yet')).toBeVisible()
  })

  test('the owner’s own access history offers a retry when it cannot be loaded', async () => {
    fakeSupabase({ 'GET access_events': [refusal('42501', 403), json([row(1)])] })
    const { user } = own()
    expect(await screen.findByText('Unable to load the history')).toBeVisible()
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await screen.findByText(/You turned the visibility hold back on/)).toBeVisible()
  })
})

describe('long', () => {
  const more = 'Show older entries'

  test('a long access history loads older entries from the last one shown, and keeps the focus on the page at the end', async () => {
    const calls = fakeSupabase({ 'GET access_events': [json(rows(120, 70)), json(rows(70, 69))] })
    const { user } = own()
    const button = await screen.findByRole('button', { name: more })
    expect(screen.getAllByRole('listitem')).toHaveLength(50)
    expect(screen.getByRole('status')).toHaveTextContent('Showing the latest 50 entries.')
    await user.click(button)
    await waitFor(() => expect(screen.getAllByRole('listitem')).toHaveLength(52))
    expect(calls.at(-1)?.url.searchParams.get('id')).toBe('lt.71')
    expect(screen.getAllByText('You asked 71 people to practice.')).toHaveLength(1)
    expect(screen.queryByRole('button', { name: more })).toBeNull()
    expect(screen.getByRole('status')).toHaveFocus()
  })

  test('a long access history keeps the loaded entries when older ones cannot be loaded', async () => {
    fakeSupabase({
      'GET access_events': [json(rows(120, 70)), refusal('42501', 403), json(rows(70, 69))],
    })
    const { user } = own()
    await user.click(await screen.findByRole('button', { name: more }))
    expect(await screen.findByText('Unable to load older entries')).toBeVisible()
    expect(screen.getAllByRole('listitem')).toHaveLength(50)
    await user.click(screen.getByRole('button', { name: more }))
    await waitFor(() => expect(screen.getAllByRole('listitem')).toHaveLength(52))
    expect(screen.queryByText('Unable to load older entries')).toBeNull()
  })
})

describe('another person’s', () => {
  test('another person’s access history, for a designee names the owner and says which entries are left out', async () => {
    fakeSupabase({
      'GET profiles': json([{ user_id: olive, full_name: 'Olive Owner' }]),
      'GET access_events': json([
        row(2, { actor_id: olive, action: 'release_stopped' }),
        row(1, { actor_role: 'executor', action: 'memorial_opened' }),
      ]),
    })
    others()
    expect(
      await screen.findByText('Olive Owner stopped the release. Olive Owner’s plan was closed right away.'),
    ).toBeVisible()
    expect(screen.getByText('You visited the plan’s page.')).toBeVisible()
    expect(screen.getByText(/Only Olive Owner can see what others looked at/)).toBeVisible()
    expect(screen.getByRole('link', { name: 'The plan' })).toHaveAttribute('href', paths.memorial(olive))
  })

  test('the access history of someone who has died doesn’t say that they can see what others looked at', async () => {
    fakeSupabase({
      'GET profiles': json([{ user_id: olive, full_name: 'Olive Owner', death_review: 'approved' }]),
      'GET access_events': json([]),
    })
    others()
    expect(await screen.findByText(/What others looked at isn’t shown\.$/)).toBeVisible()
    expect(screen.queryByText(/can see what others looked at/)).toBeNull()
  })

  test.each([
    ['a person who is not designated or was revoked', json([])],
    ['a visitor with an invalid owner id', refusal('22P02')],
  ])('another person’s access history, for a designee denies access to %s', async (_who, answer) => {
    fakeSupabase({ 'GET profiles': answer })
    others()
    expect(
      await screen.findByText('Access Denied: You don’t have permission to view this memorial.'),
    ).toBeVisible()
  })

  test('another person’s access history, for a designee leaves the screen and the cache when the access was revoked meanwhile', async () => {
    fakeSupabase({
      'GET profiles': [json([{ user_id: olive, full_name: 'Olive Owner' }]), json([])],
      'GET access_events': json([row(1, { actor_role: 'executor', action: 'memorial_opened' })]),
    })
    const { queryClient } = others()
    expect(await screen.findByText('You visited the plan’s page.')).toBeVisible()
    fireEvent(document, new Event('visibilitychange', { bubbles: true }))
    expect(
      await screen.findByText('Access Denied: You don’t have permission to view this memorial.'),
    ).toBeVisible()
    await waitFor(() => expect(queryClient.getQueryCache().getAll()).toHaveLength(1))
  })

  test('another person’s access history, for a designee offers a retry instead of denying access when it cannot be loaded', async () => {
    fakeSupabase({ 'GET profiles': refusal('57014', 500) })
    others()
    expect(await screen.findByText('Unable to load the history')).toBeVisible()
  })

  test('another person’s access history, for a designee shows the own history when the owner opens this address', async () => {
    fakeSupabase({ 'GET access_events': json([row(1)]) })
    others(anna.id)
    expect(await screen.findByText(/You turned the visibility hold back on/)).toBeVisible()
    expect(screen.getByRole('link', { name: 'Who Can See My Plan' })).toBeVisible()
  })
})
