import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { supabase } from '@/data/client'
import { EmailCard } from '@/features/profile/email-card'
import { patterns } from '@/lib/paths'
import { RESEND_COOLDOWN } from '@/ui/forms/code-form'
import {
  type Answer,
  anna,
  type Call,
  fakeSupabase,
  held,
  json,
  offline,
  type Routes,
  sessionOf,
  signIn,
} from '../../fake-supabase'
import { renderPage } from '../../render'

const wanted = 'anna.berg@example.org'
const moved = { ...anna, email: wanted }
const sendOtp = 'POST functions/send-otp'
const verifyOtp = 'POST functions/verify-otp'
const updateEmail = 'POST functions/update-email'
const refuse = (code: string, status = 409): Answer => json({ error: { code, message: 'refused' } }, status)
const success = (is = true) => json({ success: is })
const sent = json({ ok: true })
const updated = json({ ok: true, otherSessionsEnded: true })

function open(routes: Routes = {}, death_review: 'none' | 'pending' | 'approved' = 'none') {
  const calls = fakeSupabase({
    [sendOtp]: sent,
    [verifyOtp]: success(),
    [updateEmail]: updated,
    'POST auth/token': json(sessionOf(moved)),
    ...routes,
  })
  return {
    calls,
    ...renderPage({ page: () => <EmailCard profile={{ death_review }} />, pattern: patterns.profile }),
  }
}
type Opened = ReturnType<typeof open>

beforeEach(async () => {
  fakeSupabase({})
  await signIn()
})

const bodies = (calls: Call[], route: string) =>
  calls.flatMap((call) => (call.route === route ? [call.body] : []))
const current = async () => (await screen.findByText('Current email')).nextElementSibling
const codeField = () => screen.findByRole('textbox', { name: '6-digit code' })
const press = ({ user }: Opened, name: string) => user.click(screen.getByRole('button', { name }))

async function write({ user }: Opened, field: HTMLElement, text: string) {
  await user.tripleClick(field)
  if (text) await user.paste(text)
}
async function start(page: Opened, email = wanted) {
  await write(page, await screen.findByLabelText('New email'), email)
  await press(page, 'Change email')
}
async function enter(page: Opened, code: string) {
  await write(page, await codeField(), code)
  await press(page, 'Verify Code')
}
const toNewStep = async (page: Opened) => {
  await start(page)
  await enter(page, '111111')
  await screen.findByRole('region', { name: 'Verify new email' })
}

/** Opens the page as after a reload, with the code for the new address already sent. */
function openAtNewStep(routes: Routes = {}): Opened {
  const draft = { userId: anna.id, oldEmail: anna.email, newEmail: wanted, step: 'verify-new' }
  sessionStorage.setItem(
    'heartwood.email-change',
    JSON.stringify({ ...draft, startedAt: Date.now(), sentAt: Date.now(), problem: null }),
  )
  return open(routes)
}

const sessionEmail = async () => (await supabase.auth.getSession()).data.session?.user.email

/** Waits for the final notice and for the session with the new address. */
async function changed() {
  expect(await screen.findByText(/Your other devices have been signed out/)).toBeVisible()
  await waitFor(async () => expect(await sessionEmail()).toBe(wanted))
}

describe('address', () => {
  test('the address of an account cannot be changed once a death certificate was approved, and the card says what to do', async () => {
    const { calls } = open({}, 'approved')
    expect(
      await screen.findByText(/choose “I’m alive: stop this” at the top of the page first/),
    ).toBeVisible()
    expect(screen.queryByLabelText('New email')).toBeNull()
    expect(calls).toEqual([])
  })

  test('the address of an account can be changed while a certificate is under review', async () => {
    open({}, 'pending')
    expect(await screen.findByLabelText('New email')).toBeVisible()
  })

  test('the address of an account is left as it is when a certificate was approved meanwhile, and the card says so', async () => {
    const page = open({ [sendOtp]: refuse('HW057') })
    await start(page)
    expect(await screen.findAllByText(/A death certificate for you was approved/)).not.toEqual([])
  })
})

