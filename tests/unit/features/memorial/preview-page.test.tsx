import { screen, within } from '@testing-library/react'
import { beforeEach, describe, expect, test } from 'vitest'
import { Component as PreviewPage } from '@/features/memorial/preview-page'
import { paths, patterns } from '@/lib/paths'
import { expectOnlyTheCertificate } from '../../closed-memorial'
import { designation } from '../../designation'
import { fakeSupabase, json, anna as owner, type Routes, refusal, signIn } from '../../fake-supabase'
import { partsOpenTo } from '../../open-parts'
import { renderPage } from '../../render'
import { profileOf } from '../profile/profile-of'

const at = { created_at: '2026-11-01T10:00:00+00:00', updated_at: '2026-11-01T10:00:00+00:00' }
const edith = designation({
  person_name: 'Edith Moor',
  person_email: 'edith@example.com',
  beneficiary_user_id: '33333333-3333-4333-8333-333333333333',
  invited_at: at.created_at,
  accepted_at: at.created_at,
})
const nothing = {
  person_name: 'Edith Moor',
  role: 'executor',
  accepted: true,
  can_view: false,
  can_view_finances: false,
  parts: [],
  message_ids: [],
  messages_later: 0,
}
const everything = {
  ...nothing,
  can_view: true,
  can_view_finances: true,
  parts: partsOpenTo('executor'),
  message_ids: ['m2'],
  messages_later: 2,
}
const message = (id: string, title: string) => ({
  id,
  user_id: owner.id,
  title,
  storage_path: `${owner.id}/${id}.mp4`,
  for_beneficiary: null,
  deliver_on: null,
  transcript: null,
  body: null,
  captions: null,
  ...at,
})

/** Opens the preview of a designee. @param given routes that differ from an executor who accepted, with the hold on */
function open(given: Routes = {}, query = '', plan: 'open' | 'frozen' = 'open') {
  const calls = fakeSupabase({
    'GET designations': json([edith]),
    'GET profiles': json([profileOf(owner.id)]),
    'POST rpc/preview_memorial': ({ body }) =>
      json((body as { moment: string }).moment === 'after_release' ? everything : nothing)({} as never),
    'GET funeral_plan': json([{ user_id: owner.id, venue: 'The boathouse', service_type: 'memorial' }]),
    'GET estate_documents': json([]),
    'GET video_messages': json([message('m1', 'For Tom alone'), message('m2', 'For all')]),
    'GET contacts': json([]),
    'GET financial_accounts': json([
      { id: 'a1', category: 'bank', institution: 'Riverside Bank', account_name: 'Savings', ...at },
    ]),
    'GET insurance_policies': json([]),
    'GET home_items': json([]),
    'GET part_access': json([]),
    'GET portraits': json([]),
    ...given,
  })
  const view = renderPage({
    page: PreviewPage,
    plan,
    pattern: patterns.preview,
    at: { pathname: paths.preview(7), search: query },
  })
  return { calls, ...view }
}

const frame = () => screen.findByRole('region', { name: /^Anna Berg’s (plan|Memorial)$/ })
const tabs = async () =>
  within(await frame())
    .getAllByRole('tab')
    .map(({ textContent }) => textContent)

beforeEach(() => {
  fakeSupabase({})
  return signIn()
})

test('with the hold on, the preview shows only what the person sees, and no way to submit a certificate', async () => {
  open()
  expect(await screen.findByRole('heading', { level: 1, name: 'What Edith Moor will see' })).toBeVisible()
  await frame()
  await expectOnlyTheCertificate()
  expect(within(await frame()).getByText(/^You can’t see Anna Berg’s plan yet\./)).toBeVisible()
  expect(within(await frame()).getByText('Hidden until released')).toBeVisible()
  expect(within(await frame()).getByText('Preview: now')).toBeVisible()
  expect(screen.getByText('Your plan is private now, so this is all Edith Moor can see.')).toBeVisible()
  expect(screen.getByText('Their own page also leads to “Access history”.')).toBeVisible()
  expect(screen.queryByText('The boathouse')).toBeNull()
  expect(screen.queryByRole('button', { name: 'Submit certificate' })).toBeNull()
  expect(document.querySelector('input[type=file]')).toBeNull()
})

