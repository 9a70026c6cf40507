import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, test } from 'vitest'
import { Component as DesignationsPage } from '@/features/people/people-page'
import { patterns } from '@/lib/paths'
import { formatDateTime } from '../../dates-as-read'
import { designation } from '../../designation'
import {
  type Answer,
  fakeSupabase,
  json,
  offline,
  anna as owner,
  type Routes,
  refusal,
  signIn,
} from '../../fake-supabase'
import { renderPage } from '../../render'

const simon = designation({
  owner_name: 'Margaret Ellis',
  status: 'pending',
  invited_at: null,
})
const named = json({ user_id: owner.id, full_name: 'Margaret Ellis' })
const loaded: Routes = { 'GET profiles': named, 'GET contacts': json([]), 'GET designations': json([]) }

const open = (at: string = patterns.beneficiaries) =>
  renderPage({ page: DesignationsPage, pattern: patterns.beneficiaries, at })

/** Opens "Add Person" and fills it in. */
async function fill({ user }: ReturnType<typeof open>, email = 'simon@example.com') {
  await user.click(await screen.findByRole('button', { name: 'Add Person' }))
  const dialog = within(await screen.findByRole('dialog'))
  await user.type(dialog.getByLabelText('Full Name'), 'Simon Berg')
  await user.type(dialog.getByLabelText('Email Address'), email)
  await user.click(dialog.getByRole('radio', { name: /Executor/ }))
  return { dialog, send: () => user.click(dialog.getByRole('button', { name: 'Add Person' })) }
}

beforeEach(() => {
  fakeSupabase({})
  return signIn()
})

test('an empty list of people asks for anyone trusted: every role can open the plan', async () => {
  fakeSupabase(loaded)
  open()
  const empty = (await screen.findByText('You haven’t named anyone yet')).parentElement
  expect(empty).toHaveTextContent(/your plan will open only to people you’ve named/)
  expect(empty).not.toHaveTextContent(/executor/i)
})

test('the form "Add Person" keeps what was typed when saving fails and the list cannot be reloaded', async () => {
  fakeSupabase({
    ...loaded,
    'GET profiles': [named, refusal('42501', 403)],
    'GET designations': [json([]), refusal('42501', 403)],
    'POST designations': offline,
  })
  const { dialog, send } = await fill(open())
  await send()
  expect(await dialog.findByRole('alert')).toHaveTextContent(/We couldn’t reach the server/)
  expect(await screen.findByText('What you see may be out of date')).toBeInTheDocument()
  expect(dialog.getByLabelText('Full Name')).toHaveValue('Simon Berg')
  expect(dialog.getByLabelText('Email Address')).toHaveValue('simon@example.com')
})

test.each([
  ['an invitation open to the same address', { left_at: '2026-11-03T10:00:00+00:00' }],
  [
    'a designation that ended',
    { left_at: '2026-11-03T10:00:00+00:00', revoked_at: '2026-11-03T10:00:00+00:00' },
  ],
])('a designee who deleted their account is shown as that, with %s', async (_left, state) => {
  fakeSupabase({ ...loaded, 'GET designations': json([{ ...simon, ...state }]) })
  open()
  expect(await screen.findByText('Executor · Deleted their account on Nov 3, 2026')).toBeVisible()
})

