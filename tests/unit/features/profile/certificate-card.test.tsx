import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { startUpload } from '@/data/files/uploads'
import { Component as ProfilePage } from '@/features/profile/profile-page'
import { patterns } from '@/lib/paths'
import { formatDateTime } from '../../dates-as-read'
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

vi.mock('@/data/files/uploads', async (original) => ({
  ...(await original<typeof import('@/data/files/uploads')>()),
  startUpload: vi.fn(),
}))

const none = profileOf(anna.id)
const path = `${anna.id}/1700000000000-certificate.pdf`
const pending = { ...none, death_review: 'pending', death_certificate_path: path }
const submittedAt = '2026-11-05T10:00:00+00:00'
const submit = 'POST rpc/submit_death_certificate'

function open(routes: Routes) {
  const calls = fakeSupabase({
    'GET profiles': json(none),
    'GET designations': json([]),
    'GET access_events': json([{ created_at: submittedAt }]),
    'POST rpc/my_certificate_wait': json(null),
    ...routes,
  })
  return { calls, ...renderPage({ page: ProfilePage, pattern: patterns.profile }) }
}

/** An upload that finishes or fails when the test says so. */
function uploading() {
  let progress = { sent: 0, total: 8, connected: true }
  let listener = () => {}
  const settle = { finish: () => {}, fail: (_problem: unknown) => {} }
  const upload = {
    done: new Promise<void>((resolve, reject) => {
      settle.finish = resolve
      settle.fail = reject
    }),
    progress: () => progress,
    subscribe: (tell: () => void) => {
      listener = tell
      return () => {}
    },
    resume: () => {},
    cancel: vi.fn(() => settle.fail(refused('upload_cancelled'))),
  }
  upload.done.catch(() => {})
  vi.mocked(startUpload).mockReturnValueOnce(upload)
  return {
    ...settle,
    cancel: upload.cancel,
    sent: (sent: number) => {
      progress = { ...progress, sent }
      listener()
    },
  }
}
const refused = (code: string) => Object.assign(new Error(code), { code })
const paths = (calls: Call[]) =>
  calls.filter(({ route }) => route === submit).map(({ body }) => (body as { path: string }).path)

/** Opens the form, which is folded before the first certificate. */
async function unfold(user: ReturnType<typeof open>['user']) {
  await screen.findByText(/^(No certificate|Rejected|Stopped)$/)
  const button = screen.queryByRole('button', {
    name: 'Submit a certificate for this account',
    expanded: false,
  })
  if (button) await user.click(button)
}

async function choose(user: ReturnType<typeof open>['user'], file = scan()) {
  await unfold(user)
  await user.upload(await screen.findByLabelText('Death certificate', { selector: 'input' }), file)
  await screen.findByText('certificate.pdf')
}
const scan = () => new File(['%PDF-1.7'], 'certificate.pdf', { type: 'application/pdf' })

async function send(user: ReturnType<typeof open>['user']) {
  await user.click(screen.getByRole('button', { name: 'Submit certificate' }))
  const question = within(await screen.findByRole('alertdialog'))
  await user.click(question.getByRole('button', { name: 'Submit certificate' }))
}

afterEach(() => vi.unstubAllEnvs())
beforeEach(() => {
  fakeSupabase({})
  vi.mocked(startUpload).mockReset()
  return signIn()
})

test('a death certificate can be dropped, removed and chosen again before it is submitted', async () => {
  const { user } = open({})
  expect(await screen.findByText('No certificate')).toBeVisible()
  expect(screen.queryByLabelText('Death certificate')).toBeNull()
  await unfold(user)
  expect(await screen.findByText('PDF or image files up to 25 MB')).toBeVisible()
  expect(screen.getByRole('button', { name: 'Submit certificate' })).toBeDisabled()
  const area = screen.getByRole('region', { name: 'Drop area for: Death certificate' })
  fireEvent.drop(area, { dataTransfer: { files: [scan()] } })
  expect(await screen.findByText('(8 B)')).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Remove' }))
  expect(screen.queryByText('certificate.pdf')).toBeNull()
  await choose(user)
  expect(screen.getByRole('button', { name: 'Submit certificate' })).toBeEnabled()
})