test('after the death, the preview shows the parts that the database allows and only this person’s messages', async () => {
  const { user, calls } = open()
  await user.click(await screen.findByRole('radio', { name: 'After your death is verified' }))
  expect(await screen.findByText('Leave the rest alone for now')).toBeVisible()
  for (const box of screen.getAllByRole('checkbox')) expect(box).toBeDisabled()
  expect(await tabs()).toEqual([
    'What to do now',
    'Funeral',
    'Music',
    'Documents',
    'Messages',
    'Contacts',
    'Accounts',
    'Home & Pets',
    'Death Certificate',
  ])
  expect(within(await frame()).queryByText('Death verified')).toBeNull()
  expect(within(await frame()).getByText('Preview: after your death is verified')).toBeVisible()
  expect(screen.getByText('2 messages are scheduled for later.')).toBeVisible()
  expect(
    screen.getByText('Their own page also leads to “Memories”, “The service”, and “About this plan”.'),
  ).toBeVisible()
  await user.click(screen.getByRole('tab', { name: 'Funeral' }))
  expect(await screen.findByText('The boathouse')).toBeVisible()
  expect(screen.getByRole('heading', { level: 2, name: 'Funeral' })).toBeVisible()
  expect(screen.getByRole('heading', { level: 3, name: 'Service' })).toBeVisible()
  await user.click(screen.getByRole('tab', { name: 'Messages' }))
  expect(await screen.findByRole('heading', { name: 'For all' })).toBeVisible()
  expect(screen.queryByText('For Tom alone')).toBeNull()
  await user.click(screen.getByRole('tab', { name: 'Accounts' }))
  expect(await screen.findByText('Riverside Bank')).toBeVisible()
  // An owner's preview must not appear in the access history as a view.
  expect(calls.map(({ route }) => route)).not.toContain('POST rpc/record_view')
  await user.click(screen.getByRole('radio', { name: 'Now' }))
  expect(await screen.findByText(/^You can’t see Anna Berg’s plan yet\./)).toBeVisible()
  expect(screen.queryByText('Riverside Bank')).toBeNull()
})

test('the preview for someone chosen for the first hours names the way to open them', async () => {
  const chosen = { designation_id: edith.id, choice: 'contacts', timing: 'first_hours' }
  open({ 'GET part_access': json([chosen]) })
  expect(
    await screen.findByText(
      'Their own page also leads to “If something has happened to Anna Berg” and “Access history”.',
    ),
  ).toBeVisible()
})

test('the preview for a beneficiary has no accounts', async () => {
  const answer = {
    ...everything,
    role: 'beneficiary',
    can_view_finances: false,
    parts: partsOpenTo('beneficiary'),
    messages_later: 1,
  }
  open({ 'POST rpc/preview_memorial': json(answer) }, '?when=after_release&tab=accounts')
  expect(await tabs()).not.toContain('Accounts')
  expect(screen.getByRole('tab', { name: 'What to do now' })).toHaveAttribute('aria-selected', 'true')
  expect(await screen.findByText('Leave the rest alone for now')).toBeVisible()
  expect(screen.getByText('1 message is scheduled for later.')).toBeVisible()
  expect(screen.queryByText('Riverside Bank')).toBeNull()
})

test('during the waiting period, the preview shows the opening date instead of the hold', async () => {
  const release_at = '2099-01-01T00:00:00+00:00'
  open({
    'GET profiles': json([
      {
        ...profileOf(owner.id),
        visibility_hold: false,
        is_deceased: true,
        death_review: 'approved',
        release_at,
      },
    ]),
  })
  expect(within(await frame()).getByText(/^This memorial opens on /)).toBeVisible()
  expect(screen.queryByText(/Your plan is private now/)).toBeNull()
})

describe('not accepted', () => {
  const invited = { ...edith, beneficiary_user_id: null, accepted_at: null }
  const given: Routes = {
    'GET designations': json([invited]),
    'POST rpc/preview_memorial': ({ body }) =>
      json({
        ...((body as { moment: string }).moment === 'after_release' ? everything : nothing),
        accepted: false,
      })({} as never),
  }

  test('the preview for a person who has not accepted shows only the invitation now, and after the death what they will see once they accept', async () => {
    const { user } = open(given)
    expect(await screen.findByText('Edith Moor sees only your invitation')).toBeVisible()
    expect(screen.queryByRole('tab')).toBeNull()
    await user.click(screen.getByRole('radio', { name: 'After your death is verified' }))
    expect(await screen.findByText('The boathouse'), 'in a step').toBeInTheDocument()
    expect(
      screen.getByText(
        'Edith Moor hasn’t accepted your invitation yet. They’ll need to before they can see this.',
      ),
    ).toBeVisible()
  })
})

