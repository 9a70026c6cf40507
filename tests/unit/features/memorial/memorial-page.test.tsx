import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { downloadFrom } from '@/browser/files/download'
import { memorialKeys } from '@/data/memorial/memorials'
import { messageNoticeKeys } from '@/data/memorial/message-notices'
import { Component as MemorialPage } from '@/features/memorial/memorial-page'
import { formatDay } from '@/lib/dates'
import { patterns } from '@/lib/paths'
import { expectOnlyTheCertificate } from '../../closed-memorial'
import { formatDateTime } from '../../dates-as-read'
import { anna, fakeSupabase, held, json, offline, type Routes, refusal, signIn } from '../../fake-supabase'
import { partsOpenTo } from '../../open-parts'
import { renderPage } from '../../render'

vi.mock('@/browser/files/download', async (original) => ({
  ...(await original<typeof import('@/browser/files/download')>()),
  downloadFrom: vi.fn(),
}))

const ownerId = '22222222-2222-4222-8222-222222222222'
const access = {
  role: 'executor',
  can_view: true,
  can_view_finances: true,
  parts: partsOpenTo('executor'),
  certificate_submitted_at: '2026-11-05T10:00:00+00:00',
  open_early_until: null,
}
const hidden = { ...access, can_view: false, can_view_finances: false, parts: [] }
const beneficiary = {
  ...access,
  role: 'beneficiary',
  can_view_finances: false,
  parts: partsOpenTo('beneficiary'),
}
const owner = {
  user_id: ownerId,
  full_name: 'Margaret Ellis',
  visibility_hold: false,
  is_deceased: false,
  death_review: 'none',
  death_certificate_path: null,
  death_reviewed_at: null,
  release_at: null,
  release_wait_days: 0,
  created_at: '2026-11-01T10:00:00+00:00',
  updated_at: '2026-11-09T10:00:00+00:00',
}
const submitted = { ...owner, death_certificate_path: `${ownerId}/1-certificate.pdf` }
const pending = { ...submitted, death_review: 'pending' }
const musicOnly = {
  user_id: ownerId,
  disposition: null,
  funeral_home: null,
  service_type: null,
  venue: null,
  officiant: null,
  personal_requests: null,
  obituary: null,
  likeness: null,
  music_playlist_provider: 'Spotify',
  music_playlist_ref: 'https://open.spotify.com/playlist/1',
  completed_at: null,
}
const at = { created_at: '2026-11-01T10:00:00+00:00', updated_at: '2026-11-01T10:00:00+00:00' }
const will = {
  id: 'd1',
  doc_type: 'will',
  description: 'Last will',
  file_path: `${ownerId}/estate/1-will.pdf`,
  original_location: 'With the notary',
  ...at,
}
const message = {
  id: 'm1',
  user_id: ownerId,
  title: 'About the garden',
  storage_path: `${ownerId}/1.webm`,
  for_beneficiary: 7,
  deliver_on: null,
  transcript: 'Water the roses.',
  body: null,
  captions: null,
  ...at,
}
const contact = { email: null, phone: null, relation: null, invitee: false, rsvp_status: null, ...at }
const account = {
  id: 'a1',
  category: 'bank',
  institution: 'Riverside Bank',
  account_name: 'Savings',
  account_number: '1234',
  notes: null,
  ...at,
}
const policy = {
  id: 'p1',
  provider: 'Harbour Mutual',
  policy_number: 'HM-1',
  coverage_amount: 150000,
  agent_contact: null,
  document_path: `${ownerId}/insurance/1-policy.pdf`,
  notes: null,
  ...at,
}

function open(routes: Routes = {}, tab?: string) {
  const calls = fakeSupabase({
    'POST rpc/memorial_access': json(access),
    'POST rpc/record_view': json(null),
    'POST rpc/my_certificate_wait': json(null),
    'GET profiles': json(owner),
    'GET funeral_plan': json([]),
    'GET estate_documents': json([]),
    'GET video_messages': json([]),
    'GET contacts': json([]),
    'GET financial_accounts': json([]),
    'GET insurance_policies': json([]),
    'GET home_items': json([]),
    'GET portraits': json([]),
    'GET step_marks': json([]),
    ...routes,
  })
  const page = renderPage({
    page: MemorialPage,
    pattern: patterns.memorial,
    at: `/memorial/${ownerId}${tab ? `?tab=${tab}` : ''}`,
  })
  const views = () => calls.filter(({ route }) => route === 'POST rpc/record_view').map(({ body }) => body)
  return { calls, views, ...page }
}
const tabs = async () => (await screen.findAllByRole('tab')).map(({ textContent }) => textContent)
const openTab = () => screen.findByRole('tab', { selected: true })
/** Opens what stands behind "About this plan": the reader's tools, and how long they can come back. */
const openAbout = async () => {
  const button = await screen.findByRole('button', { name: 'About this plan', expanded: false })
  fireEvent.click(button)
  return within(screen.getByRole('region', { name: 'About this plan' }))
}

beforeEach(() => {
  fakeSupabase({})
  return signIn()
})

describe('tabs', () => {
  test.each([
    ['an executor', access, ['Accounts', 'Home & Pets']],
    ['a trustee', { ...access, role: 'trustee' }, ['Accounts', 'Home & Pets']],
    ['a beneficiary', beneficiary, []],
  ])(
    'the memorial’s tabs show %s every part they may read, starting with the funeral, when it is open',
    async (_who, given, more) => {
      open({ 'POST rpc/memorial_access': json(given) })
      expect(await tabs()).toEqual([
        'Funeral',
        'Music',
        'Documents',
        'Messages',
        'Contacts',
        ...more,
        'The first days',
        'Death Certificate',
      ])
      expect(await openTab()).toHaveTextContent('Funeral')
      expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Margaret Ellis’s plan')
      expect((await openAbout()).getByText('Memorial ready')).toBeVisible()
    },
  )

  test('the memorial’s tabs are only the death certificate while it is hidden, even when the address asks for another', async () => {
    const { views } = open({ 'POST rpc/memorial_access': json(hidden) }, 'accounts')
    await expectOnlyTheCertificate()
    expect(screen.getByText('Hidden until released')).toBeVisible()
    expect(
      screen.getByText(
        'You can’t see Margaret Ellis’s plan yet. It opens after their death has been verified, or earlier if they share it.',
      ),
    ).toBeVisible()
    expect(views()).toEqual([])
  })

  test('the memorial’s tabs are hidden after a lifted hold ran out, even though the profile row says that it is lifted', async () => {
    open({
      'POST rpc/memorial_access': json(hidden),
      'GET profiles': json({ ...owner, visibility_hold: false }),
    })
    expect(await screen.findByText('Hidden until released')).toBeVisible()
  })

  test.each([
    ['is not designated', { 'POST rpc/memorial_access': json([]), 'GET profiles': json([]) }],
    ['was revoked between two answers', { 'POST rpc/memorial_access': json([]) }],
    [
      'opened an invalid owner id',
      { 'POST rpc/memorial_access': refusal('22P02'), 'GET profiles': refusal('22P02') },
    ],
  ])('the memorial’s tabs are denied to a person who %s', async (_who, routes: Routes) => {
    open({ ...routes, 'GET contacts': json([{ ...contact, id: 'c1', name: 'Cousin Carl' }]) }, 'contacts')
    expect(
      await screen.findByText('Access Denied: You don’t have permission to view this memorial.'),
    ).toBeVisible()
    expect(screen.queryByRole('tab')).toBeNull()
    expect(screen.queryByText('Cousin Carl')).toBeNull()
  })

  test('the memorial’s tabs can be loaded again after an error', async () => {
    const { user } = open({ 'POST rpc/memorial_access': [refusal('57014', 500), json(access)] })
    expect(await screen.findByText('Unable to load memorial')).toBeVisible()
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await openTab()).toHaveTextContent('Funeral')
  })
})