test('a death certificate is uploaded with progress after a confirmation, and then cannot be sent again', async () => {
  const upload = uploading()
  const { calls, user } = open({ 'GET profiles': [json(none), json(pending)], [submit]: json(null) })
  await choose(user)
  await send(user)
  expect(startUpload).toHaveBeenCalledWith({
    bucket: 'death-certificates',
    path: expect.stringMatching(new RegExp(`^${anna.id}/\\d{13}-certificate\\.pdf$`)),
    file: expect.any(File),
    contentType: 'application/pdf',
  })
  upload.sent(4)
  expect(await screen.findByText(/4 B of 8 B \(50%\)/)).toBeVisible()
  expect(screen.getByRole('button', { name: 'Remove' })).toBeDisabled()
  upload.finish()
  expect(await screen.findByText('Certificate uploaded')).toBeVisible()
  expect(await screen.findByText('Under review')).toBeVisible()
  expect(screen.getByText('Another can’t be added during the review.')).toBeVisible()
  expect(await screen.findByText(formatDateTime(submittedAt))).toBeVisible()
  expect(screen.queryByLabelText('Death certificate')).toBeNull()
  expect(paths(calls)).toEqual([vi.mocked(startUpload).mock.calls[0]?.[0].path])
  await waitFor(() => expect(document.activeElement).toHaveTextContent('during the review'))
})

test('a certificate upload that is canceled keeps the chosen file, and leaving the page cancels the upload', async () => {
  const first = uploading()
  const second = uploading()
  const { user, unmount } = open({})
  await choose(user)
  await send(user)
  await user.click(await screen.findByRole('button', { name: 'Cancel upload' }))
  expect(await screen.findByText('Upload canceled')).toBeVisible()
  expect(screen.getByText('certificate.pdf')).toBeVisible()
  expect(first.cancel).toHaveBeenCalled()
  await send(user)
  await screen.findByRole('button', { name: 'Cancel upload' })
  unmount()
  expect(second.cancel).toHaveBeenCalled()
})

test('leaving during a certificate upload asks first', async () => {
  uploading()
  const { user, router } = open({})
  await choose(user)
  await send(user)
  await screen.findByRole('button', { name: 'Cancel upload' })
  act(() => void router.navigate('/elsewhere'))
  const question = within(await screen.findByRole('alertdialog', { name: 'Leave before it’s submitted?' }))
  await user.click(question.getByRole('button', { name: 'Stay here' }))
  expect(screen.getByRole('button', { name: 'Cancel upload' })).toBeVisible()
  act(() => void router.navigate('/elsewhere'))
  await user.click(await screen.findByRole('button', { name: 'Leave' }))
  expect(await screen.findByText('Now at /elsewhere')).toBeVisible()
})

describe('not submitted', () => {
  test('a certificate that was stored but could not be submitted is submitted again without a second upload', async () => {
    uploading().finish()
    const { calls, user } = open({ [submit]: [offline, json(null)] })
    await choose(user)
    await send(user)
    expect(await screen.findByRole('alert')).toHaveTextContent(/couldn’t reach the server/)
    await send(user)
    expect(await screen.findByText('Certificate uploaded')).toBeVisible()
    expect(startUpload).toHaveBeenCalledTimes(1)
    expect(new Set(paths(calls)).size).toBe(1)
  })

  test('a certificate that was stored but could not be submitted counts as submitted when only the answer was lost', async () => {
    uploading().finish()
    const { user } = open({
      'GET profiles': [
        json(none),
        () => {
          const sent = vi.mocked(startUpload).mock.calls[0]?.[0].path
          return new Response(JSON.stringify({ ...pending, death_certificate_path: sent }), {
            headers: { 'content-type': 'application/json' },
          })
        },
      ],
      [submit]: offline,
    })
    await choose(user)
    await send(user)
    expect(await screen.findByText('Certificate uploaded')).toBeVisible()
    expect(await screen.findByText('Under review')).toBeVisible()
  })

  test('a certificate that was stored but could not be submitted is uploaded again when the stored file is gone', async () => {
    uploading().finish()
    uploading().finish()
    const { calls, user } = open({ [submit]: [offline, refusal('HW003'), json(null)] })
    await choose(user)
    await send(user)
    expect(await screen.findByRole('alert')).toHaveTextContent(/couldn’t reach the server/)
    await send(user)
    expect(await screen.findByText('Certificate uploaded')).toBeVisible()
    expect(startUpload).toHaveBeenCalledTimes(2)
    expect(paths(calls)).toHaveLength(3)
  })
})