test('an email change verifies the current address first, then the new one', async () => {
  const page = open()
  expect(await current()).toHaveTextContent(anna.email)
  await start(page, ` ${wanted.toUpperCase()} `)
  expect(await screen.findByText('Check your inbox')).toBeVisible()
  const first = screen.getByRole('region', { name: 'Verify current email' })
  expect(within(first).getByText(anna.email)).toBeVisible()
  await waitFor(async () => expect(await codeField()).toHaveFocus())

  await enter(page, '111111')
  expect(await screen.findByText('Verify new email')).toBeVisible()
  const second = await screen.findByRole('region', { name: 'Verify new email' })
  expect(within(second).getByText(wanted)).toBeVisible()
  expect(await codeField()).toHaveValue('')

  expect(bodies(page.calls, sendOtp)).toEqual([
    { email: anna.email, purpose: 'email-change-old' },
    { email: wanted, purpose: 'email-change-new' },
  ])
  expect(bodies(page.calls, verifyOtp)).toEqual([
    { email: anna.email, code: '111111', purpose: 'email-change-old' },
  ])
})

test('an email change updates the address, the session and everything on the screen after both codes', async () => {
  const page = openAtNewStep()
  const reread = vi.spyOn(page.queryClient, 'invalidateQueries')
  await enter(page, '222222')
  await changed()
  expect(screen.getAllByText('Email updated')).not.toHaveLength(0)
  expect(await current()).toHaveTextContent(wanted)
  expect(bodies(page.calls, verifyOtp)).toEqual([
    { email: wanted, code: '222222', purpose: 'email-change-new' },
  ])
  expect(bodies(page.calls, updateEmail)).toEqual([{ userId: anna.id, newEmail: wanted }])
  await waitFor(() => expect(reread).toHaveBeenCalledWith())

  await press(page, 'Done')
  expect(await screen.findByLabelText('New email')).toHaveValue('')
  expect(screen.queryByText('Changed in another window')).toBeNull()
})

describe('new address', () => {
  test.each([
    ['', 'Invalid email', 'Enter a valid email'],
    ['anna', 'Invalid email', 'Enter a valid email'],
    [anna.email.toUpperCase(), 'Same email', 'Enter a different email address to update.'],
  ])('the new address of an email change is refused when it is %j: %s', async (email, title, words) => {
    const page = open()
    const field = await screen.findByLabelText('New email')
    await start(page, email)
    expect(await screen.findByText(title)).toBeVisible()
    expect(field).toHaveAccessibleDescription(expect.stringContaining(words))
    expect(field).toHaveFocus()
    expect(bodies(page.calls, sendOtp)).toEqual([])
  })

  test('the new address of an email change is refused while the current address is unknown', async () => {
    await signIn({ ...anna, email: '' })
    const page = open()
    await start(page)
    expect(await screen.findByText('Missing current email')).toBeVisible()
    expect(bodies(page.calls, sendOtp)).toEqual([])
  })

  test.each<[string, Answer, string]>([
    ['the connection is lost', offline, 'We couldn’t reach the server. Check your connection'],
    ['the mail was not sent', refuse('mail_not_sent', 502), 'We couldn’t send the email just now.'],
    ['too many codes were sent', refuse('HW055', 429), 'Too many codes were sent within an hour.'],
    ['the address was changed in another window', refuse('HW050'), 'was changed in another window'],
    ['the session has ended', refuse('unauthorized', 401), 'You must be signed in to change your email.'],
  ])('stays in its field when no code could be sent because %s', async (_, answer, words) => {
    const page = open({ [sendOtp]: answer })
    await start(page)
    expect(await screen.findByText('Unable to send code')).toBeVisible()
    const field = screen.getByLabelText('New email')
    expect(field).toHaveValue(wanted)
    expect(field).toHaveAccessibleDescription(expect.stringContaining(words))
    expect(screen.getByRole('button', { name: 'Change email' })).toBeEnabled()
  })

  test('the new address of an email change goes on to the code step when a code was sent less than a minute ago', async () => {
    const page = open({ [sendOtp]: refuse('HW054', 429) })
    await start(page)
    expect(await codeField()).toBeVisible()
    expect(screen.getByRole('button', { name: 'Resend code' })).toBeDisabled()
  })
})

