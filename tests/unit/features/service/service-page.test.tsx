import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { downloadText } from '@/browser/files/download'
import { Component as ServicePage } from '@/features/service/service-page'
import { paths, patterns } from '@/lib/paths'
import { formatDateTime } from '../../dates-as-read'
import { type Call, fakeSupabase, json, offline, type Routes, refusal, signIn } from '../../fake-supabase'
import { partsOpenTo } from '../../open-parts'
import { readCsv } from '../../read-csv'
import { renderPage } from '../../render'

vi.mock('@/browser/files/download', () => ({ downloadText: vi.fn() }))

const ownerId = '22222222-2222-4222-8222-222222222222'
const access = {
  role: 'executor',
  can_view: true,
  can_view_finances: true,
  parts: partsOpenTo('executor'),
  certificate_submitted_at: '2026-11-05T10:00:00+00:00',
  open_early_until: null,
}
const owner = {
  user_id: ownerId,
  full_name: 'Margaret Ellis',
  visibility_hold: false,
  is_deceased: true,
  death_review: 'approved',
  release_at: '2026-11-09T10:00:00+00:00',
  open_until: null,
  updated_at: '2026-11-09T10:00:00+00:00',
}
const at = '2026-11-09T10:00:00+00:00'
const service = {
  owner_id: ownerId,
  held_on: '2050-12-05',
  held_at: '14:00:00',
  time_zone: 'America/New_York',
  starts_at: '2050-12-05T19:00:00+00:00',
  place: 'St. Brannoc',
  address: null,
  dress: null,
  livestream_url: null,
  flowers: null,
  note: null,
  phone: null,
  is_called_off: false,
  shows_portrait: false,
  takes_memories: false,
  updated_at: at,
}
const contact = (id: string, name: string, email: string | null, invitee: boolean) => ({
  id,
  name,
  email,
  phone: email ? null : '555-0177',
  relation: null,
  invitee,
  rsvp_status: null,
  created_at: at,
  updated_at: at,
})
const contacts = [
  contact('c1', 'Peter Ellis', 'Peter@Example.com', true),
  contact('c2', 'Ruth Bennett', 'ruth@example.com', true),
  contact('c3', 'Dr. Okafor', null, true),
  contact('c4', 'Plumber', 'plumber@example.com', false),
  contact('c5', 'Petra Ellis', 'peter@example.com', true),
]
const guest = (id: string, name: string, rest: object = {}) => ({
  id,
  contact_id: null,
  name,
  email: `${id}@example.com`,
  phone: null,
  invited_at: at,
  mailed_at: at,
  mail_waits_since: null,
  mail_refused_at: null,
  unsubscribed_at: null,
  is_withdrawn: false,
  answer: null,
  people: null,
  message: null,
  answered_at: null,
  answered_for: null,
  answer_taken_by: null,
  reminded_at: null,
  reminded_for: null,
  ...rest,
})

function open(given: Routes = {}) {
  const calls = fakeSupabase({
    'POST rpc/memorial_access': json([access]),
    'POST rpc/record_view': json(null),
    'GET profiles': json(owner),
    'GET funeral_plan': json(null),
    'GET contacts': json(contacts),
    'GET services': json(service),
    'GET service_guests': json([]),
    ...given,
  })
  return {
    calls,
    ...renderPage({
      page: ServicePage,
      pattern: patterns.memorialService,
      at: paths.memorialService(ownerId),
    }),
  }
}

/** Of those to invite by email; the other is for guests without. */
const firstName = () => screen.getAllByLabelText('Name')[0] as HTMLElement
const sent = (calls: Call[], route: string) =>
  calls.filter((call) => call.route === route).map(({ body }) => body)

beforeEach(() => {
  // Each of the 400 would be drawn, and looked through for what a test asks for.
  vi.spyOn(Intl, 'supportedValuesOf').mockReturnValue(['America/New_York', 'America/Chicago', 'UTC'])
  fakeSupabase({})
  return signIn()
})