describe('head', () => {
  const released = { ...submitted, death_review: 'approved', is_deceased: true, release_at: at.created_at }
  const portrait = {
    id: 'f1',
    picture_path: `${ownerId}/portrait/1-picture.jpg`,
    born_on: '1948-03-03',
    born_in: 'Portland, Maine',
    remembered_by: 'Room for one more.',
    ...at,
  }
  const ofThePortrait = {
    'GET profiles': json({ ...released, died_on: '2026-11-02' }),
    'GET portraits': json([portrait]),
    [`POST storage/object/sign/pictures/${portrait.picture_path}`]: json({
      signedURL: '/object/sign/x?token=t',
    }),
  }
  const enterDate = 'Add the date of death'

  test('the head of a memorial shows who it was, from birth to death, without noting it as an opened file', async () => {
    const { views, user } = open(ofThePortrait)
    expect(await screen.findByRole('img', { name: 'Portrait of Margaret Ellis' })).toBeVisible()
    expect(screen.getByText(/^We’re sorry that Margaret Ellis has died\./)).toBeVisible()
    expect(screen.getByText('Room for one more.')).toBeVisible()
    expect(screen.getByText('Born on Mar 3, 1948 in Portland, Maine')).toBeVisible()
    expect(screen.getByText('Died on Nov 2, 2026')).toBeVisible()
    await waitFor(() => expect(views()).toEqual([{ owner_id: ownerId, section: 'first-days' }]))
    await user.click(screen.getByRole('tab', { name: 'Funeral' }))
    expect(screen.queryByText('Room for one more.'), 'folded on another tab').toBeNull()
    expect(screen.getByRole('img', { name: 'Portrait of Margaret Ellis' })).toBeVisible()
  })

  test('the head of a memorial has the initials where a picture that could not be loaded has no room for words', async () => {
    open({
      ...ofThePortrait,
      [`POST storage/object/sign/pictures/${portrait.picture_path}`]: refusal('42501'),
    })
    const words = await screen.findByText('The picture couldn’t be loaded.', {}, { timeout: 15_000 })
    expect(words).toHaveClass('@max-[7rem]:sr-only')
    expect(screen.getByText('ME').closest('[aria-hidden]')?.parentElement).toHaveClass('@min-[7rem]:hidden')
  })

  test('the head of a memorial has a date of death without a portrait, and nothing of either while the plan is closed', async () => {
    open({ 'GET profiles': json({ ...released, died_on: '2026-11-02' }) })
    expect(await screen.findByText('Died on Nov 2, 2026')).toBeVisible()
    cleanup()
    open({ ...ofThePortrait, 'POST rpc/memorial_access': json(hidden) })
    await expectOnlyTheCertificate()
    expect(screen.queryByText('Room for one more.')).toBeNull()
    expect(screen.queryByText(/^Died on/)).toBeNull()
  })

  test('the head of a memorial can be loaded again when it could not be read, and shows the date of death meanwhile', async () => {
    // Until it is mended, however often the page asks by itself: what draws the head may come after the first answer.
    let answer = refusal('57014', 500)
    const { user } = open({ ...ofThePortrait, 'GET portraits': (call) => answer(call) })
    expect(await screen.findByText('Unable to load the portrait')).toBeVisible()
    expect(screen.getByText('Died on Nov 2, 2026')).toBeVisible()
    answer = json([portrait])
    // The tab needs the portrait too, and says so once it has tried.
    const [again = document.body] = screen.getAllByRole('button', { name: 'Try again' })
    await user.click(again)
    expect(await screen.findByText('Room for one more.')).toBeVisible()
  })

  test('the head of a memorial gets its date of death from the executor, who can correct it and take it back', async () => {
    const said = () => calls.filter(({ route }) => route === 'POST rpc/set_date_of_death').at(-1)?.body
    const { calls, user } = open({
      // The list asks for a profile, too, so it isn't the order of the answers that counts.
      'GET profiles': (call) => json({ ...released, died_on: null, ...Object(said()) })(call),
      'POST rpc/set_date_of_death': json(null),
    })
    await user.click((await openAbout()).getByRole('button', { name: enterDate }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Date of death' }))
    const field = dialog.getByLabelText(/^When did Margaret Ellis die/)
    await user.type(field, '2099-01-01')
    await user.click(dialog.getByRole('button', { name: 'Save' }))
    expect(await dialog.findByText('Enter a day in the past.')).toBeVisible()
    expect(said()).toBeUndefined()
    await user.clear(field)
    await user.type(field, '2026-11-02')
    await user.click(dialog.getByRole('button', { name: 'Save' }))
    expect(await screen.findByText('Died on Nov 2, 2026')).toBeVisible()
    expect(said()).toEqual({ owner_id: ownerId, died_on: '2026-11-02' })

    await user.click(screen.getByRole('button', { name: 'Change the date of death' }))
    const again = within(await screen.findByRole('dialog', { name: 'Date of death' }))
    await user.clear(again.getByLabelText(/^When did/))
    await user.click(again.getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(said()).toEqual({ owner_id: ownerId }))
    await waitFor(() => expect(screen.queryByText(/^Died on/)).toBeNull())
  })

  test('the head of a memorial keeps the typed date in the dialog when it is refused', async () => {
    const { user } = open(
      { 'GET profiles': json(released), 'POST rpc/set_date_of_death': refusal('HW006') },
      'funeral',
    )
    await user.click((await openAbout()).getByRole('button', { name: enterDate }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Date of death' }))
    await user.type(dialog.getByLabelText(/^When did/), '2026-11-02')
    await user.click(dialog.getByRole('button', { name: 'Save' }))
    expect(await dialog.findByText('The date wasn’t saved')).toBeVisible()
    expect(dialog.getByLabelText(/^When did/)).toHaveValue('2026-11-02')
  })

  test.each([
    ['a beneficiary', beneficiary, released],
    ['a trustee', { ...access, role: 'trustee' }, released],
    ['an executor before the death is verified', access, owner],
    ['an executor while the plan is closed', hidden, released],
  ])('the head of a memorial asks %s for no date of death', async (_who, given, profile) => {
    open({ 'POST rpc/memorial_access': json(given), 'GET profiles': json(profile) }, 'funeral')
    expect(await screen.findByRole('heading', { level: 1, name: /Margaret Ellis/ })).toBeVisible()
    expect(screen.queryByRole('button', { name: enterDate, hidden: true })).toBeNull()
  })
})

describe('alerts', () => {
  afterEach(() => vi.unstubAllEnvs())

  test.each([
    [0, hidden, 'If the certificate is approved, the plan opens right away.'],
    [
      3,
      hidden,
      'If the certificate is approved, the plan opens 3 days later: Margaret Ellis asked for this waiting period.',
    ],
    [3, access, 'You can keep reading the plan in the meantime.'],
  ])(
    'the memorial’s alerts say during a review what happens next, with a waiting period of %d days',
    async (days, given, words) => {
      vi.stubEnv('VITE_REVIEW_TIME', '2 business days')
      open({
        'GET profiles': json({ ...pending, release_wait_days: days }),
        'POST rpc/memorial_access': json(given),
      })
      expect(await screen.findByText((text) => text.endsWith(words))).toBeVisible()
      expect(screen.getAllByText(/A review usually takes 2 business days\./)[0]).toBeVisible()
    },
  )

  test('the memorial’s alerts say that the owner stopped the release, on the certificate tab too', async () => {
    const at = '2026-11-07T10:00:00+00:00'
    const stopped = { death_review: 'rejected', death_reviewed_at: at, release_stopped_at: at }
    open({ 'GET profiles': json({ ...submitted, ...stopped }), 'POST rpc/memorial_access': json(hidden) })
    expect(
      await screen.findByText(`Margaret Ellis stopped the release on ${formatDateTime(at)}.`),
    ).toBeVisible()
    expect(screen.getByText('Margaret Ellis stopped it')).toBeVisible()
    expect(screen.queryByText('The last certificate wasn’t accepted')).toBeNull()
  })

  test('the memorial’s alerts are followed by what the family was told with a rejection', async () => {
    open({
      'GET profiles': json({
        ...submitted,
        death_review: 'rejected',
        death_review_message: 'It is not legible.',
      }),
      'POST rpc/memorial_access': json(hidden),
    })
    expect(
      await screen.findByText('A note from the person who checked it: “It is not legible.”'),
    ).toBeVisible()
  })

  test('the memorial’s alerts ask for another photo, and do not say that nothing has happened', async () => {
    open({
      'GET profiles': json({ ...submitted, death_reviewed_at: at.created_at }),
      'POST rpc/memorial_access': json(hidden),
    })
    expect(await screen.findByText('We need another photo of the death certificate')).toBeVisible()
    expect(screen.queryByText(/plan is private/)).toBeNull()
  })

  const objections = 'POST rpc/certificate_objections'
  const object = 'POST rpc/object_to_certificate'
  const tess = {
    person_name: 'Tess Trustee',
    objected_at: '2026-11-06T10:00:00+00:00',
    is_mine: false,
    words: null,
    opens_at: '2999-11-13T10:00:00+00:00',
    withdrawn_at: null,
  }
  const mine = { ...tess, person_name: 'Anna', is_mine: true, words: 'She lives.' }

  test('a certificate under review can be objected to, with words that only those who check it read', async () => {
    const { user, calls } = open({
      'POST rpc/memorial_access': json(hidden),
      'GET profiles': json(pending),
      [objections]: [json([]), json([mine])],
      [object]: json(null),
    })
    const button = await screen.findByRole('button', { name: 'Is something wrong?' })
    expect(button.previousElementSibling).toBe(screen.getByRole('link', { name: 'Access history' }))
    await user.click(button)
    const dialog = await screen.findByRole('dialog', { name: 'Is something wrong?' })
    expect(dialog).toHaveTextContent(/Only the people who check certificates will read what you write/)
    expect(dialog).toHaveTextContent(/with your name/)
    await user.click(within(dialog).getByRole('button', { name: 'Tell us' }))
    expect(await within(dialog).findByText('Please say what’s wrong.')).toBeVisible()
    await user.type(within(dialog).getByLabelText('What’s wrong?'), '  She lives. ')
    await user.click(within(dialog).getByRole('button', { name: 'Tell us' }))
    expect(await screen.findByText('You told us that something is wrong with the certificate')).toBeVisible()
    expect(screen.getByText(/“She lives\.”/)).toBeVisible()
    expect(calls.filter(({ route }) => route === object).map(({ body }) => body)).toEqual([
      { owner_id: ownerId, words: 'She lives.' },
    ])
    expect(screen.queryByRole('button', { name: 'Is something wrong?' })).toBeNull()
  })

  test('an objection that could not be sent says so and keeps what was typed', async () => {
    const { user } = open({
      'POST rpc/memorial_access': json(hidden),
      'GET profiles': json(pending),
      [object]: refusal('HW094'),
    })
    await user.click(await screen.findByRole('button', { name: 'Is something wrong?' }))
    await user.type(await screen.findByLabelText('What’s wrong?'), 'She lives.')
    await user.click(screen.getByRole('button', { name: 'Tell us' }))
    expect(await screen.findByText('It wasn’t sent')).toBeVisible()
    expect(screen.getByLabelText('What’s wrong?')).toHaveValue('She lives.')
  })

  test('an objection of another person is shown with from when the plan can open, and leaves room for one’s own', async () => {
    open({
      'POST rpc/memorial_access': json(hidden),
      'GET profiles': json(pending),
      [objections]: json([tess]),
    })
    expect(
      await screen.findByText('Tess Trustee told us that something is wrong with the certificate'),
    ).toBeVisible()
    expect(screen.getByText(/plan won’t open before .*, even if the certificate is approved/)).toBeVisible()
    expect(screen.queryByText(/^If the certificate is approved/)).toBeNull()
    expect(screen.getByRole('button', { name: 'Is something wrong?' })).toBeVisible()
  })

  test('one’s own objection is taken back with one press, and the day from which the plan can open stays', async () => {
    const withdraw = 'POST rpc/withdraw_objection'
    const back = { ...mine, withdrawn_at: at.created_at }
    const { user, calls } = open({
      'POST rpc/memorial_access': json(hidden),
      'GET profiles': json(pending),
      [objections]: [json([mine]), json([mine]), json([back])],
      [withdraw]: [refusal('HW091'), json(null)],
    })
    const button = await screen.findByRole('button', { name: 'Withdraw it' })
    await user.click(button)
    expect(await screen.findByRole('alert')).toHaveTextContent(/^It wasn’t withdrawn: This can’t be done/)
    await user.click(button)
    const words = 'You told us that something is wrong with the certificate, and withdrew it'
    const notice = (await screen.findByText(words)).closest('[tabindex]')
    expect(notice).toHaveFocus()
    expect(notice).toHaveTextContent(/plan won’t open before .*, even if the certificate is approved/)
    expect(calls.find(({ route }) => route === withdraw)?.body).toEqual({ owner_id: ownerId })
    expect(screen.getByRole('button', { name: 'Is something wrong?' })).toBeVisible()
  })

  test('objections that others took back are told apart from those that stand', async () => {
    const routes = { 'POST rpc/memorial_access': json(hidden), 'GET profiles': json(pending) }
    const ben = { ...tess, person_name: 'Ben', withdrawn_at: at.created_at }
    open({ ...routes, [objections]: json([ben, tess]) })
    expect(await screen.findByText(/^Tess Trustee told us .* the certificate$/)).toBeVisible()
    cleanup()
    open({ ...routes, [objections]: json([ben]) })
    expect(await screen.findByText(/^Ben told us .* the certificate, and withdrew it$/)).toBeVisible()
    expect(screen.queryByRole('button', { name: 'Withdraw it' })).toBeNull()
  })

  test('objections of several people say no day once there is none, and none for a plan that is open', async () => {
    open({
      'POST rpc/memorial_access': json(hidden),
      'GET profiles': json(pending),
      [objections]: json([{ ...tess, opens_at: null }, mine]),
    })
    expect(
      await screen.findByText('You and Tess Trustee told us that something is wrong with the certificate'),
    ).toBeVisible()
    expect(screen.queryByText(/won’t open before/)).toBeNull()
    cleanup()
    open({ 'GET profiles': json(pending), [objections]: json([tess]) })
    expect(await screen.findByText(/^Tess Trustee told us/)).toBeVisible()
    expect(screen.queryByText(/won’t open before/)).toBeNull()
  })

  test.each([
    [
      'in the waiting period',
      { death_review: 'approved', is_deceased: true, release_at: '2999-01-01T00:00:00+00:00' },
      true,
    ],
    ['after the release', { death_review: 'approved', is_deceased: true, release_at: at.created_at }, false],
    ['after a rejection', { death_review: 'rejected' }, false],
    ['before any certificate', { death_certificate_path: null }, false],
  ])('whether one can object %s', async (_, change, can) => {
    open({ 'GET profiles': json({ ...submitted, ...change }), 'POST rpc/memorial_access': json(hidden) })
    await expectOnlyTheCertificate()
    if (can) expect(await screen.findByRole('button', { name: 'Is something wrong?' })).toBeVisible()
    else expect(screen.queryByRole('button', { name: 'Is something wrong?' })).toBeNull()
  })

  test('the memorial’s alerts say that a certificate is in review even when the plan is already open', async () => {
    open({ 'GET profiles': json(pending) })
    expect(await screen.findByText('Someone on our team is checking a death certificate')).toBeVisible()
    expect((await openAbout()).getByText('Awaiting verification')).toBeVisible()
    expect(screen.queryByText(/^You can’t see Margaret Ellis’s plan yet\./)).toBeNull()
    expect(screen.getByRole('tab', { name: 'Funeral' })).toBeVisible()
  })

  test('the memorial’s alerts say once that a certificate is in review, and when the plan would open', async () => {
    open({ 'POST rpc/memorial_access': json(hidden), 'GET profiles': json(pending) })
    expect(await screen.findByText('Someone on our team is checking a death certificate')).toBeVisible()
    expect(screen.getByText(/ If the certificate is approved, the plan opens/)).toBeVisible()
    expect(screen.getAllByText(/^You can’t see Margaret Ellis’s plan yet\./)).toHaveLength(1)
    expect(screen.getAllByText(/being reviewed|checking|received/)).toHaveLength(1)
  })

  test('the memorial’s alerts say that no certificate has been submitted, with the form for a certificate behind a button', async () => {
    const { user } = open({ 'POST rpc/memorial_access': json(hidden), 'GET profiles': json(owner) })
    expect(
      await screen.findByText('Margaret Ellis’s plan is private. No death certificate has been submitted.'),
    ).toBeVisible()
    // Besides that, only the badge of the certificate says so.
    await screen.findByText('No certificate')
    expect(screen.getAllByText(/No (death )?certificate/)).toHaveLength(2)
    expect(screen.queryByRole('button', { name: 'Submit certificate' })).toBeNull()
    await user.click(screen.getByRole('button', { name: 'Margaret Ellis has died', expanded: false }))
    expect(screen.getByRole('button', { name: 'Submit certificate' })).toBeVisible()
  })

  test('the memorial’s alerts say when it opens during the waiting period', async () => {
    const release_at = '2040-06-15T10:00:00+00:00'
    open({
      'POST rpc/memorial_access': json(hidden),
      'GET profiles': json({ ...submitted, death_review: 'approved', is_deceased: true, release_at }),
    })
    expect(await screen.findByText(`This memorial opens on ${formatDateTime(release_at)}`)).toBeVisible()
    expect(screen.getByText('Death verified')).toBeVisible()
    expect(screen.queryByText(/^You can’t see Margaret Ellis’s plan yet\./)).toBeNull()
  })
})

test.each([
  ['was submitted, during the review', {}, access.certificate_submitted_at],
  [
    'was decided, after the review',
    { death_review: 'rejected', death_reviewed_at: '2026-11-07T10:00:00+00:00' },
    '2026-11-07T10:00:00+00:00',
  ],
])('the memorial dates a death certificate by the time it %s', async (_when, review, updatedAt) => {
  open({ 'GET profiles': json({ ...pending, ...review }) }, 'certificate')
  expect(await screen.findByText(formatDateTime(updatedAt))).toBeVisible()
  expect(screen.queryByText(formatDateTime(owner.updated_at))).toBeNull()
})

describe('parts', () => {
  test('the parts of the memorial are all requested in one round, before it is known whether the memorial is open', async () => {
    const gate = held(json(access))
    const { calls } = open({ 'POST rpc/memorial_access': gate.answer })
    await waitFor(() =>
      expect(calls.map(({ route }) => route).sort()).toEqual([
        'GET contacts',
        'GET estate_documents',
        'GET financial_accounts',
        'GET funeral_plan',
        'GET home_items',
        'GET insurance_policies',
        'GET portraits',
        'GET profiles',
        'GET video_messages',
        'POST rpc/memorial_access',
      ]),
    )
    gate.open()
    await openTab()
    expect(calls.filter(({ route }) => route !== 'POST rpc/record_view')).toHaveLength(10)
  })

  test('the parts of the memorial are loaded again when the memorial opens, because they were empty before', async () => {
    const { queryClient } = open(
      {
        'POST rpc/memorial_access': [json(hidden), json(access)],
        'GET contacts': [json([]), json([{ ...contact, id: 'c1', name: 'Cousin Carl' }])],
      },
      'contacts',
    )
    await expectOnlyTheCertificate()
    await queryClient.refetchQueries({ queryKey: memorialKeys.all })
    expect(await screen.findByText('Cousin Carl')).toBeVisible()
    expect(await openTab()).toHaveTextContent('Contacts')
  })

  test('the parts of the memorial leave the screen when the owner hides the plan', async () => {
    const { queryClient } = open(
      {
        'POST rpc/memorial_access': [json(access), json(hidden)],
        'GET contacts': json([{ ...contact, id: 'c1', name: 'Cousin Carl' }]),
      },
      'contacts',
    )
    expect(await screen.findByText('Cousin Carl')).toBeVisible()
    await queryClient.refetchQueries({ queryKey: memorialKeys.all })
    expect(await screen.findByText(/^You can’t see Margaret Ellis’s plan yet\./)).toBeVisible()
    expect(screen.queryByText('Cousin Carl')).toBeNull()
  })

  test.each([
    ['funeral', 'No funeral preferences saved'],
    ['music', 'No music chosen'],
    ['documents', 'Margaret Ellis hasn’t left any documents here.'],
    ['messages', 'There’s no message here for you from Margaret Ellis.'],
    ['contacts', 'Margaret Ellis hasn’t left any contacts.'],
    ['accounts', 'Margaret Ellis hasn’t listed any accounts.'],
    ['accounts', 'Margaret Ellis hasn’t listed any life insurance.'],
  ])('the parts of the memorial say that there is nothing when they are empty (%s)', async (tab, words) => {
    open({}, tab)
    expect(await screen.findByText(words)).toBeVisible()
  })

  test.each([
    ['funeral', 'funeral_plan', 'Unable to load funeral plan'],
    ['music', 'funeral_plan', 'Unable to load music'],
    ['documents', 'estate_documents', 'Unable to load documents'],
    ['messages', 'video_messages', 'Unable to load video messages'],
    ['contacts', 'contacts', 'Unable to load contacts'],
    ['accounts', 'financial_accounts', 'Unable to load accounts'],
    ['accounts', 'insurance_policies', 'Unable to load insurance policies'],
    ['home', 'home_items', 'Unable to load home and pets'],
  ])(
    'the parts of the memorial offer a retry in their own tab when they cannot be loaded (%s, %s)',
    async (tab, table, title) => {
      const { user } = open({ [`GET ${table}`]: [refusal('57014', 500), json([])] }, tab)
      expect(await screen.findByText(title)).toBeVisible()
      expect(await tabs()).toHaveLength(9)
      await user.click(screen.getByRole('button', { name: 'Try again' }))
      await waitFor(() => expect(screen.queryByText(title)).toBeNull())
    },
  )

  test('the parts of the memorial show no funeral plan when only music was chosen, and the music under Music', async () => {
    const { user } = open({ 'GET funeral_plan': json(musicOnly) })
    expect(await screen.findByRole('heading', { name: 'No funeral preferences saved' })).toBeVisible()
    await user.click(screen.getByRole('tab', { name: 'Music' }))
    expect(await screen.findByText('Spotify')).toBeVisible()
  })

  test('the parts of the memorial list contacts by name', async () => {
    const named = (name: string, more = {}) => ({ ...contact, id: name, name, ...more })
    open(
      {
        'GET contacts': json([
          named('zoe'),
          named('Émile'),
          named('Anna', { invitee: true }),
          named('Frank'),
        ]),
      },
      'contacts',
    )
    const list = await screen.findByRole('list', { name: 'Contacts' })
    expect(
      within(list)
        .getAllByRole('heading')
        .map(({ textContent }) => textContent),
    ).toEqual(['Anna', 'Émile', 'Frank', 'zoe'])
    expect(within(list).getByText('Wanted at the service').closest('li')).toHaveTextContent('Anna')
  })

  test('the parts of the memorial show only the last digits of an account, with life insurance below', async () => {
    open({ 'GET financial_accounts': json([account]), 'GET insurance_policies': json([policy]) }, 'accounts')
    expect(await screen.findByText('•••• 1234')).toBeVisible()
    expect(screen.getByText('number ending in 1234')).toBeInTheDocument()
    const insurance = screen.getByRole('region', { name: 'Life insurance' })
    expect(within(insurance).getByText('$150,000')).toBeVisible()
    expect(within(insurance).getByRole('button', { name: 'Open document: Harbour Mutual' })).toBeVisible()
  })
})

describe('messages', () => {
  test('the memorial’s video messages say who each one is for, and show its transcript', async () => {
    const forAll = { ...message, id: 'm2', title: 'For all of you', for_beneficiary: null, transcript: null }
    open({ 'GET video_messages': json([message, forAll]) }, 'messages')
    const [mine, everybodys] = await screen.findAllByRole('listitem')
    expect(mine).toHaveTextContent('About the gardenFor you')
    expect(mine).toHaveTextContent('Water the roses.')
    expect(everybodys).toHaveTextContent('For all of youFor everyone')
    expect(everybodys).not.toHaveTextContent('Transcript')
  })

  test('the memorial’s video messages load a video and record the view only when play is pressed', async () => {
    const sign = `POST storage/object/sign/videos/${message.storage_path}`
    const { calls, views, user } = open(
      {
        'GET video_messages': json([message]),
        [sign]: json({ signedURL: `/object/sign/videos/${message.storage_path}?token=1` }),
      },
      'messages',
    )
    const button = await screen.findByRole('button', { name: 'Play About the garden' })
    expect(calls.some(({ route }) => route.includes('storage'))).toBe(false)
    expect(document.querySelector('video')).toBeNull()
    await user.click(button)
    expect(await screen.findByLabelText('About the garden')).toHaveAttribute(
      'src',
      expect.stringContaining('token=1'),
    )
    expect(calls.find(({ route }) => route === sign)?.body).toEqual({ expiresIn: 300 })
    await waitFor(() =>
      expect(views()).toEqual([
        { owner_id: ownerId, section: 'messages' },
        { owner_id: ownerId, section: 'messages', item_id: 'm1' },
      ]),
    )
  })
})

describe('letters', () => {
  const letter = { ...message, id: 'l1', storage_path: null, transcript: null, body: 'Dear Ben,\n\nbe well.' }

  test('the memorial’s letters are closed until their reader opens them, which the history hears of, and are printed alone', async () => {
    const print = vi.fn()
    vi.stubGlobal('print', print)
    const { views, user } = open({ 'GET video_messages': json([letter]) }, 'messages')
    const closed = await screen.findByRole('button', { name: 'Open About the garden' })
    expect(screen.getByRole('listitem')).toHaveTextContent('About the gardenFor you')
    expect(screen.queryByText(/be well/)).toBeNull()
    expect(views()).toEqual([{ owner_id: ownerId, section: 'messages' }])
    await user.click(closed)
    expect(screen.getByText(/be well/).textContent).toBe(letter.body)
    await waitFor(() =>
      expect(views()).toContainEqual({ owner_id: ownerId, section: 'messages', item_id: 'l1' }),
    )
    await user.click(screen.getByRole('button', { name: 'Print this letter: About the garden' }))
    expect(print).toHaveBeenCalledOnce()
    expect(document.querySelector('body > .letter-sheet')).toHaveTextContent(
      'About the gardenDear Ben, be well.',
    )
  })

  test('the memorial asks again what is open when the opening of a letter is refused', async () => {
    const { calls, user } = open(
      {
        'GET video_messages': json([letter]),
        'POST rpc/record_view': (call) =>
          (JSON.stringify(call.body).includes('item_id') ? refusal('HW006') : json(null, 200))(call),
      },
      'messages',
    )
    const asked = () => calls.filter(({ route }) => route === 'POST rpc/memorial_access').length
    const closed = await screen.findByRole('button', { name: 'Open About the garden' })
    const before = asked()
    await user.click(closed)
    await waitFor(() => expect(asked()).toBeGreaterThan(before))
  })
})

describe('messages that come on a later day', () => {
  const released = { ...submitted, death_review: 'approved', is_deceased: true, release_at: at.created_at }
  const notice = (rest: object) =>
    json([{ owner_id: ownerId, came_on: null, waits: false, reaching_no_one: [], ...rest }])
  const openWith = (rest: object, routes: Routes = {}) =>
    open({ 'GET profiles': json(released), 'POST rpc/message_notices': notice(rest), ...routes }, 'funeral')
  const today = formatDay(new Date())

  test('the memorial says for which day a message came, and leads to it', async () => {
    const { user } = openWith({ came_on: today })
    expect(await screen.findByText('Margaret Ellis left you a message for today')).toBeVisible()
    await user.click(screen.getByRole('link', { name: 'Go to Margaret Ellis’s messages' }))
    expect(await openTab()).toHaveTextContent('Messages')
    cleanup()
    openWith({ came_on: '2026-11-02' })
    expect(await screen.findByText('Margaret Ellis left you a message for Nov 2, 2026')).toBeVisible()
    expect(screen.queryByText(/for a later day/)).toBeNull()
  })

  test('the memorial says that a message waits, without a day', async () => {
    openWith({ waits: true })
    expect(await screen.findByText(/^Margaret Ellis left you a message for a later day\. /)).toBeVisible()
    expect(screen.queryByRole('link', { name: /messages$/ })).toBeNull()
  })

  test('the memorial names to an executor for whom there are messages that reach no one', async () => {
    openWith({ reaching_no_one: ['Dora Hill', 'Ben Hill'] })
    expect(
      await screen.findByText(
        /messages that reach no one, .* people who can’t open this plan: Dora Hill and Ben Hill\.$/,
      ),
    ).toBeVisible()
  })

  test('the memorial asks again whether a message is new once it was opened, without moving the page meanwhile', async () => {
    const sign = `POST storage/object/sign/videos/${message.storage_path}`
    const { calls, user, queryClient } = openWith(
      { came_on: today },
      {
        'GET video_messages': json([message]),
        [sign]: json({ signedURL: `/object/sign/videos/${message.storage_path}?token=1` }),
      },
    )
    await user.click(await screen.findByRole('link', { name: 'Go to Margaret Ellis’s messages' }))
    const key = messageNoticeKeys.ofPerson(anna.id)
    expect(queryClient.getQueryState(key)?.isInvalidated).toBe(false)
    await user.click(await screen.findByRole('button', { name: 'Play About the garden' }))
    await waitFor(() => expect(queryClient.getQueryState(key)?.isInvalidated).toBe(true))
    expect(calls.filter(({ route }) => route === 'POST rpc/message_notices')).toHaveLength(1)
    expect(screen.getByText('Margaret Ellis left you a message for today')).toBeVisible()
  })

  test.each([
    ['that is closed', hidden, released],
    ['that its living owner has opened', access, owner],
  ])('a memorial %s asks for no notices', async (_, may, profile) => {
    const { calls } = openWith(
      { came_on: today },
      { 'POST rpc/memorial_access': json(may), 'GET profiles': json(profile) },
    )
    expect(await screen.findByRole('heading', { level: 1, name: /Margaret Ellis/ })).toBeVisible()
    for (const rpc of ['message_notices', 'plan_notices'])
      expect(calls.map(({ route }) => route)).not.toContain(`POST rpc/${rpc}`)
    expect(screen.queryByText(/left you a message/)).toBeNull()
  })

  test('a memorial whose notices about messages cannot be read shows everything else', async () => {
    openWith({}, { 'POST rpc/message_notices': refusal('42501', 403) })
    expect(await openTab()).toHaveTextContent('Funeral')
    expect(screen.queryByRole('alert')).toBeNull()
  })

  test('a notice about the messages of another plan is not on this memorial', async () => {
    openWith({ owner_id: anna.id, came_on: today, waits: true })
    expect(await openTab()).toHaveTextContent('Funeral')
    expect(screen.queryByText(/left you a message/)).toBeNull()
  })
})

test('a released memorial says when its account will be closed and whom our email does not reach, and nothing of another plan', async () => {
  const notice = { owner_id: ownerId, closes_on: '2026-12-24', unreached: ['Tom Ellis', 'Ruth Ellis'] }
  const released = { ...submitted, death_review: 'approved', is_deceased: true, release_at: at.created_at }
  open({ 'GET profiles': json(released), 'POST rpc/plan_notices': json([notice]) }, 'funeral')
  expect(
    await screen.findByText('Margaret Ellis’s account will be closed on Dec 24, 2026 or soon after'),
  ).toBeVisible()
  expect(screen.getByText(/Our email doesn’t reach Tom Ellis and Ruth Ellis\./)).toBeVisible()
  cleanup()
  open(
    { 'GET profiles': json(released), 'POST rpc/plan_notices': json([{ ...notice, owner_id: anna.id }]) },
    'funeral',
  )
  expect(await openTab()).toHaveTextContent('Funeral')
  expect(screen.queryByText(/will be closed on|email doesn’t reach/)).toBeNull()
})

test('a memorial message is saved under its title in any script, and the history hears of it', async () => {
  const sign = `/object/sign/videos/${message.storage_path}?token=1`
  const { user, views } = open(
    {
      'GET video_messages': json([{ ...message, title: '李小龍: garden' }]),
      [`POST storage/object/sign/videos/${message.storage_path}`]: [offline, json({ signedURL: sign })],
    },
    'messages',
  )
  const save = await screen.findByRole('button', { name: 'Save this video: 李小龍: garden' })
  await user.click(save)
  expect(await screen.findByText(/^The file couldn’t be saved\. We couldn’t reach/)).toBeVisible()
  await user.click(save)
  await waitFor(() =>
    expect(downloadFrom).toHaveBeenLastCalledWith(
      expect.stringContaining(`&download=${encodeURIComponent('李小龍 garden.webm')}`),
    ),
  )
  await waitFor(() =>
    expect(views()).toContainEqual({ owner_id: ownerId, section: 'messages', item_id: 'm1' }),
  )
})

test('a memorial message that the browser cannot play is saved under its title', async () => {
  const sign = `/object/sign/videos/${message.storage_path}?token=1`
  const { user } = open(
    {
      'GET video_messages': json([message]),
      [`POST storage/object/sign/videos/${message.storage_path}`]: json({ signedURL: sign }),
    },
    'messages',
  )
  await user.click(await screen.findByRole('button', { name: 'Play About the garden' }))
  fireEvent.error(await screen.findByLabelText('About the garden'))
  await user.click(await screen.findByRole('button', { name: 'Save to this device' }))
  await waitFor(() =>
    expect(downloadFrom).toHaveBeenCalledWith(expect.stringContaining('&download=About%20the%20garden.webm')),
  )
})

describe('history', () => {
  test('the access history of the memorial records each part once when it is shown', async () => {
    const { user, views, queryClient } = open()
    await user.click(await screen.findByRole('tab', { name: 'Contacts' }))
    await queryClient.refetchQueries({ queryKey: memorialKeys.all })
    await user.click(screen.getByRole('tab', { name: 'Death Certificate' }))
    await waitFor(() =>
      expect(views()).toEqual([
        { owner_id: ownerId, section: 'funeral' },
        { owner_id: ownerId, section: 'contacts' },
      ]),
    )
  })

  test.each([
    ['documents', 'Open document: Last will', `documents/${will.file_path}`, { item_id: 'd1' }],
    ['accounts', 'Open document: Harbour Mutual', `documents/${policy.document_path}`, { item_id: 'p1' }],
    ['certificate', 'View certificate', `death-certificates/${submitted.death_certificate_path}`, {}],
  ])(
    'the access history of the memorial records a file only when it was opened successfully (%s)',
    async (shownIn, name, path, item) => {
      const tab = { location: { replace: vi.fn() }, opener: window, close: vi.fn() }
      vi.spyOn(window, 'open').mockReturnValue(tab as never)
      const { user, views } = open(
        {
          'GET profiles': json(submitted),
          'GET estate_documents': json([will]),
          'GET insurance_policies': json([policy]),
          [`POST storage/object/sign/${path}`]: [
            refusal('404', 400),
            json({ signedURL: `/object/sign/${path}?token=1` }),
          ],
        },
        shownIn,
      )
      const opened = { owner_id: ownerId, section: shownIn, ...item }
      await user.click(await screen.findByRole('button', { name }))
      expect(await screen.findByText(/^The file couldn’t be opened/)).toBeVisible()
      expect(tab.close).toHaveBeenCalled()
      expect(views()).not.toContainEqual(opened)
      await user.click(screen.getByRole('button', { name }))
      await waitFor(() => expect(views()).toContainEqual(opened))
      expect(tab.location.replace).toHaveBeenCalledWith(expect.stringContaining('token=1'))
    },
  )

  test.each([
    ['is refused', refusal('HW006', 403)],
    ['loses its connection', offline],
  ])(
    'the access history of the memorial does not disturb the reader when recording %s',
    async (_how, answer) => {
      const { views } = open(
        {
          'POST rpc/record_view': answer,
          'GET contacts': json([{ ...contact, id: 'c1', name: 'Cousin Carl' }]),
        },
        'contacts',
      )
      expect(await screen.findByText('Cousin Carl')).toBeVisible()
      await waitFor(() => expect(views()).toHaveLength(1))
      expect(screen.queryByRole('alert')).toBeNull()
    },
  )
})

describe('end of access', () => {
  const carl = { ...contact, id: 'c1', name: 'Cousin Carl' }
  /** The answers to a designee who can read until `end` is called. */
  function untilEnd(after: Routes) {
    let isOver = false
    const before: Routes = {
      'POST rpc/memorial_access': json(access),
      'POST rpc/record_view': json(null),
      'GET profiles': json(owner),
      'GET contacts': json([carl]),
      'GET financial_accounts': json([account]),
      'GET estate_documents': json([will]),
    }
    const routes: Routes = Object.fromEntries(
      Object.entries(before).map(([route, answer]) => [
        route,
        (call) => {
          const given = (isOver && after[route]) || answer
          return Array.isArray(given) ? Promise.reject(new Error('one answer')) : given(call)
        },
      ]),
    )
    return {
      routes,
      end: () => {
        isOver = true
      },
    }
  }
  const revoked: Routes = {
    'POST rpc/memorial_access': json([]),
    'POST rpc/record_view': refusal('HW006', 403),
    'GET profiles': json([]),
  }
  const denied = 'Access Denied: You don’t have permission to view this memorial.'
  const showFront = () => fireEvent(document, new Event('visibilitychange', { bubbles: true }))
  /** The tables that the cache still has rows of. */
  const kept = ({ queryClient }: ReturnType<typeof open>) =>
    queryClient
      .getQueryCache()
      .getAll()
      .flatMap(({ queryKey: [table], state }) => (state.data ? [table] : []))

  test.each([
    [
      'the person opens another tab',
      (page: ReturnType<typeof open>) => page.user.click(screen.getByRole('tab', { name: 'Accounts' })),
    ],
    ['the page comes back to the front', async () => showFront()],
  ])(
    'an open memorial whose access ends empties itself when %s, and drops what it has read',
    async (_when, act) => {
      const { routes, end } = untilEnd(revoked)
      const page = open(routes, 'contacts')
      expect(await screen.findByText('Cousin Carl')).toBeVisible()
      end()
      await act(page)
      expect(await screen.findByText(denied)).toBeVisible()
      expect(screen.queryByText('Cousin Carl')).toBeNull()
      await waitFor(() => expect(kept(page)).toEqual([]))
    },
  )

  test('an open memorial whose access ends empties itself within a minute, and asks without noting it in the history', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    try {
      const { routes, end } = untilEnd(revoked)
      const page = open(routes, 'contacts')
      expect(await screen.findByText('Cousin Carl')).toBeVisible()
      await vi.advanceTimersByTimeAsync(60_000)
      expect(screen.getByText('Cousin Carl')).toBeVisible()
      end()
      await vi.advanceTimersByTimeAsync(60_000)
      expect(await screen.findByText(denied)).toBeVisible()
      await waitFor(() => expect(kept(page)).toEqual([]))
      expect(
        page.calls.filter(({ route }) => route.endsWith('memorial_access')).map(({ body }) => body),
      ).toEqual([
        { owner_id: ownerId },
        { owner_id: ownerId, again: true },
        { owner_id: ownerId, again: true },
      ])
    } finally {
      vi.useRealTimers()
    }
  })

  test('an open memorial whose access ends empties itself when a file is refused', async () => {
    const sign = `POST storage/object/sign/documents/${will.file_path}`
    const tab = { location: { replace: vi.fn() }, opener: window, close: vi.fn() }
    vi.spyOn(window, 'open').mockReturnValue(tab as never)
    const { routes, end } = untilEnd({ 'POST rpc/memorial_access': json(hidden) })
    const page = open({ ...routes, [sign]: refusal('404', 400) }, 'documents')
    const button = await screen.findByRole('button', { name: 'Open document: Last will' })
    end()
    await page.user.click(button)
    expect(await screen.findByText(/^You can’t see Margaret Ellis’s plan yet\./)).toBeVisible()
    expect(screen.queryByText('With the notary')).toBeNull()
    await waitFor(() => expect(kept(page).sort()).toEqual(['memorials', 'profiles']))
  })

  test('an open memorial whose access ends empties itself even when only the profile cannot be read again', async () => {
    const { routes, end } = untilEnd({ 'POST rpc/memorial_access': json(hidden), 'GET profiles': offline })
    open(routes, 'contacts')
    expect(await screen.findByText('Cousin Carl')).toBeVisible()
    end()
    showFront()
    expect(await screen.findByText(/^You can’t see Margaret Ellis’s plan yet\./)).toBeVisible()
    expect(screen.queryByText('Cousin Carl')).toBeNull()
  })

  test('an open memorial whose access ends loses the accounts alone when the reader is only a beneficiary from now on', async () => {
    const { routes, end } = untilEnd({ 'POST rpc/memorial_access': json(beneficiary) })
    const page = open(routes, 'accounts')
    expect(await screen.findByText('•••• 1234')).toBeVisible()
    end()
    showFront()
    await waitFor(() => expect(screen.queryByRole('tab', { name: 'Accounts' })).toBeNull())
    expect(screen.queryByText('•••• 1234')).toBeNull()
    await waitFor(() => expect(kept(page)).not.toContain('financial_accounts'))
    expect(kept(page)).toContain('contacts')
  })

  test.each([
    ['is lost', offline],
    ['brings an error', refusal('57014', 500)],
  ])('an open memorial whose access ends stays as it is while the connection %s', async (_how, answer) => {
    const { routes, end } = untilEnd({ 'POST rpc/memorial_access': answer, 'POST rpc/record_view': answer })
    const page = open(routes, 'contacts')
    expect(await screen.findByText('Cousin Carl')).toBeVisible()
    end()
    showFront()
    await waitFor(() =>
      expect(page.queryClient.getQueryState(memorialKeys.detail(ownerId))?.status).toBe('error'),
    )
    expect(screen.getByText('Cousin Carl')).toBeVisible()
  })
})

describe('the memorial says how long a reader can come back', () => {
  const until = '2040-06-15T10:00:00+00:00'
  const died = { ...submitted, death_review: 'approved', is_deceased: true }
  test.each([
    [
      'while the owner shares it',
      owner,
      'You can come back as long as Margaret Ellis hasn’t made the plan private again or ended your access.',
    ],
    [
      'while the owner shares it for some days',
      { ...owner, hold_lifted_until: until },
      `You can come back until ${formatDateTime(until)}, unless Margaret Ellis makes the plan private again before then.`,
    ],
    [
      'while a shared plan waits for its release',
      { ...died, release_at: until },
      `You can see this plan because it was shared with you before the death was verified. From ${formatDateTime(until)} on, there’s no time limit.`,
    ],
    [
      'after the release',
      { ...died, release_at: '2026-11-10T10:00:00+00:00' },
      'This page will stay here, and it’s free. It would close only if the death was reported by mistake, or 30 days after the family asks us to close the account. We’d email you.',
    ],
  ])('%s', async (_when, profile, words) => {
    open({ 'GET profiles': json(profile) })
    expect((await openAbout()).getByText(words)).toBeVisible()
  })

  test('only while it is open', async () => {
    open({ 'POST rpc/memorial_access': json(hidden) })
    expect(await screen.findByText(/^You can’t see Margaret Ellis’s plan yet\./)).toBeVisible()
    expect(screen.queryByText(/come back/)).toBeNull()
    expect(screen.queryByRole('button', { name: 'About this plan' })).toBeNull()
  })
})