describe('refused mail', () => {
  const invited_at = '2026-11-01T10:00:00+00:00'
  const refused = { ...simon, status: 'invited', invited_at, mail_refused_at: '2026-11-03T10:00:00+00:00' }
  const accepted = { ...refused, accepted_at: '2026-11-02T10:00:00+00:00' }
  const words = /^This address doesn’t take our email\./

  test('a person whose address refuses our email is shown as that, and can be invited again', async () => {
    fakeSupabase({ ...loaded, 'GET designations': json([refused]) })
    open()
    expect(await screen.findByText(words)).toBeVisible()
    expect(screen.getByText(/We noticed on Nov 3, 2026\./)).toBeVisible()
    expect(screen.getByRole('button', { name: 'Resend invite' })).toBeVisible()
    expect(screen.queryByRole('button', { name: /^Send again/ })).toBeNull()
  })

  test('a person whose address refuses our email who has accepted can be sent an email again', async () => {
    const again = { ...accepted, mail_refused_at: null }
    const calls = fakeSupabase({
      ...loaded,
      'GET designations': [json([accepted]), json([again])],
      'POST rpc/ask_address_again': json(null),
    })
    const { user } = open()
    await user.click(await screen.findByRole('button', { name: 'Send again to Simon Berg' }))
    await waitFor(() => expect(screen.queryByText(words)).toBeNull())
    expect(calls.find(({ route }) => route.endsWith('ask_address_again'))?.body).toEqual({
      designation_id: 7,
    })
  })

  test('a person whose address refuses our email and was revoked, is not shown as that', async () => {
    const revoked = { ...refused, revoked_at: '2026-11-04T10:00:00+00:00' }
    fakeSupabase({ ...loaded, 'GET designations': json([revoked]) })
    open()
    expect(await screen.findByText('Executor · Access ended on Nov 4, 2026')).toBeInTheDocument()
    expect(screen.queryByText(words)).toBeNull()
  })
})

test('an invitation that leaves later is announced as that', async () => {
  fakeSupabase({
    ...loaded,
    'GET designations': json([simon]),
    'POST functions/send-designation-invite': json({ ok: true, isDelayed: true }),
  })
  const { user } = open()
  // None was sent yet, so there is nothing to send again.
  await user.click(await screen.findByRole('button', { name: 'Send invite' }))
  expect(await screen.findByText('Invitation on its way')).toBeVisible()
  expect(screen.getByText(/it may take a few minutes to arrive\.$/)).toBeVisible()
})

test('an invitation to an address that many invited today says when it leaves', async () => {
  const sendsAt = '2026-11-22T10:00:00+00:00'
  fakeSupabase({
    ...loaded,
    'GET designations': json([simon]),
    'POST functions/send-designation-invite': json({ ok: true, isDelayed: true, sendsAt }),
  })
  const { user } = open()
  await user.click(await screen.findByRole('button', { name: 'Send invite' }))
  expect(await screen.findByText('Invitation on its way')).toBeVisible()
  expect(screen.getByText(new RegExp(`we’ll send yours on ${formatDateTime(sendsAt)}\\.`))).toBeVisible()
})

test('a person who stepped down is shown as that among the others, can be removed and is sent nothing', async () => {
  const at = '2026-11-03T10:00:00+00:00'
  const ended = { ...simon, status: 'invited', accepted_at: at, revoked_at: at, stepped_down_at: at }
  fakeSupabase({ ...loaded, 'GET designations': json([ended]) })
  const { user } = open()
  expect(await screen.findByText('Executor · Stepped down on Nov 3, 2026')).toBeVisible()
  expect(screen.getByText('Stepped down')).toBeVisible()
  expect(screen.queryByText(/whose access you ended/)).toBeNull()
  expect(screen.queryByRole('button', { name: /invite|End access|Change role/ })).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Remove from list: Simon Berg' }))
  // Simon may have been named again, and then sees the plan: only this line is spoken of.
  expect(screen.getByRole('alertdialog')).toHaveTextContent(
    /^Remove Simon Berg from your list\?We’ll take this line off your list/,
  )
})