describe('page', () => {
  test('the page of a service is closed to people who are not named, and to designees before the release', async () => {
    open({ 'POST rpc/memorial_access': json([]) })
    expect(await screen.findByText(/Access Denied: You don’t have permission/)).toBeVisible()
  })

  test('the page of a service lets an executor say what guests see and add, at once, and sets back what was not saved', async () => {
    const { calls, user } = open({
      'GET services': [json(service), json({ ...service, takes_memories: true })],
      'POST rpc/share_with_guests': [json(null), refusal('HW072')],
    })
    const memories = await screen.findByRole('switch', { name: 'Let guests leave a memory' })
    const portrait = screen.getByRole('switch', { name: 'Show guests who Margaret Ellis was' })
    await user.click(memories)
    await waitFor(() => expect(memories).toBeChecked())
    expect(portrait).not.toBeChecked()
    await user.click(portrait)
    expect(await screen.findByText(/Not saved, so it was set back to “Off”/)).toBeVisible()
    expect(portrait).not.toBeChecked()
    expect(memories).toBeChecked()
    expect(sent(calls, 'POST rpc/share_with_guests')).toEqual([
      { owner_id: ownerId, takes_memories: true },
      { owner_id: ownerId, shows_portrait: true },
    ])
  })

  test('the page of a service tells a trustee what guests see and add, and who can change it', async () => {
    open({
      'POST rpc/memorial_access': json([{ ...access, role: 'trustee' }]),
      'GET services': json({ ...service, shows_portrait: true }),
    })
    expect(await screen.findByText('Only an executor can change this.')).toBeVisible()
    expect(screen.getByText(/^Guests can see Margaret Ellis’s portrait/)).toBeVisible()
    expect(screen.getByText('Guests can’t leave memories.')).toBeVisible()
    expect(screen.queryByRole('switch')).toBeNull()
  })

  test('the page of a service says when it opens while the plan is shared by its living owner', async () => {
    open({ 'GET profiles': json({ ...owner, is_deceased: false, death_review: 'none', release_at: null }) })
    expect(
      await screen.findByText(/You can arrange the service here once Margaret Ellis’s death/),
    ).toBeVisible()
    expect(screen.queryByLabelText('Day')).toBeNull()
  })

  const closed = { can_view: false, can_view_finances: false }
  const later = '2050-11-09T10:00:00+00:00'
  const onceOpen = /^You can arrange the service here once Margaret Ellis’s death has been verified and/
  test.each([
    ['no certificate was submitted', {}, closed, [onceOpen]],
    [
      'one is checked',
      { death_review: 'pending' },
      closed,
      [/^You can’t see Margaret Ellis’s plan yet. If the certificate is approved/, /service here then/],
    ],
    [
      'another photo is needed',
      { death_certificate_path: 'certificate.pdf' },
      closed,
      [/^We couldn’t check the last one/, onceOpen],
    ],
    [
      'its owner stopped the release',
      { death_review: 'rejected', death_reviewed_at: at, release_stopped_at: at },
      closed,
      [/^Margaret Ellis stopped the release/, onceOpen],
    ],
    [
      'the waiting period runs',
      { death_review: 'approved', release_at: later },
      closed,
      [/^This memorial opens on/, /service here then/],
    ],
    [
      'the waiting period runs and its owner had shared the plan',
      { death_review: 'approved', release_at: later, open_until: later },
      {},
      [`You can arrange the service here from ${formatDateTime(later)}.`],
    ],
    [
      'a beneficiary waits for it',
      {},
      { ...closed, role: 'beneficiary' },
      [/^You can find the service here once/],
    ],
  ])(
    'the page of a service says what is so, and from when it is there, while %s',
    async (_when, state, may, all) => {
      open({
        'POST rpc/memorial_access': json([{ ...access, ...may }]),
        'GET profiles': json({
          ...owner,
          visibility_hold: true,
          release_wait_days: 0,
          death_review: 'none',
          release_at: null,
          ...state,
        }),
      })
      for (const words of all) expect(await screen.findByText(words)).toBeVisible()
      expect(screen.getAllByText(/service here/)).toHaveLength(1)
    },
  )

  test('the page of a service shows a beneficiary when and where it is, and neither the form nor the guests', async () => {
    const { calls } = open({ 'POST rpc/memorial_access': json([{ ...access, can_view_finances: false }]) })
    expect(await screen.findByText('St. Brannoc')).toBeVisible()
    expect(screen.getByText(/Monday, December 5, 2050 at 2:00 PM/)).toBeVisible()
    expect(screen.queryByLabelText('Day')).toBeNull()
    expect(calls.map(({ route }) => route)).not.toContain('GET service_guests')
  })

  test('the page of a service tells a beneficiary that nothing is arranged yet', async () => {
    open({
      'POST rpc/memorial_access': json([{ ...access, can_view_finances: false }]),
      'GET services': json(null),
    })
    expect(await screen.findByText('Nothing arranged yet')).toBeVisible()
  })

  test('the page of a service can be loaded again when the connection failed', async () => {
    const { user } = open({ 'GET services': [offline, offline, offline, json(service)] })
    await user.click(await screen.findByRole('button', { name: 'Try again' }, { timeout: 15_000 }))
    expect(await screen.findByLabelText('Day')).toHaveValue('2050-12-05')
  })
})

