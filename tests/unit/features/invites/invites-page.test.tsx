import { act, cleanup, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, test } from 'vitest'
import { RequireSession } from '@/app/require-session'
import { designationKeys } from '@/data/people/designations'
import { takeReturnTarget } from '@/data/session/session'
import { Component as InvitesPage } from '@/features/invites/invites-page'
import { mayNameBack } from '@/features/invites/name-back'
import { patterns } from '@/lib/paths'
import { circle } from '../../circle'
import { formatDateTime } from '../../dates-as-read'
import { fakeSupabase, json, offline, type Routes, refusal, signIn } from '../../fake-supabase'
import { renderPage } from '../../render'
import { profileOf } from '../profile/profile-of'

const invitation = {
  id: 1,
  owner_id: '22222222-2222-4222-8222-222222222222',
  owner_name: 'Margaret Ellis',
  role: 'executor',
  status: 'invited',
  invited_at: '2026-11-01T10:00:00+00:00',
  accepted_at: null,
  declined_at: null,
  revoked_at: null,
}

beforeEach(() => {
  fakeSupabase({})
  return signIn()
})

test('invitations stay on the screen when reloading them fails', async () => {
  fakeSupabase({ 'GET designations': [json([invitation]), refusal('42501', 403)] })
  const { queryClient } = renderPage({ page: InvitesPage, pattern: patterns.invites })
  expect(await screen.findByRole('heading', { name: 'Margaret Ellis' })).toBeVisible()
  await act(() => queryClient.invalidateQueries({ queryKey: designationKeys.all }))
  expect(await screen.findByText('What you see may be out of date')).toBeVisible()
  expect(screen.getByRole('button', { name: 'Accept invitation' })).toBeVisible()
})

test('a refused decline is reported in the dialog alone', async () => {
  fakeSupabase({
    'GET designations': json([invitation]),
    'POST rpc/decline_designation_invite': refusal('HW001'),
  })
  const { user } = renderPage({ page: InvitesPage, pattern: patterns.invites })
  await user.click(await screen.findByRole('button', { name: 'Decline' }))
  await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Decline' }))
  expect(await screen.findByRole('alert')).toHaveTextContent('This invitation is no longer available.')
  expect(screen.queryByText('Error', { selector: '[data-title]' })).toBeNull()
})

describe('stepping down', () => {
  const accepted = { ...invitation, accepted_at: '2025-11-02T10:00:00+00:00' }
  const at = '2026-11-03T10:00:00+00:00'
  const steppedDown = { ...accepted, revoked_at: at, stepped_down_at: at }
  const open = (lists: object[][], profile: object, answer: Routes[string] = json(null)) => {
    const calls = fakeSupabase({
      'GET designations': lists.map((list) => json(list)),
      'GET practices': json([]),
      'GET profiles': json([profile]),
      'POST rpc/step_down': answer,
    })
    return { calls, ...renderPage({ page: InvitesPage, pattern: patterns.invites }) }
  }
  const button = { name: 'Step down from Margaret Ellis’s plan' }
  const question = async () => within(await screen.findByRole('alertdialog'))

  test('stepping down on the invitations page is asked about first, and then shown in place of the role', async () => {
    const { user, calls } = open([[accepted], [steppedDown]], profileOf(invitation.owner_id))
    await user.click(await screen.findByRole('button', button))
    const dialog = await question()
    expect(screen.getByRole('alertdialog')).toHaveAccessibleName('Step down from Margaret Ellis’s plan?')
    expect(calls.map(({ route }) => route)).not.toContain('POST rpc/step_down')
    await user.click(dialog.getByRole('button', { name: 'Step down' }))
    // True as well when the person was named again meanwhile, and can open the plan by another invitation.
    const words = 'You stepped down on Nov 3, 2026. This invitation no longer opens the plan.'
    expect(await screen.findByText(words)).toBeVisible()
    expect(screen.queryByRole('button', button)).toBeNull()
    expect(screen.queryByRole('link', { name: 'View plan' })).toBeNull()
    expect(calls.find(({ route }) => route === 'POST rpc/step_down')?.body).toEqual({ designation_id: 1 })
  })

  test('stepping down on the invitations page says in the dialog that it did not work, and the role stays', async () => {
    const { user } = open([[accepted]], profileOf(invitation.owner_id), offline)
    await user.click(await screen.findByRole('button', button))
    await user.click((await question()).getByRole('button', { name: 'Step down' }))
    expect(await screen.findByRole('alert')).toHaveTextContent(/We couldn’t reach the server/)
  })

  test.each([
    ['none', 'We’ll tell Margaret Ellis, so they can choose someone else. They can also name you again.'],
    ['rejected', 'We’ll tell Margaret Ellis, so they can choose someone else. They can also name you again.'],
    ['pending', 'We’ll tell Margaret Ellis, and any other trustees and executors.'],
    ['approved', 'This can’t be undone: Margaret Ellis’s death has been verified'],
  ])(
    'stepping down on the invitations page says who will be told when the review is %s',
    async (death_review, words) => {
      const { user } = open([[accepted]], { ...profileOf(invitation.owner_id), death_review })
      await screen.findByText(
        death_review === 'pending' ? /is being reviewed/ : /come back here|has been verified/,
      )
      await user.click(await screen.findByRole('button', button))
      expect((await question()).getByText(new RegExp(words))).toBeVisible()
    },
  )

  test('stepping down on the invitations page is not offered for an invitation that is open or has ended', async () => {
    open([[invitation, { ...steppedDown, id: 2 }]], profileOf(invitation.owner_id))
    expect(await screen.findByRole('button', { name: 'Accept invitation' })).toBeVisible()
    expect(screen.queryByRole('button', button)).toBeNull()
  })
})