describe('adding twice', () => {
  const add = async (present: Answer) => {
    const calls = fakeSupabase({
      ...loaded,
      'GET designations': (call) =>
        (call.url.searchParams.has('person_email') ? present : json([simon]))(call),
      'POST designations': refusal('23505', 409),
      'POST functions/send-designation-invite': json({ ok: true }),
    })
    const view = open()
    const form = await fill(view)
    await form.send()
    return { ...view, ...form, calls }
  }

  test('adding a person who is already on the list sends the invitation when it was never sent', async () => {
    const { calls } = await add(json([{ id: 7 }]))
    expect(await screen.findByText('Invitation sent to simon@example.com.')).toBeVisible()
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(calls.find(({ route }) => route.includes('invite'))?.body).toEqual({ designationId: 7 })
    const lookup = calls.find(({ url }) => url.searchParams.has('person_email'))?.url.searchParams
    expect(lookup?.get('status')).toBe('eq.pending')
    expect(lookup?.get('role')).toBe('eq.executor')
  })

  test('adding a person who is already on the list is refused until another address is typed or the dialog is opened again', async () => {
    const { user, dialog, send } = await add(json([]))
    const refused = 'Someone with this email address is already on your list.'
    expect(await dialog.findByRole('alert')).toHaveTextContent(refused)
    await user.type(dialog.getByLabelText('Email Address'), 'm')
    expect(dialog.queryByRole('alert')).toBeNull()
    await send()
    expect(await dialog.findByRole('alert')).toHaveTextContent(refused)
    await user.click(dialog.getByRole('button', { name: 'Cancel' }))
    await user.click(await screen.findByRole('button', { name: 'Keep editing' }))
    expect(dialog.getByLabelText('Full Name')).toHaveValue('Simon Berg')
    await user.click(dialog.getByRole('button', { name: 'Cancel' }))
    await user.click(await screen.findByRole('button', { name: 'Close without saving' }))
    await user.click(screen.getByRole('button', { name: 'Add Person' }))
    const again = within(await screen.findByRole('dialog'))
    expect(again.queryByRole('alert')).toBeNull()
  })
})