describe('form', () => {
  test('the form of a service asks for day, time and place, and saves them as they were typed', async () => {
    const { user, calls } = open({
      'GET services': json(null),
      'POST services': json(service, 201),
    })
    const save = await screen.findByRole('button', { name: 'Save the service' })
    expect(save).toBeDisabled()
    await user.type(screen.getByLabelText(/^What to wear/), 'Something blue')
    await user.click(save)
    expect(await screen.findByText('Choose the day.')).toBeVisible()
    expect(screen.getByText('Enter the time.')).toBeVisible()
    expect(screen.getByText('Enter the place.')).toBeVisible()
    await user.type(screen.getByLabelText('Day'), '2050-12-05')
    await user.type(screen.getByLabelText('Time'), '14:00')
    await user.selectOptions(screen.getByLabelText('Time zone'), 'America/New_York')
    await user.type(screen.getByLabelText('Place'), 'St. Brannoc')
    await user.type(screen.getByLabelText(/Link to a livestream/), 'http://example.com')
    await user.click(screen.getByRole('button', { name: 'Save the service' }))
    expect(await screen.findByText('Copy the whole link. It begins with https://')).toBeVisible()
    await user.clear(screen.getByLabelText(/Link to a livestream/))
    await user.type(screen.getByLabelText(/Phone number for questions/), 'Call Anna')
    await user.click(screen.getByRole('button', { name: 'Save the service' }))
    expect(await screen.findByText(/Enter a phone number: digits/)).toBeVisible()
    await user.clear(screen.getByLabelText(/Phone number for questions/))
    await user.type(screen.getByLabelText(/Phone number for questions/), ' +1 (503) 555-0177')
    await user.click(screen.getByRole('button', { name: 'Save the service' }))
    expect(await screen.findByText('Service saved')).toBeVisible()
    expect(sent(calls, 'POST services')).toEqual([
      {
        owner_id: ownerId,
        held_on: '2050-12-05',
        held_at: '14:00:00',
        time_zone: 'America/New_York',
        place: 'St. Brannoc',
        address: null,
        dress: 'Something blue',
        livestream_url: null,
        flowers: null,
        note: null,
        phone: '+1 (503) 555-0177',
      },
    ])
  })

  test('the form of a service says how many emails a new place means before it is saved; a note means none', async () => {
    const moved = { ...service, place: 'The town hall', note: 'Bring a song.' }
    const { user, calls } = open({
      'GET service_guests': json([
        guest('g1', 'Gus'),
        guest('g2', 'Rita', { mail_waits_since: at }),
        guest('g3', 'Una', { unsubscribed_at: at }),
        guest('g4', 'Wil', { is_withdrawn: true }),
        guest('g5', 'Ref', { mail_refused_at: at }),
      ]),
      'PATCH services': [json({ ...service, note: 'Bring a song.' }), json(moved)],
    })
    await user.type(await screen.findByLabelText(/A note to the guests/), 'Bring a song.')
    await user.click(screen.getByRole('button', { name: 'Save the service' }))
    expect(await screen.findByText('Service saved')).toBeVisible()
    expect(screen.queryByRole('alertdialog')).toBeNull()
    const place = screen.getByLabelText('Place')
    await user.clear(place)
    await user.type(place, 'The town hall')
    await user.click(screen.getByRole('button', { name: 'Save the service' }))
    const dialog = await screen.findByRole('alertdialog', { name: 'Save, and send 2 emails?' })
    expect(sent(calls, 'PATCH services')).toHaveLength(1)
    await user.click(within(dialog).getByRole('button', { name: 'Save and send 2 emails' }))
    await vi.waitFor(() => expect(sent(calls, 'PATCH services')).toHaveLength(2))
    expect(sent(calls, 'PATCH services')[1]).toMatchObject({ place: 'The town hall' })
  })

  test('the form of a service says who must be called about another date, and what becomes of the answers', async () => {
    const moved = { ...service, held_on: '2050-12-12', starts_at: '2050-12-12T19:00:00+00:00' }
    const { user, calls } = open({
      'GET service_guests': json([
        guest('g1', 'Gus', { answer: 'yes', people: 1, answered_at: at, answered_for: service.starts_at }),
        guest('g2', 'Mae', { email: null, phone: '555-0188' }),
        guest('g3', 'Una', { unsubscribed_at: at }),
        guest('g5', 'Ref', { mail_refused_at: at }),
      ]),
      'PATCH services': json(moved),
    })
    const day = await screen.findByLabelText('Day')
    await user.clear(day)
    await user.type(day, '2050-12-12')
    await user.click(screen.getByRole('button', { name: 'Save the service' }))
    const dialog = await screen.findByRole('alertdialog', { name: 'Save, and send 1 email?' })
    expect(dialog).toHaveTextContent('The answers you have are for the earlier date')
    expect(
      within(dialog)
        .getAllByRole('listitem')
        .map(({ textContent }) => textContent),
    ).toEqual([
      'Mae, 555-0188: no email address',
      'Una: asked not to get emails',
      'Ref: our email didn’t reach them',
    ])
    expect(sent(calls, 'PATCH services')).toEqual([])
  })

  test('the form of a service asks before another place also when everyone has to be called', async () => {
    const { user, calls } = open({
      'GET service_guests': json([guest('g2', 'Mae', { email: null, mailed_at: null })]),
      'PATCH services': json({ ...service, place: 'The town hall' }),
    })
    await user.type(await screen.findByLabelText('Place'), ' hall')
    await user.click(screen.getByRole('button', { name: 'Save the service' }))
    const dialog = await screen.findByRole('alertdialog', { name: 'Save, and call your guests?' })
    expect(dialog).toHaveTextContent('There’s no one we can email about it.')
    expect(dialog).not.toHaveTextContent('earlier date')
    await user.click(within(dialog).getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(sent(calls, 'PATCH services')).toHaveLength(1))
  })

  test('the form of a service offers the place that the owner wished for while none is typed', async () => {
    const { user } = open({
      'GET services': json(null),
      'GET funeral_plan': json({ user_id: ownerId, venue: ' The lakeside chapel ' }),
    })
    const offer = { name: 'Use the place from the wishes: The lakeside chapel' }
    await user.click(await screen.findByRole('button', offer))
    expect(screen.getByLabelText('Place')).toHaveValue('The lakeside chapel')
    expect(screen.queryByRole('button', offer)).toBeNull()
  })

  test('the form of a service names the time zones of the United States in words', async () => {
    open()
    const zones = await screen.findByLabelText('Time zone')
    expect(within(zones).getByRole('option', { name: 'Eastern Time (New York)' })).toHaveValue(
      'America/New_York',
    )
  })

  test('the form of a service does not take a day that is over, whose invitations no one would get', async () => {
    const { user, calls } = open({ 'GET service_guests': json([guest('g1', 'Gus')]) })
    const day = await screen.findByLabelText('Day')
    await user.clear(day)
    await user.type(day, '2025-12-05')
    await user.click(screen.getByRole('button', { name: 'Save the service' }))
    expect(await screen.findByText('That date has passed. Please check it.')).toBeVisible()
    expect(day).toHaveFocus()
    expect(screen.queryByRole('alertdialog')).toBeNull()
    expect(sent(calls, 'PATCH services')).toEqual([])
  })

  test('the form of a service says when the guests were written to too often today', async () => {
    const { user } = open({ 'PATCH services': refusal('HW063') })
    await user.type(await screen.findByLabelText('Place'), ' and garden')
    await user.click(screen.getByRole('button', { name: 'Save the service' }))
    expect(await screen.findByText(/Please make the next change tomorrow/)).toBeVisible()
  })
})