test.each([
  [
    'HW002',
    'A certificate has already been submitted for this person, so you don’t need to submit another one.',
  ],
  ['HW007', /we have to talk to you first\. Anyone else they’ve named can submit one\./],
  ['HW008', /Please try again tomorrow\.$/],
  ['PGRST301', 'You must be signed in to upload documents.'],
])('a refused certificate is reported above the form, and in no toast: %s', async (code, words) => {
  uploading().finish()
  const { user } = open({ [submit]: refusal(code) })
  await choose(user)
  await send(user)
  const alert = await screen.findByRole('alert')
  expect(alert).toHaveTextContent('Upload failed')
  expect(within(alert).getByText(words)).toBeVisible()
  expect(screen.queryByText('Upload failed', { selector: '[data-title]' })).toBeNull()
})

test('a refused certificate says where to write to, when a person can be reached', async () => {
  vi.stubEnv('VITE_SUPPORT_EMAIL', 'help@heartwood.example')
  uploading().finish()
  const { user } = open({ [submit]: refusal('HW007') })
  await choose(user)
  await send(user)
  expect(await screen.findByRole('alert')).toHaveTextContent(/You can email us at help@heartwood\.example\./)
})

describe('reviewed', () => {
  const at = '2026-11-07T10:00:00+00:00'
  const rejected = { ...pending, death_review: 'rejected', death_reviewed_at: at, release_stopped_at: null }

  test('the certificate card after a review shows what the family was told with a rejection, and how to reach a person', async () => {
    vi.stubEnv('VITE_SUPPORT_EMAIL', 'help@heartwood.example')
    open({ 'GET profiles': json({ ...rejected, death_review_message: 'Page two is missing.' }) })
    expect(await screen.findByText('The last certificate wasn’t accepted')).toBeVisible()
    expect(screen.getByText('A note from the person who checked it: “Page two is missing.”')).toBeVisible()
    expect(screen.getByRole('link', { name: 'help@heartwood.example' })).toHaveAttribute(
      'href',
      'mailto:help@heartwood.example',
    )
  })

  test('the certificate card after a review says "write to us" nowhere when no person can be reached', async () => {
    open({ 'GET profiles': json(rejected) })
    expect(await screen.findByText(/There may be a simple reason/)).toBeVisible()
    expect(screen.queryByText(/write to us/i)).toBeNull()
  })

  test('the certificate card after a review says to a person who must wait, instead of offering the upload, from when they can submit another one', async () => {
    const until = new Date(Date.now() + 3_600_000).toISOString()
    open({ 'GET profiles': json(rejected), 'POST rpc/my_certificate_wait': json(until) })
    expect(
      await screen.findByText(`You can submit another certificate from ${formatDateTime(until)}`),
    ).toBeVisible()
    expect(screen.queryByRole('button', { name: 'Submit certificate' })).toBeNull()
  })

  test('the certificate card after a review offers the upload when the wait is over or cannot be read', async () => {
    open({ 'GET profiles': json(rejected), 'POST rpc/my_certificate_wait': refusal('42501', 403) })
    expect(await screen.findByRole('button', { name: 'Submit certificate' })).toBeVisible()
  })

  test('the certificate card after a review says that the owner stopped it, and not that it was rejected', async () => {
    open({
      'GET profiles': json({ ...rejected, release_stopped_at: at }),
      'GET access_events': json([]),
      'GET designations': json([]),
    })
    expect(await screen.findByText('You stopped it')).toBeVisible()
    expect(screen.getByText('Stopped')).toBeVisible()
    expect(screen.queryByText('The last certificate wasn’t accepted')).toBeNull()
  })

  const tom = {
    id: 7,
    owner_id: anna.id,
    person_name: 'Tom Ellis',
    role: 'beneficiary',
    beneficiary_user_id: '44444444-4444-4444-8444-444444444444',
    accepted_at: at,
    revoked_at: null,
    stepped_down_at: null,
    declined_at: null,
  }
  const stoppedFor = (people: object[]) =>
    open({
      'GET profiles': json({ ...rejected, release_stopped_at: at }),
      'GET access_events': json([{ actor_id: tom.beneficiary_user_id, actor_name: 'Tom Ellis' }]),
      'GET designations': json(people),
    })

  test('the certificate card after a stop names who submitted it, and leads to where they can be removed', async () => {
    stoppedFor([tom])
    expect(await screen.findByRole('link', { name: 'Remove Tom Ellis' })).toHaveAttribute(
      'href',
      '/beneficiaries',
    )
    expect(screen.getByText(/Tom Ellis submitted it\./)).toBeVisible()
  })

  test('the certificate card after a stop offers to remove no one who is no longer named', async () => {
    const { calls } = stoppedFor([{ ...tom, revoked_at: at }])
    await waitFor(() => expect(calls.map(({ route }) => route)).toContain('GET designations'))
    expect(await screen.findByText('You stopped it')).toBeVisible()
    expect(screen.queryByText(/submitted it\./)).toBeNull()
  })

  test('the certificate card after several stops says that we have to talk first', async () => {
    vi.stubEnv('VITE_SUPPORT_EMAIL', 'help@heartwood.example')
    open({ 'GET profiles': json(rejected), 'POST rpc/my_certificate_wait': json('infinity') })
    expect(await screen.findByText('You can’t submit another certificate for now')).toBeVisible()
    expect(screen.getByText(/we have to talk to you first/)).toBeVisible()
    expect(screen.queryByRole('button', { name: 'Submit certificate' })).toBeNull()
  })

  test('the certificate card asks for another photo with the reviewer’s words, and shows the form at once', async () => {
    const death_reviewed_at = at
    open({
      'GET profiles': json({
        ...pending,
        death_review: 'none',
        death_reviewed_at,
        death_review_message: 'Half is missing.',
      }),
    })
    expect(await screen.findByText('We need another photo of the certificate')).toBeVisible()
    expect(screen.getByText('Another photo needed')).toBeVisible()
    expect(screen.getByText('A note from the person who checked it: “Half is missing.”')).toBeVisible()
    expect(await screen.findByRole('button', { name: 'Submit certificate' })).toBeVisible()
    expect(screen.queryByText(/rejected\b(?!:)/i, { selector: 'span' })).toBeNull()
  })
})

test.each([
  ['approved', 'Approved', 1],
  ['rejected', 'Rejected', 0],
] as const)('the profile shows when a death certificate was %s', async (death_review, words, closed) => {
  const death_reviewed_at = '2026-11-07T10:00:00+00:00'
  open({ 'GET profiles': json({ ...pending, death_review, death_reviewed_at }) })
  expect((await screen.findAllByText(words))[0]).toBeVisible()
  expect(screen.getByText('certificate.pdf')).toBeVisible()
  expect(screen.getAllByText(formatDateTime(death_reviewed_at))[0]).toBeVisible()
  expect(screen.getByRole('button', { name: 'View certificate' })).toBeVisible()
  // How an owner who is alive stops it, the card above says.
  expect(screen.queryAllByText('Another can’t be added.')).toHaveLength(closed)
})