/** The page inside the session guard, which leads away when the session ends. */
const Guarded = () => <RequireSession>{() => <InvitesPage />}</RequireSession>

type At = Parameters<typeof renderPage>[0]['at']

describe('address', () => {
  const accepted = { ...invitation, accepted_at: '2025-11-01T10:00:00Z', address_confirmed_at: null }
  const asked = { ...accepted, address_asked_at: '2026-11-01T10:00:00Z' }
  const open = (lists: object[][], at: At = '/invites', confirm = json('2026-11-21T10:00:00Z')) => {
    const calls = fakeSupabase({
      'GET designations': lists.map((list) => json(list)),
      'POST rpc/confirm_address': confirm,
      'GET practices': json([]),
      'GET profiles': json([]),
    })
    return { calls, ...renderPage({ page: InvitesPage, pattern: patterns.invites, at }) }
  }
  const linked = { pathname: '/invites', search: '?confirm-address' }
  const yes = { name: 'Yes, this is still my address' }

  test.each<[string, At]>([
    ['through the link in the mail', linked],
    ['without that link', '/invites'],
  ])('is answered with one press by a person who comes %s', async (_, at) => {
    const answered = { ...asked, address_confirmed_at: '2026-11-21T10:00:00Z' }
    const { user, calls } = open([[asked], [answered]], at)
    expect(await screen.findByRole('link', { name: 'No, change it' })).toHaveAttribute('href', '/profile')
    expect(calls.map(({ route }) => route)).not.toContain('POST rpc/confirm_address')
    await user.click(screen.getByRole('button', yes))
    expect(await screen.findByText('Your address is confirmed')).toBeVisible()
    expect(screen.getByText(/You told us on Nov 21, 2026 that our emails to/)).toBeVisible()
    expect(screen.queryByRole('button', yes)).toBeNull()
  })

  test('the question "Is this still your address?" on the invitations page stays open with an error when the answer could not be saved', async () => {
    const { user } = open([[asked]], '/invites', offline)
    await user.click(await screen.findByRole('button', yes))
    expect(await screen.findByRole('alert')).toHaveTextContent(/We couldn’t reach the server/)
    expect(screen.getByRole('button', yes)).toBeVisible()
  })

  test.each([
    ['was not asked', [accepted]],
    ['has answered', [{ ...asked, address_confirmed_at: '2026-11-02T10:00:00Z' }]],
    ['was revoked', [{ ...asked, revoked_at: '2026-11-02T10:00:00Z' }]],
    ['has no designation', []],
  ])(
    'the question "Is this still your address?" on the invitations page is not shown to a person who %s',
    async (_, list) => {
      open([list])
      await screen.findByText(/Signed in as/)
      await screen.findByText(/pending/)
      expect(screen.queryByRole('button', yes)).toBeNull()
      expect(screen.queryByText('Your address is confirmed')).toBeNull()
    },
  )

  test('the question "Is this still your address?" on the invitations page tells a person who opens the mail again that the address is confirmed, and another account that it was not asked', async () => {
    const { unmount } = open([[{ ...asked, address_confirmed_at: '2026-11-02T10:00:00Z' }]], linked)
    expect(await screen.findByText('Your address is confirmed')).toBeVisible()
    unmount()
    open([[]], linked)
    expect(await screen.findByText('Wrong address?')).toBeVisible()
  })
})

