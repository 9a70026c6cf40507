import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { Component as LegacyPage } from '@/features/legacy/legacy-page'
import { patterns } from '@/lib/paths'
import { designation } from '../../designation'
import { anna, fakeSupabase, held, json, type Routes, refusal, signIn } from '../../fake-supabase'
import { partsOpenTo } from '../../open-parts'
import { renderPage } from '../../render'

const ownerId = '22222222-2222-4222-8222-222222222222'
const access = {
  role: 'beneficiary',
  can_view: true,
  can_view_finances: false,
  parts: partsOpenTo('beneficiary'),
  certificate_submitted_at: null,
  open_early_until: null,
}
const hidden = { ...access, can_view: false, parts: [] }
const owner = {
  user_id: ownerId,
  full_name: 'Margaret Ellis',
  visibility_hold: false,
  is_deceased: false,
  death_review: 'none',
  created_at: '2026-11-01T10:00:00+00:00',
  updated_at: '2026-11-09T10:00:00+00:00',
}
const accepted = designation({
  owner_id: ownerId,
  owner_name: 'Margaret Ellis',
  person_name: 'Anna Ellis',
  person_email: anna.email,
  beneficiary_user_id: anna.id,
  role: 'beneficiary',
  accepted_at: '2026-11-02T10:00:00+00:00',
})
const pending = { ...accepted, status: 'pending', accepted_at: null, beneficiary_user_id: null }
const revoked = { ...accepted, id: 6, revoked_at: '2026-11-03T10:00:00+00:00' }
const declined = { ...pending, declined_at: '2026-11-03T10:00:00+00:00' }
const plan = {
  user_id: ownerId,
  disposition: 'cremation',
  funeral_home: null,
  service_type: null,
  venue: 'The boathouse',
  officiant: null,
  personal_requests: null,
  likeness: null,
  obituary: null,
  music_playlist_provider: 'Spotify',
  music_playlist_ref: 'https://open.spotify.com/playlist/1',
  completed_at: null,
}
const video = {
  id: 'm1',
  user_id: ownerId,
  title: 'About the garden',
  storage_path: `${ownerId}/1.webm`,
  for_beneficiary: 7,
  deliver_on: null,
  transcript: null,
  body: null,
  captions: null,
  created_at: '2026-11-01T10:00:00+00:00',
  updated_at: '2026-11-01T10:00:00+00:00',
}
const mustAccept = 'You need to accept the invitation before viewing this memorial.'
const wasRevoked = 'This memorial was revoked and is no longer accessible.'
const hidingWords =
  'You can’t see Margaret Ellis’s plan yet. It opens after their death has been verified, or earlier if they share it.'
const notYet =
  'This memorial is not visible yet. The owner must release it or it must be approved after the owner has died.'

/** Opens the page as a designee who has accepted; `closed` has the answers for everyone else. */
function open(routes: Routes = {}, id = ownerId) {
  const calls = fakeSupabase({
    'GET designations': json([accepted]),
    'POST rpc/memorial_access': json(access),
    'POST rpc/record_view': json(null),
    'GET profiles': json(owner),
    'GET funeral_plan': json(plan),
    'GET video_messages': json([video]),
    'GET portraits': json([]),
    ...routes,
  })
  return { calls, ...renderPage({ page: LegacyPage, pattern: patterns.legacy, at: `/legacy/${id}` }) }
}
const closed: Routes = {
  'POST rpc/memorial_access': json([]),
  'GET profiles': json([]),
  'GET funeral_plan': json([]),
  'GET video_messages': json([]),
  'GET portraits': json([]),
}

beforeEach(() => {
  fakeSupabase({})
  return signIn()
})

test('the legacy page begins with the portrait and the dates, once it is open', async () => {
  const portrait = {
    id: 'f1',
    picture_path: null,
    born_on: '1948-03-03',
    born_in: null,
    remembered_by: 'Room.',
  }
  const routes = {
    'GET profiles': json({ ...owner, died_on: '2026-11-02' }),
    'GET portraits': json([portrait]),
  }
  open(routes)
  expect(await screen.findByText('Room.')).toBeVisible()
  expect(screen.getByText('Born on Mar 3, 1948')).toBeVisible()
  expect(screen.getByText('Died on Nov 2, 2026')).toBeVisible()
  cleanup()
  open({ ...routes, 'POST rpc/memorial_access': json(hidden) })
  expect(await screen.findByText(hidingWords)).toBeVisible()
  expect(screen.queryByText('Room.')).toBeNull()
})