test.each([
  ['revoked', { revoked_at: at.created_at }, /^You ended Edith Moor’s access/],
  ['declined', { accepted_at: null, declined_at: at.created_at }, /^Edith Moor declined your invitation/],
])(
  'the preview shows nothing, now or after the death, for a person who %s',
  async (_state, change, words) => {
    open(
      { 'GET designations': json([{ ...edith, ...change }]), 'POST rpc/preview_memorial': json(nothing) },
      '?when=after_release',
    )
    expect(await screen.findByText('Edith Moor can’t see your plan')).toBeVisible()
    expect(screen.getByText(words)).toBeVisible()
    expect(screen.queryByRole('tab')).toBeNull()
  },
)

test.each([
  [
    'while it waits',
    '2126-11-20T10:00:00+00:00',
    ['Now', 'Once your plan opens'],
    '“What can’t wait until the plan opens” and “Access history”',
  ],
  ['once it is open', '2026-11-20T10:00:00+00:00', [], '“Memories”, “The service”, and “About this plan”'],
])(
  'the preview in a frozen plan offers only what can still come, %s',
  async (_, release_at, moments, besides) => {
    const { user } = open(
      {
        'GET profiles': json([
          { ...profileOf(owner.id), death_review: 'approved', is_deceased: true, release_at },
        ]),
        'POST rpc/preview_memorial': json(moments.length === 0 ? everything : nothing),
        'GET part_access': json([{ designation_id: 7, choice: 'contacts', timing: 'first_hours' }]),
      },
      '?when=died',
      'frozen',
    )
    expect(await screen.findByText('Preview: now')).toBeVisible()
    expect(screen.getByRole('heading', { level: 1, name: 'What Edith Moor sees' })).toBeVisible()
    expect(screen.queryAllByRole('radio').map((radio) => radio.closest('label')?.textContent)).toEqual(
      moments,
    )
    expect(screen.getByText(/^Their own page also leads to/)).toHaveTextContent(`leads to ${besides}`)
    expect(within(await frame()).queryAllByText('Executor'), 'badges').toHaveLength(
      moments.length === 0 ? 0 : 1,
    )
    for (const moment of moments.slice(1)) {
      await user.click(screen.getByRole('radio', { name: moment }))
      expect(
        await screen.findByText(`Preview: ${moment.charAt(0).toLowerCase()}${moment.slice(1)}`),
      ).toBeVisible()
    }
  },
)

describe('a preview address without a person on the list', () => {
  test.each([['/beneficiaries/8/preview'], ['/beneficiaries/anna/preview'], ['/beneficiaries/0x7/preview']])(
    `shows "This person isn’t on your list": %s`,
    async (at) => {
      fakeSupabase({ 'GET designations': json([edith]) })
      renderPage({ page: PreviewPage, pattern: patterns.preview, at })
      expect(await screen.findByText('This person isn’t on your list')).toBeVisible()
    },
  )
})

test('the preview offers a retry when it cannot be loaded', async () => {
  const { user } = open({ 'POST rpc/preview_memorial': [refusal('57014', 500), json(everything)] })
  expect(await screen.findByText('Unable to load the preview')).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByText('The boathouse')).toBeVisible()
})

test.each([
  ['executor', 1],
  ['beneficiary', 0],
])(
  'the preview of the time after the death shows executors alone the draft of the obituary: %s',
  async (role, drafts) => {
    const person = { ...edith, role }
    const { user } = open({
      'GET designations': json([person]),
      'POST rpc/preview_memorial': json({ ...everything, role, can_view: true }),
      'GET portraits': json([
        { id: 'p1', born_on: '1948-03-03', remembered_by: 'Room for one more.', picture_path: null, ...at },
      ]),
    })
    await user.click(await screen.findByRole('radio', { name: 'After your death is verified' }))
    await user.click(await screen.findByText('In the first days'))
    expect(await screen.findByText('Write an obituary, if you want one')).toBeVisible()
    expect(screen.queryAllByText('The draft that executors can start from')).toHaveLength(drafts)
    expect(screen.queryAllByText(/Anna Berg, born in 1948, died on \[day of death\]/)).toHaveLength(drafts)
  },
)