test('a link with ?add opens the form "Add Person", and closing the form removes it from the address', async () => {
  fakeSupabase(loaded)
  const { user, router } = open(`${patterns.beneficiaries}?add`)
  const dialog = within(await screen.findByRole('dialog'))
  await user.click(dialog.getByRole('button', { name: 'Cancel' }))
  await waitFor(() => expect(router.state.location.search).toBe(''))
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('adding a person does not overwrite the owner’s name that was saved in another window first', async () => {
  const calls = fakeSupabase({
    ...loaded,
    'GET profiles': [json({ user_id: owner.id, full_name: null }), named],
    'PATCH profiles': json([]),
    'POST designations': json({ id: 7 }, 201),
    'POST functions/send-designation-invite': json({ ok: true }),
  })
  const view = open()
  const { dialog, send } = await fill(view)
  await view.user.type(dialog.getByLabelText('Your own name'), 'Maggie')
  await send()
  expect(await dialog.findByRole('alert')).toHaveTextContent(/Your name was already saved .* again\./)
  expect(calls.some(({ route }) => route === 'POST designations')).toBe(false)
  await send()
  expect(await screen.findByText('Invitation sent to simon@example.com.')).toBeVisible()
})

test('removing a person with a video message addressed to them is refused in the dialog alone', async () => {
  fakeSupabase({
    ...loaded,
    'GET designations': json([simon]),
    'DELETE designations': refusal('23503', 409),
  })
  const { user } = open()
  await user.click(await screen.findByRole('button', { name: 'Remove from list: Simon Berg' }))
  const question = within(await screen.findByRole('alertdialog'))
  await user.click(question.getByRole('button', { name: 'Remove from list' }))
  expect(await question.findByText(/A message is addressed to this person/)).toBeVisible()
  expect(screen.queryByText('Error', { selector: '[data-title]' })).toBeNull()
})

test.each([
  ['is no longer there', [], 'Removed'],
  [
    'is still there',
    [simon],
    'You can’t change your plan right now. Try again, or open Heartwood in another tab to see why.',
  ],
])('removing a person again, who %s, says so', async (_what, present, words) => {
  fakeSupabase({
    ...loaded,
    'GET designations': [json([simon]), json(present)],
    'DELETE designations': json([]),
  })
  const { user } = open()
  await user.click(await screen.findByRole('button', { name: 'Remove from list: Simon Berg' }))
  const question = within(await screen.findByRole('alertdialog'))
  await user.click(question.getByRole('button', { name: 'Remove from list' }))
  expect(await screen.findByText(words)).toBeVisible()
})

test('the list of people shows whether each person confirmed their address', async () => {
  const accepted = {
    ...simon,
    accepted_at: '2024-11-01T10:00:00Z',
    address_asked_at: null,
    address_confirmed_at: null,
  }
  const people = [
    { ...accepted, id: 1, person_name: 'Not asked' },
    { ...accepted, id: 2, person_name: 'Silent', address_asked_at: '2025-11-02T10:00:00Z' },
    {
      ...accepted,
      id: 3,
      person_name: 'Answered',
      address_asked_at: '2025-11-02T10:00:00Z',
      address_confirmed_at: '2025-11-05T10:00:00Z',
    },
    {
      ...accepted,
      id: 4,
      person_name: 'Silent this year',
      address_asked_at: '2026-11-02T10:00:00Z',
      address_confirmed_at: '2025-11-05T10:00:00Z',
    },
    {
      ...accepted,
      id: 5,
      person_name: 'Revoked',
      address_asked_at: '2025-11-02T10:00:00Z',
      revoked_at: '2025-12-02T10:00:00Z',
    },
  ]
  fakeSupabase({ ...loaded, 'GET designations': json(people) })
  open()
  const answerOf = async (name: string) =>
    /No answer since [^,]+, \d+|Address confirmed [^,]+, \d+/.exec(
      (await screen.findByRole('heading', { name })).closest('li')?.textContent ?? '',
    )?.[0]
  expect(await answerOf('Not asked')).toBeUndefined()
  expect(await answerOf('Silent')).toBe('No answer since Nov 2, 2025')
  expect(await answerOf('Answered')).toBe('Address confirmed Nov 5, 2025')
  expect(await answerOf('Silent this year')).toBe('No answer since Nov 2, 2026')
  expect(await answerOf('Revoked')).toBeUndefined()
})

test('each button about a person is named with the words it shows, for those who speak to their device', async () => {
  const accepted = { ...simon, status: 'accepted', accepted_at: '2026-11-02T10:00:00+00:00' }
  fakeSupabase({ ...loaded, 'GET designations': json([accepted]) })
  open()
  await screen.findByText('End access')
  for (const button of screen.getAllByRole('button'))
    expect(button).toHaveAccessibleName(expect.stringContaining(button.textContent))
})

test('executors come first, and people whose access was revoked are folded away', async () => {
  const person = (id: number, person_name: string, role: string, revoked_at: string | null = null) => ({
    ...simon,
    id,
    person_name,
    role,
    revoked_at,
    left_at: null,
  })
  fakeSupabase({
    ...loaded,
    'GET designations': json([
      person(3, 'Gordon Price', 'executor', '2026-11-02T10:00:00+00:00'),
      person(2, 'Tom Ellis', 'beneficiary'),
      person(1, 'Anna Ellis', 'executor'),
    ]),
  })
  const { user } = open()
  const anna = await screen.findByText('Anna Ellis')
  expect(anna.compareDocumentPosition(screen.getByText('Tom Ellis'))).toBe(Node.DOCUMENT_POSITION_FOLLOWING)
  expect(screen.getByText('Gordon Price')).not.toBeVisible()
  await user.click(screen.getByText('1 person whose access you ended'))
  expect(screen.getByText('Gordon Price')).toBeVisible()
})

describe('links to "Add Person"', () => {
  const invitation = { ...simon, id: 12, owner_id: 'paul', owner_name: 'Paul Ellis', role: 'trustee' }
  const accepted = { ...invitation, accepted_at: '2026-11-01T10:00:00Z' }
  const form = async (at: string, invitations: Answer) => {
    fakeSupabase({
      ...loaded,
      'GET designations': (call) =>
        call.url.searchParams.get('owner_id')?.startsWith('eq') ? json([])(call) : invitations(call),
      'GET profiles': named,
    })
    open(at)
    const dialog = within(await screen.findByRole('dialog'))
    return {
      name: dialog.getByLabelText<HTMLInputElement>('Full Name').value,
      email: dialog.getByLabelText<HTMLInputElement>('Email Address').value,
      role: dialog.getAllByRole<HTMLInputElement>('radio').find(({ checked }) => checked)?.value,
    }
  }

  test('an owner whose invitation was accepted is filled in, with the role they gave and without an address', async () => {
    expect(await form('/beneficiaries?add=12', json([accepted]))).toEqual({
      name: 'Paul Ellis',
      email: '',
      role: 'trustee',
    })
  })

  test.each([
    ['?add', json([accepted])],
    ['?add=13', json([accepted])],
    ['?add=12', json([invitation])],
    ['?add=12', refusal('42501', 403)],
    ['?add=Paul', json([accepted])],
  ])('the link %s fills in no one else', async (search, invitations) => {
    expect(await form(`/beneficiaries${search}`, invitations)).toEqual({
      name: '',
      email: '',
      role: 'beneficiary',
    })
  })

  test('a link asks for an executor', async () => {
    expect((await form('/beneficiaries?add=executor', json([]))).role).toBe('executor')
  })
})

describe('someone named who has died', () => {
  const accepted = { ...simon, beneficiary_user_id: 'simon', accepted_at: '2026-11-01T10:00:00Z' }
  const plan = {
    ...accepted,
    id: 20,
    owner_id: 'simon',
    owner_name: 'Simon Berg',
    person_name: 'Margaret Ellis',
  }
  const released = { user_id: 'simon', death_review: 'approved', release_at: '2026-11-10T10:00:00Z' }
  const list = (invitations: object[], profile: object) => {
    fakeSupabase({
      ...loaded,
      'GET designations': (call) =>
        json(call.url.searchParams.get('owner_id')?.startsWith('eq') ? [accepted] : invitations)(call),
      'GET profiles': (call) =>
        json(call.url.searchParams.has('user_id', `eq.${owner.id}`) ? { user_id: owner.id } : [profile])(
          call,
        ),
    })
    return open()
  }
  const words = /We.re so sorry that Simon Berg has died/

  test('an owner who was named by their executor, and whose plan is open now, is offered to name another', async () => {
    const { user } = list([plan], released)
    expect(await screen.findByText(words)).toBeVisible()
    expect(screen.getByRole('link', { name: 'Name someone else' })).toHaveAttribute(
      'href',
      '/beneficiaries?add=executor',
    )
    expect(screen.queryByRole('link', { name: /will see$/ })).toBeNull()
    expect(screen.queryByRole('link', { name: 'Practice run' })).toBeNull()
    expect(screen.queryByRole('button', { name: /^Change role/ })).toBeNull()
    // Their account is still there, and others may get into it.
    for (const name of ['End access: Simon Berg', 'Remove from list: Simon Berg']) {
      await user.click(screen.getByRole('button', { name }))
      expect(await screen.findByRole('alertdialog')).toHaveTextContent(/through Simon Berg’s account/)
      await user.keyboard('{Escape}')
    }
  })

  test.each([
    [
      'named the owner, but whose plan is not released yet',
      [plan],
      { ...released, release_at: '2999-01-01T00:00:00Z' },
    ],
    ['named the owner and lives', [plan], { ...released, death_review: 'none', release_at: null }],
    ['never named the owner', [], released],
    ['named the owner, who has not accepted', [{ ...plan, accepted_at: null }], released],
    ['named the owner and revoked it', [{ ...plan, revoked_at: '2026-11-02T10:00:00Z' }], released],
  ])('an owner reads nothing of the death of someone who %s', async (_, invitations, profile) => {
    const { queryClient } = list(invitations, profile)
    expect(await screen.findByRole('heading', { name: 'Simon Berg' })).toBeVisible()
    await waitFor(() => expect(queryClient.isFetching()).toBe(0))
    expect(screen.queryByText(words)).toBeNull()
  })
})

describe('another role', () => {
  const tess = { ...simon, role: 'trustee', status: 'invited', accepted_at: '2026-11-02T10:00:00+00:00' }
  const change = 'POST rpc/change_designation_role'
  const routes: Routes = {
    ...loaded,
    'POST rpc/billing_enabled': json(true),
    'POST rpc/has_premium': json(true),
    'GET subscriptions': json(null),
    'GET part_access': json([]),
  }
  const askFor = async (more: Routes, role: RegExp) => {
    const calls = fakeSupabase({ ...routes, ...more })
    const { user } = open()
    await user.click(await screen.findByRole('button', { name: 'Change role: Simon Berg' }))
    const dialog = within(await screen.findByRole('dialog', { name: /^Change Simon Berg.s role$/ }))
    expect(dialog.getByRole('button', { name: 'Change role' })).toBeDisabled()
    await user.click(dialog.getByRole('radio', { name: role }))
    return {
      user,
      calls,
      dialog,
      send: () => user.click(dialog.getByRole('button', { name: 'Change role' })),
    }
  }

  test('a person is given another role once its words were read, and it can be undone', async () => {
    let role: unknown = 'trustee'
    const { user, calls, dialog, send } = await askFor(
      {
        'GET designations': (call) =>
          json(call.url.searchParams.get('owner_id')?.startsWith('eq') ? [{ ...tess, role }] : [])(call),
        'GET part_access': json([
          { designation_id: 7, choice: 'contacts', timing: 'first_hours' },
          { designation_id: 7, choice: 'money', timing: 'never' },
          { designation_id: 8, choice: 'home', timing: 'never' },
        ]),
        [change]: (call) => {
          role = (call.body as { role: string }).role
          return json(null)(call)
        },
      },
      /Executor/,
    )
    expect(dialog.getByText(/^Carries out your wishes and settles your affairs\./)).toBeVisible()
    expect(
      dialog.getByText(/^Simon Berg is your trustee now\. A new role takes effect at once/),
    ).toBeVisible()
    expect(
      dialog.getByText(
        /stays, whatever the role\. In the first hours: Contacts\. Never: Insurance & Accounts\.$/,
      ),
    ).toBeVisible()
    await send()
    const notice = (await screen.findByText('Simon Berg is your executor now')).closest('[role="status"]')
    expect(notice).toHaveTextContent('We’ll email Simon Berg what that means.')
    await user.click(screen.getByRole('button', { name: 'Undo' }))
    expect(await screen.findByText('Simon Berg is your trustee again')).toBeVisible()
    expect(notice).toHaveFocus()
    expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull()
    expect(calls.filter(({ route }) => route === change).map(({ body }) => body)).toEqual([
      { designation_id: 7, role: 'executor' },
      { designation_id: 7, role: 'trustee' },
    ])
  })

  test('a role that is refused says why in the dialog, and nothing is lost', async () => {
    const { dialog, send } = await askFor(
      { 'GET designations': json([tess]), [change]: refusal('HW095') },
      /Executor/,
    )
    await send()
    expect(await dialog.findByRole('alert')).toHaveTextContent(/^The role wasn’t changed.*Stop that first/)
    expect(dialog.getByRole('radio', { name: /Executor/ })).toBeChecked()
    expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull()
  })

  test('a role in an open invitation says what the person reads where they answer, and promises no email', async () => {
    const { dialog, send } = await askFor(
      { 'GET designations': json([{ ...tess, accepted_at: null }]), [change]: json(null) },
      /Beneficiary/,
    )
    expect(dialog.getByText(/The new role stands where they answer; .* still says trustee\.$/)).toBeVisible()
    await send()
    expect(await screen.findByText('Simon Berg is your beneficiary now')).toBeVisible()
    expect(screen.queryByText(/We’ll email/)).toBeNull()
  })

  test('without a membership only a role that sees less is offered', async () => {
    const { dialog } = await askFor(
      { 'GET designations': json([tess]), 'POST rpc/has_premium': json(false) },
      /Beneficiary/,
    )
    expect(await dialog.findByText('For a role that sees more, you need a membership.')).toBeVisible()
    expect(dialog.queryByRole('radio', { name: /Executor/ })).toBeNull()
  })
})

test('ending the access of a person and taking them off the list are told apart before either is done', async () => {
  const accepted = { ...simon, status: 'accepted', accepted_at: '2026-11-02T10:00:00+00:00' }
  fakeSupabase({ ...loaded, 'GET designations': json([accepted]) })
  const { user } = open()
  await user.click(await screen.findByRole('button', { name: 'End access: Simon Berg' }))
  const question = () => screen.findByRole('alertdialog')
  expect(await question()).toHaveTextContent(/^End Simon Berg.s access\?.*They stay on this list/)
  await user.click(within(await question()).getByRole('button', { name: 'Cancel' }))
  await user.click(screen.getByRole('button', { name: 'Remove from list: Simon Berg' }))
  expect(await question()).toHaveTextContent(
    /^Remove Simon Berg from your list\?.*won’t be on this list anymore/,
  )
})