describe('accepted', () => {
  const accepted = { ...invitation, accepted_at: '2025-11-02T10:00:00+00:00' }
  const practice = (id: string, rest: object = {}) => ({
    id,
    owner_id: invitation.owner_id,
    designation_id: invitation.id,
    created_at: '2026-11-21T10:00:00+00:00',
    opened_at: null,
    completed_at: null,
    ...rest,
  })
  const done = { opened_at: '2026-11-21T11:00:00+00:00', completed_at: '2026-11-21T11:00:00+00:00' }
  const open = (routes: Routes) => {
    fakeSupabase({
      'GET designations': json([accepted]),
      'GET profiles': json(owner),
      'GET practices': json([]),
      ...routes,
    })
    return renderPage({ page: InvitesPage, pattern: patterns.invites })
  }

  const owner = profileOf(invitation.owner_id)
  const come = 'You don’t need to do anything now. When Margaret Ellis has died, come back here.'
  const soon = new Date(Date.now() + 86_400_000).toISOString()
  const before = new Date(Date.now() - 86_400_000).toISOString()

  test('the invitations page says that a message came, and leads to it, once the plan is released', async () => {
    const notice = {
      owner_id: invitation.owner_id,
      came_on: '2026-11-02',
      waits: true,
      reaching_no_one: ['Dora'],
    }
    const routes = { 'POST rpc/message_notices': json([notice]) }
    open({ ...routes, 'GET profiles': json({ ...owner, death_review: 'approved', release_at: before }) })
    expect(await screen.findByText('Margaret Ellis left you a message for Nov 2, 2026')).toBeVisible()
    expect(screen.getByRole('link', { name: 'Go to Margaret Ellis’s messages' })).toHaveAttribute(
      'href',
      `/memorial/${invitation.owner_id}?tab=messages`,
    )
    // The rest is on the memorial.
    expect(screen.queryByText(/for a later day|Dora/)).toBeNull()
    cleanup()
    open({ ...routes, 'GET profiles': json(owner) })
    await screen.findByText(/come back here/)
    expect(screen.queryByText(/left you a message/)).toBeNull()
  })

  test.each([
    [
      'the plan is private',
      owner,
      `${come} You can read the plan once their death has been verified, or sooner if they choose to share it.`,
    ],
    [
      'the owner chose a waiting period',
      { ...owner, release_wait_days: 3 },
      `${come} You can read the plan once their death has been verified and a waiting period of 3 days is over, or sooner if they choose to share it.`,
    ],
    [
      'the owner has opened the plan',
      { ...owner, visibility_hold: false },
      `${come} They’ve shared the plan with you, so you can already read it.`,
    ],
    [
      'a certificate is in review',
      { ...owner, death_review: 'pending' },
      'You don’t need to do anything now. A death certificate is being reviewed: choose “View plan” to see what happens next.',
    ],
    [
      'the waiting period runs',
      { ...owner, death_review: 'approved', release_at: soon },
      `Margaret Ellis’s death has been verified. You can read the plan from ${formatDateTime(soon)}.`,
    ],
    [
      'the plan stays open during the waiting period',
      { ...owner, death_review: 'approved', release_at: soon, open_until: soon },
      'Margaret Ellis’s death has been verified. You can read the plan now. There’s no hurry.',
    ],
    [
      'the plan is released',
      { ...owner, death_review: 'approved', release_at: before },
      'Margaret Ellis’s death has been verified. You can read the plan now. There’s no hurry.',
    ],
  ])(
    'an accepted invitation on the invitations page says what to do now, and from when the plan can be read, when %s',
    async (_when, profile, words) => {
      open({ 'GET profiles': json(profile) })
      expect(await screen.findByText(words)).toBeVisible()
    },
  )

  const strengths = { primary: 'bg-forest', secondary: 'bg-sheet' }
  test.each([
    ['is private', 'secondary', owner],
    ['is shared', 'primary', { ...owner, visibility_hold: false }],
    ['is private while a certificate is checked', 'primary', { ...owner, death_review: 'pending' }],
    [
      'needs another photo of a certificate',
      'primary',
      { ...owner, death_certificate_path: 'certificate.pdf' },
    ],
    ['is private after a certificate was rejected', 'primary', { ...owner, death_review: 'rejected' }],
  ] as const)(
    'an invitation to a plan that %s leads there with a %s button',
    async (_state, strength, profile) => {
      open({ 'GET profiles': json(profile) })
      // It says so once the plan's state is read.
      await screen.findByText(/You don’t need to do anything now|another photo|wasn’t accepted|private/)
      expect(screen.getByRole('link', { name: 'View plan' })).toHaveClass(strengths[strength])
    },
  )

  test.each([
    ['none', /^They’re leaving you something.* After their death, you can see/],
    ['approved', /^They left you something.* When the plan is open, you can see/],
  ])('a beneficiary reads what they can see while the review is %s', async (death_review, words) => {
    const beneficiary = { ...accepted, role: 'beneficiary' }
    open({
      'GET designations': json([beneficiary]),
      'GET profiles': json({ ...owner, death_review, release_at: before }),
    })
    expect(await screen.findByText(words)).toBeVisible()
  })

  const somethingHappened = { name: 'If something has happened to Margaret Ellis' }

  test('an accepted invitation on the invitations page leads a person of the first hours to where they open them', async () => {
    open({ 'GET profiles': json(owner), 'POST rpc/first_hours_of': json(circle) })
    expect(await screen.findByRole('link', somethingHappened)).toHaveAttribute(
      'href',
      `/memorial/${invitation.owner_id}/first-hours`,
    )
  })

  test.each([
    [
      'were opened',
      { ...circle, reason: 'ill', opened_by_name: 'Jonas', opened_at: before, opens_at: before },
    ],
    [
      'open soon because of a death',
      { ...circle, reason: 'died', opened_by_name: 'Jonas', opens_at: soon, died_opens_at: soon },
    ],
  ])(
    'an accepted invitation on the invitations page leads to the plan alone once its first hours %s',
    async (_, told) => {
      open({ 'GET profiles': json(owner), 'POST rpc/first_hours_of': json(told) })
      expect(
        await screen.findByText(/^Jonas (opened|asked to open) the first hours of Margaret Ellis’s plan/),
      ).toBeVisible()
      expect(screen.getByRole('link', { name: 'View plan' })).toBeVisible()
      expect(screen.queryByRole('link', somethingHappened)).toBeNull()
    },
  )

  test('an accepted invitation on the invitations page says nothing of a plan that cannot be asked about, and offers to try again', async () => {
    const { user } = open({
      'GET profiles': [refusal('42501', 403), json({ ...owner, death_review: 'pending' })],
    })
    expect(await screen.findByText('Unable to load what you can do now')).toBeVisible()
    expect(screen.queryByText(/You don’t need to do anything now/)).toBeNull()
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await screen.findByText(/A death certificate is being reviewed/)).toBeVisible()
  })

  test('an accepted invitation on the invitations page links to the latest practice that the owner asked for', async () => {
    open({ 'GET practices': json([practice('new'), practice('old', done)]) })
    const asked = await screen.findByText('Margaret Ellis has asked you to practice')
    expect(
      asked.compareDocumentPosition(screen.getByText(/When Margaret Ellis has died, come back here/)),
    ).toBe(Node.DOCUMENT_POSITION_FOLLOWING)
    expect(screen.getByRole('link', { name: 'Start the practice run' })).toHaveAttribute(
      'href',
      '/practice/new',
    )
  })

  test.each<[string, Routes[string], object?]>([
    ['the latest one is completed', json([practice('new', done), practice('old')])],
    ['practices cannot be loaded', refusal('42501', 403)],
    ['a certificate is being reviewed', json([practice('new')]), { death_review: 'pending' }],
  ])(
    'an accepted invitation on the invitations page does not mention practice when %s',
    async (_when, answer, change = {}) => {
      open({ 'GET practices': answer, 'GET profiles': json({ ...owner, ...change }) })
      expect(await screen.findByText(/You don’t need to do anything/)).toBeVisible()
      expect(screen.queryByText(/asked you to practice/)).toBeNull()
    },
  )
})

