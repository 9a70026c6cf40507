import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { Component as CardPage } from '@/features/card/card-page'
import { groupCardCode } from '@/lib/card-code'
import { patterns } from '@/lib/paths'
import { type Answer, fakeSupabase, json, offline } from '../../fake-supabase'
import { renderPage } from '../../render'

const code = 'P981068VCD1GDJFMGT83PXT891GN'
const received = json({ received: true })

const open = (answer: Answer | Answer[], at = `${patterns.card}#${code}`) => {
  const calls = fakeSupabase({ 'POST functions/report-card': answer })
  return { calls, ...renderPage({ page: CardPage, pattern: patterns.card, at }) }
}
type User = ReturnType<typeof open>['user']

async function fillIn(user: User, kind: RegExp = /They have died/) {
  await user.click(await screen.findByRole('radio', { name: kind }))
  await user.type(screen.getByLabelText('Your name'), 'Nora Nurse')
  await user.type(screen.getByLabelText('How can they reach you?'), '+1 503 555 0100')
}
const send = (user: User) => user.click(screen.getByRole('button', { name: 'Send' }))

test('the page of a card sends nothing when it is opened, and says beforehand what sending does', async () => {
  const { calls } = open(received)
  expect(await screen.findByLabelText('Code on the card')).toHaveValue(groupCardCode(code))
  expect(screen.getByText(/Nothing in their plan is opened or changed/)).toBeVisible()
  expect(calls).toEqual([])
})

test('a report by a card is sent once it is filled in, and the answer promises nothing about the card', async () => {
  const { user, calls } = open(received)
  await fillIn(user)
  await user.type(screen.getByLabelText(/Your message/), 'At the hospital.')
  await send(user)
  expect(await screen.findByText('We’ve received it. We’re sorry.')).toBeVisible()
  expect(screen.getByText(/If this card is in use/)).toBeVisible()
  expect(calls.map(({ body }) => body)).toEqual([
    {
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      code,
      kind: 'death',
      name: 'Nora Nurse',
      contact: '+1 503 555 0100',
      message: 'At the hospital.',
    },
  ])
  expect(screen.queryByRole('button', { name: 'Send' })).toBeNull()
})

test('a code that is typed with a mistake is noticed before anything is sent', async () => {
  const { user, calls } = open(received, patterns.card)
  const field = await screen.findByLabelText('Code on the card')
  await fillIn(user, /reach someone/)
  await user.type(field, `${code.slice(0, -1)}${code.endsWith('0') ? '1' : '0'}`)
  await send(user)
  expect(await screen.findByText(/That isn’t a card’s code/)).toBeVisible()
  expect(calls).toEqual([])
  await user.clear(field)
  await user.type(field, groupCardCode(code).toLowerCase())
  await send(user)
  expect(await screen.findByText('We’ve received it')).toBeVisible()
  expect(calls[0]?.body).toMatchObject({ code, kind: 'reach' })
})

test('a report says what is missing, field by field', async () => {
  const { user, calls } = open(received)
  await screen.findByLabelText('Your name')
  await user.type(screen.getByLabelText('How can they reach you?'), 'next door')
  await send(user)
  for (const words of [
    'Choose one of the two.',
    'Enter your name.',
    'Enter a phone number or an email address.',
  ])
    expect(await screen.findByText(words)).toBeVisible()
  expect(screen.getByRole('radio', { name: /They have died/ })).toHaveFocus()
  await user.type(screen.getByLabelText('Your name'), 'N')
  expect(screen.queryByText('Enter your name.')).toBeNull()
  expect(calls).toEqual([])
})

test('a report whose answer was lost is sent again as the same one, and a limit is explained', async () => {
  const limit = json({ error: { code: 'HW070', message: '' } }, 429)
  const { user, calls } = open([offline, limit, received])
  await fillIn(user)
  await send(user)
  expect(await screen.findByText('We couldn’t send it just now')).toBeVisible()
  await send(user)
  expect(await screen.findByText(/Too many messages came from your network/)).toBeVisible()
  await send(user)
  expect(await screen.findByText('We’ve received it. We’re sorry.')).toBeVisible()
  const ids = calls.map(({ body }) => Reflect.get(Object(body), 'id'))
  expect([ids.length, new Set(ids).size]).toEqual([3, 1])
})
