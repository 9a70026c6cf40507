import { screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { Component as GuestPage } from '@/features/service/guest-page'
import { downloadText } from '@/lib/files/download'
import { patterns } from '@/lib/paths'
import { type Answer, fakeSupabase, json, offline } from '../../fake-supabase'
import { renderPage } from '../../render'

vi.mock('@/lib/files/download', () => ({ downloadText: vi.fn() }))

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
  is_called_off: false,
  is_over: false,
  answer: null,
  people: null,
  message: null,
  is_unsubscribed: false,
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
  expect(screen.getByText(/Monday, December 5, 2050 at 2:00 PM/)).toBeVisible()
  expect(screen.getByRole('link', { name: 'See it on a map' })).toHaveAttribute(
    'href',
    'https://www.google.com/maps/search/?api=1&query=4%20Mill%20Lane',
  )
  expect(screen.queryByText('What to wear')).toBeNull()
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
  await user.click(screen.getByLabelText("Yes, I'll come"))
  await user.selectOptions(screen.getByLabelText('How many of you will come?'), '3')
  await user.type(screen.getByLabelText(/A message to the family/), 'All of us')
  await user.click(await send())
  expect(await screen.findByText(/Thank you. The family can see your answer/)).toBeVisible()
  await user.click(screen.getByLabelText("No, I can't come"))
  expect(screen.queryByLabelText('How many of you will come?')).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Change my answer' }))
  await vi.waitFor(() => expect(calls).toHaveLength(3))
  expect(calls.slice(1).map(({ body }) => body)).toEqual([
    { token: 'a-token', answer: { answer: 'yes', people: 3, message: 'All of us' } },
    { token: 'a-token', answer: { answer: 'no', message: 'All of us' } },
  ])
})

test('a guest’s answer stays typed when it could not be sent', async () => {
  const { user } = open([json(page), offline, json({ ...page, answer: 'no' })])
  await user.click(await screen.findByLabelText("No, I can't come"))
  await user.type(screen.getByLabelText(/A message to the family/), 'I have a fever')
  await user.click(await send())
  expect(await screen.findByText("Your answer wasn't saved")).toBeVisible()
  expect(screen.getByLabelText(/A message to the family/)).toHaveValue('I have a fever')
  await user.click(await send())
  expect(await screen.findByText(/Thank you/)).toBeVisible()
})

test('a guest saves the date in a calendar, with the place and what the family wrote', async () => {
  const { user } = open(json(page))
  await user.click(await screen.findByRole('button', { name: 'Add to calendar' }))
  const [name, text = '', type] = vi.mocked(downloadText).mock.lastCall ?? []
  expect([name, type]).toEqual(['service.ics', 'text/calendar;charset=utf-8'])
  expect(text).toContain('DTSTART:20501205T190000Z\r\n')
  expect(text).toContain('SUMMARY:Service for Edith Marlow\r\n')
  expect(text).toContain('LOCATION:St. Brannoc\\, 4 Mill Lane\r\n')
  expect(text).toContain('DESCRIPTION:Bring a song.\r\n')
})

test('a guest asks for no more email, and reads that it will be so', async () => {
  const { user, calls } = open([json(page), json({ ...page, is_unsubscribed: true })])
  await user.click(await screen.findByRole('button', { name: "Don't email me about this service again" }))
  expect(await screen.findByText(/We won't email you about this service again/)).toBeVisible()
  expect(calls.at(-1)?.body).toEqual({ token: 'a-token', unsubscribe: true })
})

test.each([
  [{ is_called_off: true }, 'The service is called off'],
  [{ is_over: true }, 'The service has taken place'],
])('a guest answers no more once the page says %j', async (changes, words) => {
  open(json({ ...page, ...changes }))
  expect(await screen.findByText(words)).toBeVisible()
  expect(screen.queryByRole('button', { name: /my answer|calendar/ })).toBeNull()
})

test.each([
  ['link_not_valid', 404],
  ['invalid_body', 400],
])('a link that does not work says so, whatever is wrong with it: %s', async (code, status) => {
  open(refused(code, status))
  expect(await screen.findByText("This link doesn't work")).toBeVisible()
})

test('an invitation that could not be loaded can be tried again', async () => {
  const { user } = open([offline, json(page)])
  await user.click(await screen.findByRole('button', { name: 'Try again' }))
  expect(await screen.findByRole('heading', { name: 'Service for Edith Marlow' })).toBeVisible()
})

test('after too many wrong links the page says to wait', async () => {
  open(refused('too_many_links', 429))
  expect(await screen.findByText(/Please try again in an hour/)).toBeVisible()
})
