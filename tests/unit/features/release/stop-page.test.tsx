import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { Component as StopOpeningPage } from '@/features/release/stop-opening-page'
import { Component as StopPage } from '@/features/release/stop-page'
import { patterns } from '@/lib/paths'
import { type Answer, type Call, fakeSupabase, held, json, offline } from '../../fake-supabase'
import { renderPage } from '../../render'

const words = 'I’m alive: stop this'
const bodies = (calls: Call[]) => calls.map(({ body }) => body)
const waiting = { state: 'waiting', submitted_by: 'Tom Ellis' }

/** @param look what the page is told before a press @param press what a press answers, each time another if several */
function open(press: Answer | Answer[], look: Answer = json(waiting), hash = '#a.token') {
  const presses = [press].flat()
  const calls = fakeSupabase({
    'POST functions/stop-release': (call) => {
      if ((call.body as { look?: boolean }).look) return look(call)
      const answer = presses.length > 1 ? presses.shift() : presses[0]
      if (!answer) throw new Error('no answer')
      return answer(call)
    },
  })
  return { calls, ...renderPage({ page: StopPage, pattern: patterns.stop, at: `${patterns.stop}${hash}` }) }
}
const refused = (code: string, status: number) => json({ error: { code, message: '' } }, status)

test('the link of the mail says who submitted the certificate, and stops a release only when its button is pressed', async () => {
  const { user, calls } = open(json({ stopped: true }))
  const button = await screen.findByRole('button', { name: words })
  expect(
    await screen.findByText(/^Tom Ellis submitted a death certificate for you in Heartwood\./),
  ).toBeVisible()
  expect(bodies(calls)).toEqual([{ token: 'a.token', look: true }])
  await user.click(button)
  expect(await screen.findByText('Stopped')).toBeVisible()
  expect(bodies(calls).at(-1)).toEqual({ token: 'a.token' })
  expect(screen.getByRole('link', { name: 'Sign in' })).toHaveAttribute('href', '/auth')
  expect(screen.getByText(/Tom Ellis submitted it/)).toBeVisible()
  expect(screen.getByRole('link', { name: 'Remove Tom Ellis' })).toHaveAttribute('href', '/beneficiaries')
  expect(screen.queryByRole('button', { name: words })).toBeNull()
})

test.each([
  ['stopped', 'You stopped this certificate'],
  ['over', 'There’s nothing to stop'],
])('the link of the mail does not ask again when nothing is left to stop: %s', async (state, title) => {
  open(json({ stopped: true }), json({ state, submitted_by: null }))
  expect(await screen.findByText(title)).toBeVisible()
  expect(screen.queryByRole('button', { name: words })).toBeNull()
  expect(screen.queryByRole('link', { name: /^Remove/ })).toBeNull()
  expect(screen.queryByText(/press the button/)).toBeNull()
})

test('the link of the mail after a stop still offers to remove who submitted the certificate', async () => {
  open(json({ stopped: true }), json({ state: 'stopped', submitted_by: 'Tom Ellis' }))
  expect(await screen.findByRole('link', { name: 'Remove Tom Ellis' })).toBeVisible()
})

test('the button of the link waits for nothing that is only nice to know', async () => {
  const { user } = open(json({ stopped: true }), held(json(waiting)).answer)
  await user.click(await screen.findByRole('button', { name: words }))
  expect(await screen.findByText('Stopped')).toBeVisible()
  expect(screen.queryByRole('link', { name: /^Remove/ })).toBeNull()
})

test.each([
  ['HW004', 409, 'There’s nothing to stop'],
  ['HW064', 404, 'This link doesn’t work'],
])('the link of the mail says when it has no effect: %s', async (code, status, title) => {
  const { user } = open(refused(code, status), offline)
  await user.click(await screen.findByRole('button', { name: words }))
  expect(await screen.findByText(title)).toBeVisible()
})

test('a link without its token offers to sign in', async () => {
  const { calls } = open(json({}), json(waiting), '')
  expect(await screen.findByText('This link doesn’t work')).toBeVisible()
  expect(calls).toEqual([])
})

test('a release that could not be stopped because the connection failed can be tried again', async () => {
  const { user } = open([offline, json({ stopped: true })], offline)
  await user.click(await screen.findByRole('button', { name: words }))
  expect(await screen.findByText('We couldn’t stop it just now')).toBeVisible()
  await user.click(screen.getByRole('button', { name: words }))
  expect(await screen.findByText('Stopped')).toBeVisible()
})

test('the link of an email about the first hours closes them only when its button is pressed', async () => {
  const calls = fakeSupabase({ 'POST functions/stop-opening': json({ stopped: true }) })
  const { user } = renderPage({
    page: StopOpeningPage,
    pattern: patterns.stopOpening,
    at: `${patterns.stopOpening}#a.token`,
  })
  const button = await screen.findByRole('button', { name: 'Close the first hours' })
  expect(calls).toEqual([])
  await user.click(button)
  expect(await screen.findByText('It’s closed')).toBeVisible()
  expect(calls.map(({ body }) => body)).toEqual([{ token: 'a.token' }])
})