test('the legacy page shows profile, wishes, music and videos, all requested in one round', async () => {
  const gate = held(json([accepted]))
  const { calls } = open({ 'GET designations': gate.answer })
  await waitFor(() =>
    expect(calls.map(({ route }) => route).sort()).toEqual([
      'GET designations',
      'GET funeral_plan',
      'GET portraits',
      'GET profiles',
      'GET video_messages',
      'POST rpc/memorial_access',
    ]),
  )
  gate.open()
  expect(await screen.findByText('The boathouse')).toBeVisible()
  expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Memorial for Margaret Ellis')
  expect(screen.getByText('Memorial ready')).toBeVisible()
  expect(screen.getByText('Visibility hold').nextElementSibling).toHaveTextContent('Off')
  expect(screen.getByText('Updated').nextElementSibling).toHaveTextContent('Nov 9, 2026')
  expect(screen.getByText('Created').nextElementSibling).toHaveTextContent('Nov 1, 2026')
  expect(screen.getByRole('link', { name: /^Open the playlist/ })).toHaveAttribute(
    'href',
    plan.music_playlist_ref,
  )
  expect(within(screen.getByRole('list', { name: 'Video messages' })).getByText('For you')).toBeVisible()
  expect(
    calls.filter(({ route }) => route.endsWith('record_view')).map(({ body }) => body),
    'the history hears of each part',
  ).toEqual(['funeral', 'music', 'messages'].map((section) => ({ owner_id: ownerId, section })))
})

test('the legacy page empties itself when the person was revoked meanwhile and it comes back to the front', async () => {
  open({
    'GET designations': [json([accepted]), json([revoked])],
    'POST rpc/memorial_access': [json(access), json([])],
  })
  expect(await screen.findByText('The boathouse')).toBeVisible()
  fireEvent(document, new Event('visibilitychange', { bubbles: true }))
  expect(await screen.findByText(wasRevoked)).toBeVisible()
  expect(screen.queryByText('The boathouse')).toBeNull()
})

test('the legacy page says that a video is preparing when it has no link', async () => {
  const { user } = open({ [`POST storage/object/sign/videos/${video.storage_path}`]: refusal('404', 400) })
  await user.click(await screen.findByRole('button', { name: 'Play About the garden' }))
  expect(
    await screen.findByText('This video is preparing. Try refreshing if it doesn’t load shortly.'),
  ).toBeVisible()
})

test('the legacy page warns while the memorial is not visible, and shows only the profile', async () => {
  const { calls } = open({
    'POST rpc/memorial_access': json(hidden),
    'GET funeral_plan': json([]),
    'GET video_messages': json([]),
  })
  expect(await screen.findByText(hidingWords)).toBeVisible()
  expect(screen.getByText('Hidden until released')).toBeVisible()
  // The profile row says that the hold is lifted, but the time for which it was lifted is over.
  expect(screen.getByText('Visibility hold').nextElementSibling).toHaveTextContent('On')
  expect(screen.queryByText('Funeral wishes')).toBeNull()
  expect(calls.some(({ route }) => route.endsWith('record_view'))).toBe(false)
})

test.each([
  ['has not answered', [pending], mustAccept],
  ['declined', [declined], mustAccept],
  ['was never designated', [], mustAccept],
  ['was revoked', [revoked], wasRevoked],
  ['was revoked and designated again', [pending, revoked], mustAccept],
])(
  'the legacy page shows nothing of the plan and says why to a person who %s',
  async (_who, designations, words) => {
    open({ ...closed, 'GET designations': json(designations) })
    expect(await screen.findByText(words)).toBeVisible()
    expect(screen.getByRole('link', { name: 'See your invitations' })).toBeVisible()
    expect(screen.queryByText('Visibility hold')).toBeNull()
  },
)

test('a person who accepted again after being revoked reads the legacy page', async () => {
  open({ 'GET designations': json([revoked, accepted]) })
  expect(await screen.findByText('The boathouse')).toBeVisible()
})

test('the legacy page says that the memorial is not visible yet when its profile cannot be read', async () => {
  open(closed)
  expect(await screen.findByText(notYet)).toBeVisible()
})

test('the legacy page asks an owner to accept an invitation to their own plan', async () => {
  open({ ...closed, 'GET profiles': json({ ...owner, user_id: anna.id }) }, anna.id)
  expect(await screen.findByText(mustAccept)).toBeVisible()
})

test('the legacy page treats an invalid owner id like a missing invitation', async () => {
  open(
    { ...closed, 'POST rpc/memorial_access': refusal('22P02'), 'GET profiles': refusal('22P02') },
    'no-owner-id',
  )
  expect(await screen.findByText(mustAccept)).toBeVisible()
})

test('the legacy page offers a retry for each part that cannot be loaded', async () => {
  const { user } = open({
    'GET designations': [refusal('57014', 500), json([accepted])],
    'GET video_messages': [refusal('57014', 500), json([video])],
  })
  expect(await screen.findByText('Unable to load memorial')).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByText('Unable to load video messages')).toBeVisible()
  expect(screen.getByText('The boathouse')).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByText('About the garden')).toBeVisible()
})