describe('another account', () => {
  const at = { pathname: '/invites', search: '?token=ZGVzaWduYXRpb246OQ' }
  const button = { name: 'Sign in with another address' }

  test('an invitation link opened with another account offers to sign in with another address, and keeps the link for that sign-in', async () => {
    fakeSupabase({ 'GET designations': json([]), 'POST auth/logout': json({}, 204) })
    const { user } = renderPage({ page: Guarded, pattern: patterns.invites, at })
    await user.click(await screen.findByRole('button', button))
    expect(await screen.findByRole('heading', { name: 'Now at /auth' })).toBeVisible()
    await expect
      .poll(() => takeReturnTarget('33333333-3333-4333-8333-333333333333'))
      .toBe(`/invites${at.search}`)
  })

  test('an invitation link opened with another account is not offered for a damaged link', async () => {
    fakeSupabase({ 'GET designations': json([]) })
    renderPage({ page: InvitesPage, pattern: patterns.invites, at: { ...at, search: '?token=x' } })
    expect(await screen.findByText(/Part of the link is missing/)).toBeVisible()
    expect(screen.queryByRole('button', button)).toBeNull()
  })
})

describe('naming the owner too', () => {
  const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString()
  const accepted = { ...invitation, owner_name: 'Paul Ellis', accepted_at: daysAgo(1) }
  const link = { name: 'Name Paul Ellis in your own plan' }
  const trial = { status: 'trialing' }

  /** The page, with the people whom the reader named and their membership. */
  const open = (
    given: {
      named?: object[]
      profile?: object
      premium?: boolean
      subscription?: object[]
      card?: object
    } = {},
  ) => {
    const { named = [], profile = {}, premium = true, subscription = [trial], card = accepted } = given
    fakeSupabase({
      'GET designations': (call) =>
        json(call.url.searchParams.get('owner_id')?.startsWith('eq') ? named : [card])(call),
      'GET practices': json([]),
      'GET profiles': json([{ ...profileOf(invitation.owner_id), ...profile }]),
      'GET subscriptions': json(subscription),
      'POST rpc/has_premium': json(premium),
      'POST rpc/billing_enabled': json(true),
    })
    return renderPage({ page: InvitesPage, pattern: patterns.invites })
  }
  const paul = {
    ...accepted,
    owner_id: 'anna',
    person_name: 'paul ellis',
    status: 'invited',
    accepted_at: null,
  }

  test('whoever accepted is offered to name the owner as theirs too', async () => {
    open()
    expect(await screen.findByRole('link', link)).toHaveAttribute('href', '/beneficiaries?add=1')
    expect(screen.queryByText(/trial/)).toBeNull()
  })

  test('whoever has no plan yet reads what naming the owner begins', async () => {
    open({ subscription: [] })
    expect(await screen.findByRole('link', link)).toBeVisible()
    expect(screen.getByText(/begins a plan of your own, and its 7-day free trial/)).toBeVisible()
  })

  test.each([
    ['who named them already', { named: [paul] }],
    ['whose membership has ended', { premium: false }],
    ['while a death certificate is being reviewed', { profile: { death_review: 'pending' } }],
    ['after the death was verified', { profile: { death_review: 'approved', is_deceased: true } }],
    ['who accepted long ago', { card: { ...accepted, accepted_at: daysAgo(31) } }],
    ['who declined', { card: { ...accepted, accepted_at: null, declined_at: daysAgo(1) } }],
    ['who has not answered yet', { card: { ...accepted, accepted_at: null } }],
  ])('naming the owner too is not offered to someone %s', async (_, given) => {
    const { queryClient } = open(given)
    expect(await screen.findByRole('heading', { name: 'Paul Ellis' })).toBeVisible()
    await waitFor(() => expect(queryClient.isFetching()).toBe(0))
    expect(screen.queryByRole('link', link)).toBeNull()
  })

  test('naming the owner too is offered again once the person named was revoked', async () => {
    open({ named: [{ ...paul, revoked_at: daysAgo(0) }] })
    expect(await screen.findByRole('link', link)).toBeVisible()
  })

  test('naming the owner too is not suggested while the first hours are open or announced', () => {
    const living = { death_review: 'none', is_deceased: false } as const
    expect(mayNameBack(accepted, living, false)).toBe(true)
    expect(mayNameBack(accepted, living, true)).toBe(false)
  })
})
