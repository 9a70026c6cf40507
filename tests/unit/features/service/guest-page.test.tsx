import { screen, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { downloadText } from '@/browser/files/download'
import { Component as GuestPage } from '@/features/service/guest-page'
import { readEnv } from '@/lib/env'
import { patterns } from '@/lib/paths'
import { type Answer, fakeSupabase, json, offline } from '../../fake-supabase'
import { renderPage } from '../../render'

vi.mock('@/browser/files/download', () => ({ downloadText: vi.fn() }))
// jsdom decodes no photos.
vi.mock('@/browser/files/small-picture', () => ({
  decodePhoto: async () => ({ width: 40, height: 30 }),
  smallPicture: async () =>
    new File([Uint8Array.of(0xff, 0xd8, 0xff)], 'picture.jpg', { type: 'image/jpeg' }),
}))

const photo = new File([Uint8Array.of(0xff, 0xd8, 0xff, 0xe0)], 'us.jpg', { type: 'image/jpeg' })

const page = {
  owner_name: 'Edith Marlow',
  guest_name: 'Gus',
  held_on: '2050-12-05',
  held_at: '14:00:00',
  time_zone: 'America/New_York',
  starts_at: '2050-12-05T19:00:00+00:00',
  place: 'St. Brannoc',
  address: '4 Mill Lane',
  dress: null,
  livestream_url: null,
  flowers: null,
  note: 'Bring a song.',
  phone: null,
  invited_by: 'Anna Ellis',
  is_called_off: false,
  is_over: false,
  calendar_version: 2,
  calendar_changed_at: '2026-11-20T10:00:00+00:00',
  answer: null,
  people: null,
  message: null,
  answered_earlier: false,
  answer_was_taken: false,
  is_unsubscribed: false,
  portrait: null,
  takes_memories: false,
  memories: [],
}
const ownMemory = {
  id: 'm1',
  words: 'We sailed together.',
  picture: null,
  is_hidden: false,
  created_at: '2026-11-20T10:00:00+00:00',
}
const refused = (code: string, status: number) => json({ error: { code, message: '' } }, status)

function open(answer: Answer | Answer[]) {
  const calls = fakeSupabase({ 'POST functions/service-guest': answer })
  return {
    calls,
    ...renderPage({ page: GuestPage, pattern: patterns.guest, at: `${patterns.guest}#a-token` }),
  }
}
const send = () => screen.findByRole('button', { name: 'Send my answer' })

test('a guest reads who, when and where, and is offered nothing to buy, to plan or to sign in to', async () => {
  const { calls } = open(json(page))
  expect(await screen.findByRole('heading', { level: 1, name: 'Service for Edith Marlow' })).toBeVisible()
  expect(screen.getByText(/Dear Gus/)).toBeVisible()
  // The date alone, so that it stays in a line; in it the day and the year, which never part.
  const date = screen.getByText('5, 2050').parentElement
  expect(date).toHaveTextContent(/^December 5, 2050$/)
  expect(date?.parentElement).toHaveTextContent('Monday, December 5, 2050 at 2:00 PM')
  expect(screen.getByRole('link', { name: 'See it on a map' })).toHaveAttribute(
    'href',
    'https://www.google.com/maps/search/?api=1&query=4%20Mill%20Lane',
  )
  expect(screen.queryByText('What to wear')).toBeNull()
  expect(screen.getByText('Anna Ellis')).toBeVisible()
  expect(screen.queryByText('Questions')).toBeNull()
  expect(screen.queryByText(/trial|pricing|sign in/i)).toBeNull()
  expect(document.head.querySelector('meta[name=robots]')).toHaveAttribute('content', 'noindex, nofollow')
  // Reading asks for no change.
  expect(calls.map(({ body }) => body)).toEqual([{ token: 'a-token' }])
})

test('a guest answers yes with others and a message, and can change it', async () => {
  const answered = { ...page, answer: 'yes', people: 3, message: 'All of us' }
  const { user, calls } = open([
    json(page),
    json(answered),
    json({ ...answered, answer: 'no', people: null }),
  ])
  await user.click(await send())
  expect(await screen.findByText('Please choose yes or no.')).toBeVisible()
  await user.click(screen.getByLabelText('Yes, I’ll come'))
  await user.selectOptions(screen.getByLabelText('How many of you will come?'), '3')
  await user.type(screen.getByLabelText(/A message to the family/), 'All of us')
  await user.click(await send())
  expect(await screen.findByText(/Thank you. The family can see your answer/)).toBeVisible()
  expect(screen.getByText('You said: “Yes, I’ll come. 3 people, me included.”')).toBeVisible()
  expect(screen.queryByText(/Not sent yet/)).toBeNull()
  const change = screen.getByRole('button', { name: 'Change my answer' })
  expect(change, 'nothing has to be done').toHaveClass('bg-sheet')
  await user.click(screen.getByLabelText('No, I can’t come'))
  expect(change).toHaveClass('bg-forest')
  expect(screen.queryByLabelText('How many of you will come?')).toBeNull()
  expect(screen.queryByText(/Thank you/)).toBeNull()
  expect(screen.getByText(/Not sent yet/)).toBeVisible()
  await user.click(change)
  expect(await screen.findByText(/Thank you/)).toBeVisible()
  expect(screen.getByText('You said: “No, I can’t come.”')).toBeVisible()
  expect(screen.queryByText(/Not sent yet/)).toBeNull()
  await vi.waitFor(() => expect(calls).toHaveLength(3))
  expect(calls.slice(1).map(({ body }) => body)).toEqual([
    { token: 'a-token', answer: { answer: 'yes', people: 3, message: 'All of us' } },
    { token: 'a-token', answer: { answer: 'no', message: 'All of us' } },
  ])
})

test('another link in the same window shows its own guest’s answer, and nothing typed for the first', async () => {
  const { router, user } = open([json(page), json({ ...page, guest_name: 'Rita', answer: 'no' })])
  await user.click(await screen.findByRole('radio', { name: 'Yes, I’ll come' }))
  await router.navigate(`${patterns.guest}#another-token`)
  expect(await screen.findByText(/Dear Rita/)).toBeVisible()
  expect(screen.getByRole('radio', { name: 'No, I can’t come' })).toBeChecked()
})

test('a guest’s answer stays typed when it could not be sent', async () => {
  const { user } = open([json(page), offline, json({ ...page, answer: 'no' })])
  await user.click(await screen.findByLabelText('No, I can’t come'))
  await user.type(screen.getByLabelText(/A message to the family/), 'I have a fever')
  await user.click(await send())
  expect(await screen.findByText('Your answer wasn’t saved')).toBeVisible()
  expect(screen.getByLabelText(/A message to the family/)).toHaveValue('I have a fever')
  await user.click(await send())
  expect(await screen.findByText(/Thank you/)).toBeVisible()
})

test('a guest’s answer stays typed when the link has ended meanwhile', async () => {
  const { user } = open([json(page), refused('HW064', 404)])
  await user.click(await screen.findByLabelText('No, I can’t come'))
  await user.type(screen.getByLabelText(/A message to the family/), 'I have a fever')
  await user.click(await send())
  expect(await screen.findByText(/This link doesn’t work anymore/)).toBeVisible()
  expect(screen.getByLabelText(/A message to the family/)).toHaveValue('I have a fever')
})

test('a guest saves the date in a calendar, with the place and what the family wrote', async () => {
  const { user } = open(json(page))
  await user.click(await screen.findByRole('button', { name: 'Add to calendar' }))
  const [name, text = '', type] = vi.mocked(downloadText).mock.lastCall ?? []
  expect([name, type]).toEqual(['service.ics', 'text/calendar;charset=utf-8'])
  expect(text).toContain('DTSTART:20501205T190000Z\r\n')
  expect(text).toContain('SUMMARY:Service for Edith Marlow\r\n')
  expect(text).toContain('LOCATION:St. Brannoc\\, 4 Mill Lane\r\n')
  const lines = text.replaceAll('\r\n ', '')
  expect(lines).toContain('DESCRIPTION:Bring a song.\\n\\nThe link in our email shows the latest details')
  expect(lines).toContain('SEQUENCE:2\r\n')
  expect(lines).toContain('LAST-MODIFIED:20261120T100000Z\r\n')
  expect(lines).toContain('DTEND:20501205T210000Z\r\n')
  // Many let others see their calendar: the link that answers for the guest is not in it.
  expect(lines).not.toMatch(/URL|\/service|a-token#/)
})

test('a guest’s calendar gets the livestream and the number for questions, and a service that is called off as such', async () => {
  const token = 'A'.repeat(43)
  fakeSupabase({
    'POST functions/service-guest': json({
      ...page,
      livestream_url: 'https://example.com/live',
      phone: '555-0177',
      is_called_off: true,
    }),
  })
  const { user } = renderPage({ page: GuestPage, pattern: patterns.guest, at: `${patterns.guest}#${token}` })
  expect(await screen.findByRole('link', { name: 'Call 555-0177' })).toHaveAttribute('href', 'tel:5550177')
  await user.click(screen.getByRole('button', { name: 'Mark it as called off in my calendar' }))
  const text = vi.mocked(downloadText).mock.lastCall?.[1].replaceAll('\r\n ', '') ?? ''
  expect(text).toContain('STATUS:CANCELLED\r\n')
  expect(text).toContain('SUMMARY:Called off: Service for Edith Marlow\r\n')
  expect(text).toContain('URL:https://example.com/live\r\n')
  expect(text).toContain('Questions? Call 555-0177')
  expect(text).not.toContain(token)
})

test('a guest who answered before the date changed is asked whether the answer is still right, and can say so with one press', async () => {
  const earlier = { ...page, answer: 'yes', people: 2, answered_earlier: true }
  const { user, calls } = open([json(earlier), json({ ...earlier, answered_earlier: false })])
  expect(await screen.findByText('You answered before the date changed')).toBeVisible()
  expect(screen.getByText(/Is your answer still right\?/)).toBeVisible()
  expect(screen.getByRole('radio', { name: 'Yes, I’ll come' })).toBeChecked()
  await user.click(screen.getByRole('button', { name: 'My answer is still right' }))
  expect(await screen.findByText(/Thank you/)).toBeVisible()
  expect(screen.queryByText('You answered before the date changed')).toBeNull()
  expect(calls[1]?.body).toEqual({ token: 'a-token', answer: { answer: 'yes', people: 2, message: '' } })
})

test('a guest whose answer someone entered after a call reads that, and can change it', async () => {
  open(json({ ...page, answer: 'no', answer_was_taken: true }))
  expect(await screen.findByText(/The family entered this answer for you/)).toBeVisible()
  expect(screen.getByRole('button', { name: 'Change my answer' })).toBeVisible()
})

test('a guest is asked before the emails end, and can have them again on the same page', async () => {
  const { user, calls } = open([json(page), json({ ...page, is_unsubscribed: true }), json(page)])
  const stop = { name: 'Don’t email me about this service again' }
  await user.click(await screen.findByRole('button', stop))
  const asking = within(
    await screen.findByRole('alertdialog', { name: 'No more emails about this service?' }),
  )
  await user.click(asking.getByRole('button', { name: 'Cancel' }))
  expect(calls).toHaveLength(1)
  await user.click(screen.getByRole('button', stop))
  await user.click(await screen.findByRole('button', { name: 'Stop the emails' }))
  expect(await screen.findByText(/We won’t email you about this service again/)).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Email me about this service after all' }))
  expect(await screen.findByRole('button', stop)).toBeVisible()
  expect(calls.slice(1).map(({ body }) => body)).toEqual([
    { token: 'a-token', unsubscribe: true },
    { token: 'a-token', unsubscribe: false },
  ])
})

test.each([
  [true, 'Edith Marlow has told us that they are alive', /confirmed/],
  [false, /Edith Marlow’s death hasn’t been confirmed, and no service is taking place/, /alive/],
])(
  'a guest who was invited by mistake reads what is known (the owner lives: %s), and nothing to answer',
  async (owner_lives, words, others) => {
    open(json({ mistake: { owner_name: 'Edith Marlow', owner_lives } }))
    expect(await screen.findByText(words)).toBeVisible()
    expect(screen.queryByText(others)).toBeNull()
    expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Our invitation was a mistake')
    expect(screen.queryByRole('button')).toBeNull()
  },
)

test('a guest who answers when it has just turned out to be a mistake reads that', async () => {
  const { user } = open([json(page), json({ mistake: { owner_name: 'Edith Marlow', owner_lives: true } })])
  await user.click(await screen.findByLabelText('No, I can’t come'))
  await user.click(await send())
  expect(await screen.findByText('Edith Marlow has told us that they are alive')).toBeVisible()
})

test('a guest sees the portrait and the dates when the family shows them, and no memories unless they may leave some', async () => {
  open(
    json({
      ...page,
      portrait: {
        picture: '/storage/v1/object/sign/pictures/o/portrait/1.jpg?token=t',
        born_on: '1940-05-01',
        born_in: 'Harbor',
        remembered_by: 'She laughed easily.',
        died_on: '2026-11-02',
      },
    }),
  )
  expect(await screen.findByText('She laughed easily.')).toBeVisible()
  expect(screen.getByText('Born on May 1, 1940 in Harbor')).toBeVisible()
  expect(screen.getByText('Died on Nov 2, 2026')).toBeVisible()
  const picture = await screen.findByRole('img', { name: 'Portrait of Edith Marlow' })
  expect(picture).toHaveAttribute(
    'src',
    `${readEnv().supabaseUrl}/storage/v1/object/sign/pictures/o/portrait/1.jpg?token=t`,
  )
  expect(screen.queryByRole('heading', { name: 'Memories' })).toBeNull()
})

test('a guest leaves words and a photo, again under the same id when no answer came', async () => {
  const asked = { ...page, takes_memories: true }
  const { user, calls } = open([json(asked), offline, json({ ...asked, memories: [ownMemory] })])
  await user.click(await screen.findByRole('button', { name: 'Leave a memory' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Leave a memory' }))
  expect(dialog.getByText(/Everyone who can see Edith Marlow’s memorial can read it/)).toBeVisible()
  const leave = dialog.getByRole('button', { name: 'Leave this memory' })
  await user.click(leave)
  expect(await dialog.findByText('Please write something, or add a photo.')).toBeVisible()
  await user.upload(dialog.getByLabelText('Photo'), photo)
  await vi.waitFor(() => expect(dialog.queryByText('Please write something, or add a photo.')).toBeNull())
  await user.type(dialog.getByLabelText(/What do you remember/), ' We sailed together. ')
  await user.click(leave)
  expect(await dialog.findByText('Your memory wasn’t added')).toBeVisible()
  await user.click(leave)
  expect(await screen.findByText('Thank you for your memory')).toBeVisible()
  const [, first, second] = calls.map(({ body }) => body)
  expect(first).toEqual({
    token: 'a-token',
    memory: { id: expect.any(String), words: 'We sailed together.', picture: '/9j/' },
  })
  expect(second).toEqual(first)
  const own = within(screen.getByRole('list', { name: 'Your memories' }))
  expect(own.getByText('We sailed together.')).toBeVisible()
  expect(own.getByText('Gus, Nov 20, 2026')).toBeVisible()
})

test('a guest takes their own memory back, also when the family takes no more', async () => {
  const hidden = { ...ownMemory, is_hidden: true }
  const { user, calls } = open([json({ ...page, memories: [hidden] }), json(page)])
  expect(await screen.findByText('Only you and the executor can see this.')).toBeVisible()
  expect(screen.getByText(/isn’t taking memories here right now/)).toBeVisible()
  expect(screen.queryByRole('button', { name: /Leave/ })).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Delete' }))
  const asking = within(await screen.findByRole('alertdialog', { name: 'Delete this memory?' }))
  await user.click(asking.getByRole('button', { name: 'Delete' }))
  await vi.waitFor(() => expect(screen.queryByText('We sailed together.')).toBeNull())
  expect(calls.at(-1)?.body).toEqual({ token: 'a-token', take_back: 'm1' })
})

test('a guest who left ten memories is told to take one back first', async () => {
  const memories = Array.from({ length: 10 }, (_, n) => ({ ...ownMemory, id: `m${n}` }))
  open(json({ ...page, takes_memories: true, memories }))
  expect(await screen.findByText(/There’s room for 10 memories from each guest/)).toBeVisible()
  expect(screen.queryByRole('button', { name: /Leave/ })).toBeNull()
})

test.each([
  [{ is_called_off: true }, 'The service is called off'],
  [{ is_over: true }, 'The service has taken place'],
])('a guest answers no more once the page says %j', async (changes, words) => {
  open(json({ ...page, ...changes }))
  expect(await screen.findByText(words)).toBeVisible()
  expect(screen.queryByRole('button', { name: /my answer|Add to calendar/ })).toBeNull()
})

test.each([
  ['HW064', 404],
  ['invalid_body', 400],
])('a link that does not work says so, whatever is wrong with it: %s', async (code, status) => {
  open(refused(code, status))
  expect(await screen.findByText('This link doesn’t work')).toBeVisible()
})

test('an invitation that could not be loaded can be tried again', async () => {
  const { user } = open([refused('HW066', 429), json(page)])
  await user.click(await screen.findByRole('button', { name: 'Try again' }))
  expect(await screen.findByRole('heading', { name: 'Service for Edith Marlow' })).toBeVisible()
})

test('after too many wrong links the page says to wait', async () => {
  open(refused('HW066', 429))
  expect(await screen.findByText(/Please try again in an hour/)).toBeVisible()
})