describe('code', () => {
  test('a code for an email change is not sent when it has fewer than six digits', async () => {
    const page = open()
    await start(page)
    await enter(page, '12345')
    expect(await screen.findByText('Enter code')).toBeVisible()
    expect(await codeField()).toHaveAccessibleDescription(
      expect.stringContaining('The code from your email should be 6 digits.'),
    )
    expect(bodies(page.calls, verifyOtp)).toEqual([])
  })

  test.each<[string, Answer, string]>([
    ['is wrong', success(false), 'Invalid or expired code'],
    ['cannot be checked without a connection', offline, 'We couldn’t reach the server.'],
    ['is sent without a session', refuse('unauthorized', 401), 'You must be signed in to change your email.'],
  ])('can be typed again when it %s', async (_, answer, words) => {
    const page = open({ [verifyOtp]: [answer, success()] })
    await start(page)
    await enter(page, '111111')
    expect(await screen.findByText('Verification failed')).toBeVisible()
    const field = await codeField()
    expect(field).toHaveAccessibleDescription(expect.stringContaining(words))
    expect(field).toHaveFocus()
    await enter(page, '222222')
    expect(await screen.findByRole('region', { name: 'Verify new email' })).toBeVisible()
  })

  test('a code for an email change can be requested again after a minute, without a countdown', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    try {
      const page = open()
      await start(page)
      const resend = await screen.findByRole('button', { name: 'Resend code' })
      expect(resend).toBeDisabled()
      expect(document.body.textContent).not.toMatch(/\d+ ?s(ec|\b)/)
      await vi.advanceTimersByTimeAsync(RESEND_COOLDOWN)
      await waitFor(() => expect(resend).toBeEnabled())
      await page.user.click(resend)
      expect(await screen.findByText('A new code is on its way.')).toBeVisible()
      expect(resend).toBeDisabled()
      expect(bodies(page.calls, sendOtp)).toHaveLength(2)
    } finally {
      vi.useRealTimers()
    }
  })

  test('a code for an email change is requested once when the button is pressed twice', async () => {
    const slow = held(sent)
    const page = open({ [sendOtp]: slow.answer })
    await start(page)
    await page.user.click(screen.getByRole('button', { name: 'Sending code...' }))
    slow.open()
    await codeField()
    expect(bodies(page.calls, sendOtp)).toHaveLength(1)
  })

  test('a code for an email change that is still being tried when the person cancels sends no code to the new address', async () => {
    const slow = held(success())
    const page = open({ [verifyOtp]: slow.answer })
    await start(page)
    await enter(page, '111111')
    await press(page, 'Cancel')
    slow.open()
    expect(await screen.findByLabelText('New email')).toBeVisible()
    await waitFor(() => expect(bodies(page.calls, verifyOtp)).toHaveLength(1))
    await new Promise(setImmediate)
    expect(screen.getByLabelText('New email')).toBeVisible()
    expect(bodies(page.calls, sendOtp)).toHaveLength(1)
  })

  test('a code for an email change that is still being tried when the person starts over changes nothing', async () => {
    const slow = held(success())
    const page = openAtNewStep({ [verifyOtp]: slow.answer })
    await enter(page, '222222')
    await press(page, 'Start over')
    slow.open()
    expect(await screen.findByLabelText('New email')).toBeVisible()
    await new Promise(setImmediate)
    expect(bodies(page.calls, updateEmail)).toEqual([])
  })

  test('a code for an email change can be requested again at once when it could not be sent to the new address', async () => {
    const page = open({ [sendOtp]: [sent, refuse('HW056', 429), sent] })
    await toNewStep(page)
    const alert = screen.getByRole('alert')
    expect(alert).toHaveTextContent('Unable to send new code')
    expect(alert).toHaveTextContent('Too many codes were sent to this address recently.')
    const step = screen.getByRole('region', { name: 'Verify new email' })
    expect(step).toHaveTextContent(`The next code will go to ${wanted}`)
    await press(page, 'Resend code')
    await waitFor(() => expect(screen.queryByRole('alert')).toBeNull())
    await enter(page, '222222')
    await changed()
  })
})