describe('inviting', () => {
  const invited = guest('peter', 'Peter Ellis', { contact_id: 'c1', email: 'peter@example.com' })

  test.each([
    ['can be invited', contacts, [], /marked for the service are chosen below\./],
    [
      'are guests',
      [contacts[0], contacts[3]],
      [invited],
      /marked for the service are on the guest list already\./,
    ],
    ['are all guests', [contacts[0]], [invited], /on the guest list already\. You can add others\.$/],
    ['have no address', [contacts[2]], [], /marked for the service have no email address\./],
    ['are none', [contacts[3]], [], /didn’t mark any contacts for the service\./],
  ])(
    'an executor reads of the contacts that the owner marked for the service that they %s',
    async (_, known, guests, words) => {
      open({ 'GET contacts': json(known), 'GET service_guests': json(guests) })
      expect(await screen.findByText(words)).toBeVisible()
    },
  )

  test('a guest who is typed in is the contact at that address', async () => {
    const { user, calls } = open({
      'GET contacts': json([{ ...contacts[0], phone: '555-0101' }]),
      'POST rpc/invite_guests': json(1),
    })
    await user.click(await screen.findByText('Add someone else'))
    await user.type(firstName(), 'Pete')
    await user.type(screen.getByLabelText('Email'), 'peter@example.com')
    await user.click(screen.getByRole('button', { name: 'Add to the list' }))
    expect(await screen.findByRole('checkbox', { name: 'Pete' })).toBeChecked()
    expect(screen.getByText(/marked for the service are chosen below\./)).toBeVisible()
    await user.click(screen.getByRole('button', { name: 'Invite 1 guest' }))
    const dialog = await screen.findByRole('alertdialog')
    await user.click(within(dialog).getByRole('button', { name: 'Send 1 email' }))
    await waitFor(() => expect(sent(calls, 'POST rpc/invite_guests')).toHaveLength(1))
    expect(sent(calls, 'POST rpc/invite_guests')[0]).toMatchObject({
      guests: [{ name: 'Pete', email: 'peter@example.com', contact_id: 'c1', phone: '555-0101' }],
    })
  })

  test('a guest who is typed in at an address of several contacts is the one the owner marked', async () => {
    const [peter] = contacts
    const { user, calls } = open({
      'GET contacts': json([peter, { ...peter, id: 'c6', name: 'Petra Ellis', invitee: false }]),
      'POST rpc/invite_guests': json(1),
    })
    await user.click(await screen.findByText('Add someone else'))
    await user.type(firstName(), 'Pete')
    await user.type(screen.getByLabelText('Email'), 'peter@example.com')
    await user.click(screen.getByRole('button', { name: 'Add to the list' }))
    await user.click(await screen.findByRole('button', { name: 'Invite 1 guest' }))
    await user.click(
      within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Send 1 email' }),
    )
    await waitFor(() => expect(sent(calls, 'POST rpc/invite_guests')).toHaveLength(1))
    expect(sent(calls, 'POST rpc/invite_guests')[0]).toMatchObject({
      guests: [{ name: 'Pete', contact_id: 'c1' }],
    })
  })

  test('inviting guests to a service begins with the marked contacts, each address once, and writes to no one before the second press', async () => {
    const { user, calls } = open({ 'POST rpc/invite_guests': json(2) })
    expect(await screen.findByRole('checkbox', { name: 'Peter Ellis' })).toBeChecked()
    expect(screen.getByText('peter@example.com')).toBeVisible()
    expect(screen.getByRole('checkbox', { name: 'Ruth Bennett' })).toBeChecked()
    expect(screen.getByRole('checkbox', { name: 'Plumber' })).not.toBeChecked()
    expect(screen.queryByRole('checkbox', { name: 'Petra Ellis' })).toBeNull()
    expect(screen.getByText(/there’s no email address for them.*Dr. Okafor \(555-0177\)/)).toBeVisible()
    await user.click(screen.getByRole('checkbox', { name: 'Ruth Bennett' }))
    await user.click(screen.getByText('Add someone else'))
    await user.type(firstName(), 'Gus')
    await user.type(screen.getByLabelText('Email'), 'GUS@example.com')
    await user.click(screen.getByRole('button', { name: 'Add to the list' }))
    await user.click(await screen.findByRole('button', { name: 'Invite 2 guests' }))
    const dialog = await screen.findByRole('alertdialog', { name: 'Send 2 emails?' })
    expect(
      within(dialog)
        .getAllByRole('listitem')
        .map(({ textContent }) => textContent),
    ).toEqual(['Gus, gus@example.com', 'Peter Ellis, peter@example.com'])
    expect(sent(calls, 'POST rpc/invite_guests')).toEqual([])
    await user.click(within(dialog).getByRole('button', { name: 'Send 2 emails' }))
    expect(await screen.findByText('2 invitations on the way')).toBeVisible()
    expect(sent(calls, 'POST rpc/invite_guests')).toEqual([
      {
        owner_id: ownerId,
        guests: [
          { name: 'Gus', email: 'gus@example.com' },
          { name: 'Peter Ellis', email: 'peter@example.com', contact_id: 'c1' },
        ],
      },
    ])
  })

  test('inviting guests to a service puts people without email on the list, the marked contacts and others, and sends nothing', async () => {
    const { user, calls } = open({
      'GET service_guests': [json([]), json([guest('g9', 'Dr. Okafor', { contact_id: 'c3', email: null })])],
      'POST rpc/add_guest': [json(null), offline, json(null)],
    })
    await user.click(await screen.findByRole('button', { name: 'Add them to the guest list' }))
    expect(await screen.findByText(/They’re on the guest list below/)).toBeVisible()
    expect(screen.queryByText(/there’s no email address for them/)).toBeNull()
    await user.click(screen.getByText('Add someone without email'))
    await user.type(screen.getAllByLabelText('Name')[1] as HTMLElement, 'Mae')
    await user.type(screen.getByLabelText(/^Phone \(/), '555-0188')
    await user.click(screen.getByRole('button', { name: 'Add to the guest list' }))
    expect(await screen.findByText('They weren’t added')).toBeVisible()
    await user.click(screen.getByRole('button', { name: 'Add to the guest list' }))
    expect(await screen.findByText('Mae is on the guest list.')).toBeVisible()
    const [contact, first, second] = sent(calls, 'POST rpc/add_guest')
    expect(contact).toEqual({
      owner_id: ownerId,
      guest_id: expect.any(String),
      name: 'Dr. Okafor',
      phone: '555-0177',
      contact_id: 'c3',
    })
    expect(first).toEqual({ owner_id: ownerId, guest_id: expect.any(String), name: 'Mae', phone: '555-0188' })
    // The same id again, so that the list gets no second Mae.
    expect(second).toEqual(first)
    expect(sent(calls, 'POST rpc/invite_guests')).toEqual([])
  })

  test('inviting guests to a service leaves out who was invited before, and says so of an address that is typed again', async () => {
    const { user } = open({ 'GET service_guests': json([guest('peter', 'Peter Ellis')]) })
    await screen.findByRole('checkbox', { name: 'Ruth Bennett' })
    expect(screen.queryByRole('checkbox', { name: 'Peter Ellis' })).toBeNull()
    await user.click(screen.getByText('Add someone else'))
    await user.type(firstName(), 'Pete')
    await user.type(screen.getByLabelText('Email'), 'peter@example.com')
    await user.click(screen.getByRole('button', { name: 'Add to the list' }))
    expect(await screen.findByText('This address has been invited already.')).toBeVisible()
  })

  test.each([
    ['before day and place are saved', null, /Once you’ve saved the day and the place/],
    [
      'while the service is called off',
      { ...service, is_called_off: true },
      /is called off, so no invitations/,
    ],
    [
      'after the service',
      { ...service, held_on: '2020-12-05', starts_at: '2020-12-05T19:00:00+00:00' },
      /has taken place, so no more invitations/,
    ],
  ])('inviting guests to a service is not possible %s', async (_, arranged, words) => {
    open({ 'GET services': json(arranged) })
    expect(await screen.findByText(words)).toBeVisible()
    expect(screen.queryByRole('button', { name: /^Invite/ })).toBeNull()
  })

  test('inviting guests to a service says how many to leave out when more are chosen than a service takes', async () => {
    const crowd = Array.from({ length: 499 }, (_, n) => guest(`g${n}`, `Guest ${n}`))
    const { user } = open({ 'GET service_guests': [json(crowd), json(crowd.slice(-1))] })
    expect(await screen.findByText('That’s 1 guest too many')).toBeVisible()
    expect(screen.getByText('Invite 2 guests').closest('button')).toBeDisabled()
    await user.click(screen.getByLabelText(/Ruth Bennett/))
    expect(screen.queryByText(/too many/)).toBeNull()
    expect(screen.getByText('Invite 1 guest').closest('button')).toBeEnabled()
  })

  test('inviting guests to a service says why no one was invited, and can be tried again', async () => {
    const { user } = open({ 'POST rpc/invite_guests': [offline, json(2)] })
    const press = async () => {
      await user.click(await screen.findByRole('button', { name: 'Invite 2 guests' }))
      await user.click(await screen.findByRole('button', { name: 'Send 2 emails' }))
    }
    await press()
    expect(await screen.findByText('No one was invited')).toBeVisible()
    await press()
    expect(await screen.findByText('2 invitations on the way')).toBeVisible()
  })

  test('inviting guests to a service says so when the first try had invited them, and only its answer was lost', async () => {
    const { user } = open({ 'POST rpc/invite_guests': json(0) })
    await user.click(await screen.findByRole('button', { name: 'Invite 2 guests' }))
    await user.click(await screen.findByRole('button', { name: 'Send 2 emails' }))
    expect(await screen.findByText('They had all been invited already')).toBeVisible()
    expect(screen.queryByText(/The emails will leave/)).toBeNull()
  })
})

describe('list', () => {
  const guests = [
    guest('g1', 'Gus', {
      answer: 'yes',
      people: 3,
      message: 'We bring the boat.',
      answered_at: at,
      answered_for: service.starts_at,
    }),
    guest('g2', 'Rita', { mail_refused_at: at }),
    guest('g3', '=Una', { answer: 'no', answered_at: at, answered_for: service.starts_at }),
  ]
  const mae = guest('g4', 'Mae', { email: null, phone: '555-0188', mailed_at: null })

  test('the guest list of a service counts the answers, and says beside a guest whom the email did not reach', async () => {
    open({ 'GET service_guests': json(guests) })
    expect(
      await screen.findByText('3 invited · 1 yes (3 people) · 1 no · 1 with no answer yet'),
    ).toBeVisible()
    const rows = within(screen.getByRole('list', { name: 'Guest list' })).getAllByRole('listitem')
    expect(rows[0]).toHaveTextContent('Yes, 3 people')
    expect(rows[0]).toHaveTextContent('“We bring the boat.”')
    expect(rows[1]).toHaveTextContent('Our email didn’t reach this address.')
  })

  test('the guest list of a service is exported as a table in which nothing is a formula, and printed', async () => {
    window.print = vi.fn()
    const { user } = open({ 'GET service_guests': json(guests) })
    await user.click(await screen.findByRole('button', { name: 'Export CSV' }))
    const [name = '', text = ''] = vi.mocked(downloadText).mock.lastCall ?? []
    expect(name).toMatch(/^heartwood-guests-\d{4}-\d\d-\d\d\.csv$/)
    const rows = readCsv(text, { undo: false })
    expect(rows).toHaveLength(4)
    expect(rows[1]?.slice(0, 6)).toEqual(['Gus', 'g1@example.com', null, 'Yes', '3', 'We bring the boat.'])
    expect(rows[3]?.[0]).toBe("'=Una")
    await user.click(screen.getByRole('button', { name: 'Print the guest list' }))
    expect(window.print).toHaveBeenCalledOnce()
  })

  test('the guest list of a service has guests without email, and says who took an answer by phone, and which were for an earlier date', async () => {
    const earlier = '2050-12-01T19:00:00+00:00'
    const taken = { answer: 'yes', people: 1, answered_at: at, answer_taken_by: 'Anna Ellis' }
    const { user } = open({
      'GET service_guests': json([
        { ...mae, ...taken, answered_for: service.starts_at },
        { ...guests[0], answered_for: earlier },
      ]),
    })
    expect(
      await screen.findByText(
        '2 invited · 2 yes (4 people) · 0 no · 0 with no answer yet · 1 answered before the date changed',
      ),
    ).toBeVisible()
    const [first, second] = within(screen.getByRole('list', { name: 'Guest list' })).getAllByRole('listitem')
    expect(first).toHaveTextContent('Anna Ellis took this answer by phone on Nov 9, 2026.')
    expect(first).toHaveTextContent('No email address.')
    expect(within(first as HTMLElement).getByRole('link', { name: '555-0188' })).toHaveAttribute(
      'href',
      'tel:5550188',
    )
    expect(first).not.toHaveTextContent('before the date changed')
    expect(second).toHaveTextContent('They answered before the date changed.')
    await user.click(screen.getByRole('button', { name: 'Export CSV' }))
    const rows = readCsv(vi.mocked(downloadText).mock.lastCall?.[1] ?? '', { undo: false })
    const inColumns = (row: number) =>
      Object.fromEntries(rows[0]?.map((name, at) => [name, rows[row]?.[at]]) ?? [])
    expect(inColumns(1)).toMatchObject({
      Name: 'Mae',
      Email: null,
      Phone: '555-0188',
      Answered: 'Nov 9, 2026',
      'Taken by phone by': 'Anna Ellis',
      'Before the date changed': null,
    })
    expect(inColumns(2)).toMatchObject({ Name: 'Gus', 'Before the date changed': 'Yes' })
  })

  test('the guest list of a service takes the answer of a guest who calls, and takes it back', async () => {
    const taken = { ...mae, answer: 'yes', people: 2, answered_at: at, answered_for: service.starts_at }
    const { user, calls } = open({
      'GET service_guests': [json([mae]), json([{ ...taken, answer_taken_by: 'Anna Ellis' }])],
      'POST rpc/take_guest_answer': json(null),
    })
    await user.click(await screen.findByRole('button', { name: 'Enter an answer: Mae' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Mae’s answer' }))
    await user.click(dialog.getByRole('button', { name: 'Save the answer' }))
    expect(await dialog.findByText('Please choose what they said.')).toBeVisible()
    expect(dialog.queryByRole('radio', { name: 'They haven’t answered yet' })).toBeNull()
    await user.click(dialog.getByRole('radio', { name: 'Yes' }))
    await user.selectOptions(dialog.getByLabelText('How many will come?'), '2')
    await user.type(dialog.getByLabelText(/^Note/), 'Needs a ramp.')
    await user.click(dialog.getByRole('button', { name: 'Save the answer' }))
    await user.click(await screen.findByRole('button', { name: 'Change the answer: Mae' }))
    const again = within(await screen.findByRole('dialog', { name: 'Mae’s answer' }))
    await user.click(again.getByRole('radio', { name: 'They haven’t answered yet' }))
    await user.click(again.getByRole('button', { name: 'Save the answer' }))
    await waitFor(() =>
      expect(sent(calls, 'POST rpc/take_guest_answer')).toEqual([
        { guest_id: 'g4', answer: 'yes', people: 2, message: 'Needs a ramp.' },
        { guest_id: 'g4', seen_at: at },
      ]),
    )
  })

  test('the guest list of a service does not save an answer over one that its guest sent meanwhile', async () => {
    const { user } = open({
      'GET service_guests': [json([mae]), json([{ ...mae, ...guests[0], id: 'g4' }])],
      'POST rpc/take_guest_answer': refusal('HW068'),
    })
    await user.click(await screen.findByRole('button', { name: 'Enter an answer: Mae' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Mae’s answer' }))
    await user.click(dialog.getByRole('radio', { name: 'No' }))
    await user.click(dialog.getByRole('button', { name: 'Save the answer' }))
    expect(await dialog.findByText(/Their answer changed since you opened this/)).toBeVisible()
    expect(await screen.findByText('“We bring the boat.”')).toBeVisible()
  })

  test('the guest list of a service reminds those who have not answered after a question with the number of emails, and names who must be called', async () => {
    const { user, calls } = open({
      'GET service_guests': json([
        ...guests,
        mae,
        guest('g5', 'Tom'),
        guest('g6', 'Una', { unsubscribed_at: at }),
      ]),
      'POST rpc/remind_guests': json(1),
    })
    await user.click(await screen.findByRole('button', { name: 'Remind 1 guest who hasn’t answered' }))
    const dialog = await screen.findByRole('alertdialog', { name: 'Send 1 reminder?' })
    expect(dialog).toHaveTextContent('1 email in all')
    expect(
      within(dialog)
        .getAllByRole('listitem')
        .map(({ textContent }) => textContent),
    ).toEqual([
      'Rita: our email didn’t reach them',
      'Mae, 555-0188: no email address',
      'Una: asked not to get emails',
    ])
    expect(sent(calls, 'POST rpc/remind_guests')).toEqual([])
    await user.click(within(dialog).getByRole('button', { name: 'Send 1 email' }))
    expect(await screen.findByText('1 reminder on the way')).toBeVisible()
    expect(sent(calls, 'POST rpc/remind_guests')).toEqual([{ owner_id: ownerId }])
  })

  test('the guest list of a service says that all had been reminded when only the answer of a first try was lost', async () => {
    const { user } = open({
      'GET service_guests': json([guest('g5', 'Tom')]),
      'POST rpc/remind_guests': [offline, json(0)],
    })
    const press = async () => {
      await user.click(await screen.findByRole('button', { name: 'Remind 1 guest who hasn’t answered' }))
      await user.click(await screen.findByRole('button', { name: 'Send 1 email' }))
    }
    await press()
    expect(await screen.findByText('No one was reminded')).toBeVisible()
    await press()
    expect(await screen.findByText('They had all been reminded already')).toBeVisible()
  })

  test.each([
    [
      'once everyone was reminded of this date',
      service,
      { reminded_at: at, reminded_for: service.starts_at },
    ],
    ['while the service is called off', { ...service, is_called_off: true }, {}],
    ['after the service', { ...service, held_on: '2020-12-05', starts_at: '2020-12-05T19:00:00+00:00' }, {}],
  ])('the guest list of a service reminds no one %s', async (_, arranged, changes) => {
    open({ 'GET services': json(arranged), 'GET service_guests': json([guest('g5', 'Tom', changes)]) })
    expect(await screen.findByText('Tom')).toBeVisible()
    expect(screen.queryByRole('button', { name: /^Remind/ })).toBeNull()
  })

  test('the guest list of a service says in its row that an invitation could not be withdrawn', async () => {
    const { user } = open({
      'GET service_guests': json([guest('g1', 'Gus')]),
      'POST rpc/withdraw_guest': offline,
    })
    await user.click(await screen.findByRole('button', { name: 'Withdraw invitation: Gus' }))
    expect(await screen.findByRole('alert')).toHaveTextContent(
      /^Unable to change the invitation: We couldn’t reach the server\./,
    )
  })

  test('the guest list of a service lets an invitation be withdrawn, and taken back', async () => {
    const { user, calls } = open({
      'GET service_guests': [json(guests), json([{ ...guests[0], is_withdrawn: true }])],
      'POST rpc/withdraw_guest': json(null),
    })
    await user.click(await screen.findByRole('button', { name: 'Withdraw invitation: Gus' }))
    await user.click(await screen.findByRole('button', { name: 'Let the link work again: Gus' }))
    await vi.waitFor(() =>
      expect(sent(calls, 'POST rpc/withdraw_guest')).toEqual([
        { guest_id: 'g1', withdrawn: true },
        { guest_id: 'g1', withdrawn: false },
      ]),
    )
  })
})

test('a service that is over can no longer be called off', async () => {
  open({
    'GET services': json({ ...service, held_on: '2020-12-05', starts_at: '2020-12-05T19:00:00+00:00' }),
  })
  expect(await screen.findByRole('button', { name: 'Save the service' })).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Call off the service' })).toBeNull()
})

test('a service is called off after a question that says how many are told', async () => {
  const { user, calls } = open({
    'GET service_guests': json([guest('g1', 'Gus')]),
    'PATCH services': json({ ...service, is_called_off: true }),
  })
  await user.click(await screen.findByRole('button', { name: 'Call off the service' }))
  const dialog = await screen.findByRole('alertdialog', { name: 'Call off the service?' })
  expect(dialog).toHaveTextContent('1 email at most')
  expect(sent(calls, 'PATCH services')).toEqual([])
  await user.click(within(dialog).getByRole('button', { name: 'Call off the service' }))
  await vi.waitFor(() => expect(sent(calls, 'PATCH services')).toEqual([{ is_called_off: true }]))
})