describe('saving', () => {
  test('saving a verified email change retries a failed update with the same code and does not verify the code twice', async () => {
    const page = openAtNewStep({ [updateEmail]: [offline, updated] })
    await enter(page, '222222')
    expect(await screen.findByText('Unable to update email')).toBeVisible()
    expect(await codeField()).toHaveValue('222222')
    await press(page, 'Verify Code')
    await changed()
    expect(bodies(page.calls, verifyOtp)).toHaveLength(1)
  })

  test.each([
    ['email_not_changed', 'We couldn’t change the address. Please start over, or use another address.'],
    ['HW053', 'Please start over.'],
  ])(
    'saving a verified email change explains how to continue when it is refused with %s',
    async (code, words) => {
      const page = openAtNewStep({ [updateEmail]: refuse(code) })
      await enter(page, '222222')
      expect(await screen.findByText('Unable to update email')).toBeVisible()
      expect(await codeField()).toHaveAccessibleDescription(expect.stringContaining(words))
      await press(page, 'Start over')
      expect(await screen.findByLabelText('New email')).toHaveFocus()
    },
  )

  test('saving a verified email change succeeds when the code was right but the answer of the check was lost', async () => {
    const page = openAtNewStep({ [verifyOtp]: [offline, success(false)] })
    await enter(page, '222222')
    expect(await screen.findByText('Verification failed')).toBeVisible()
    await press(page, 'Verify Code')
    await changed()
  })

  test('saving a verified email change is refused when the code was wrong and the answer of the check was lost', async () => {
    const page = openAtNewStep({
      [verifyOtp]: [offline, success(false)],
      [updateEmail]: refuse('HW053'),
    })
    await enter(page, '222222')
    await screen.findByText('Verification failed')
    await press(page, 'Verify Code')
    await waitFor(async () =>
      expect(await codeField()).toHaveAccessibleDescription(
        expect.stringContaining('Invalid or expired code'),
      ),
    )
  })

  test('saving a verified email change warns when other devices could not be signed out', async () => {
    const page = openAtNewStep({ [updateEmail]: json({ ok: true, otherSessionsEnded: false }) })
    await enter(page, '222222')
    expect(await screen.findByText('Your other devices may still be signed in')).toBeVisible()
    expect(screen.queryByText(/Your other devices have been signed out/)).toBeNull()
    await waitFor(async () => expect(await sessionEmail()).toBe(wanted))
    expect(screen.getByText(/Choose “Sign out everywhere” below/)).toBeVisible()
  })

  test('saving a verified email change is done before the session is renewed, and renewing is retried until it works', async () => {
    const page = openAtNewStep({
      'POST auth/token': [json({ code: 500, msg: 'no' }, 500), json(sessionOf(moved))],
    })
    await enter(page, '222222')
    await changed()
    expect(await current()).toHaveTextContent(wanted)
  })
})

describe('interrupted', () => {
  test('an interrupted email change leads back to an empty field after Cancel or "Start over"', async () => {
    const page = open()
    await start(page)
    await press(page, 'Cancel')
    const field = await screen.findByLabelText('New email')
    expect(field).toHaveValue('')
    expect(field).toHaveFocus()
    await start(page)
    await enter(page, '111111')
    await screen.findByRole('region', { name: 'Verify new email' })
    await press(page, 'Start over')
    expect(await screen.findByLabelText('New email')).toHaveValue('')
  })

  test('an interrupted email change continues at the same step after a reload', async () => {
    const page = open()
    await toNewStep(page)
    page.unmount()
    const again = open()
    expect(await screen.findByRole('region', { name: 'Verify new email' })).toHaveTextContent(wanted)
    expect(screen.getByRole('button', { name: 'Resend code' })).toBeDisabled()
    await enter(again, '222222')
    await changed()
  })

  test('an interrupted email change leaves nothing for the next person in this tab', async () => {
    const page = open()
    await toNewStep(page)
    page.unmount()
    const other = { id: '22222222-2222-4222-8222-222222222222', email: 'ben@example.com' }
    await signIn(other)
    open()
    expect(await screen.findByLabelText('New email')).toHaveValue('')
  })

  test('an interrupted email change starts over after an hour', async () => {
    const page = open()
    await toNewStep(page)
    page.unmount()
    vi.useFakeTimers({ now: Date.now() + 3_600_000, toFake: ['Date'] })
    try {
      open()
      expect(await screen.findByLabelText('New email')).toHaveValue('')
    } finally {
      vi.useRealTimers()
    }
  })

  test('an interrupted email change ends with a notice when another window has changed the address', async () => {
    const page = open()
    await start(page)
    await codeField()
    // As when the session of the other window arrives here.
    await supabase.auth.refreshSession()
    expect(await screen.findByText('Changed in another window')).toBeVisible()
    expect(await current()).toHaveTextContent(wanted)
    expect(screen.getByLabelText('New email')).toHaveValue('')
  })
})
