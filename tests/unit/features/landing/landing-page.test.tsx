import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { render, screen, waitFor, within } from '@testing-library/react'
import { createMemoryRouter, RouterProvider } from 'react-router-dom'
import { afterEach, expect, test, vi } from 'vitest'
import { stages } from '@/features/dashboard/first-visit-stage'
import { Component as LandingPage } from '@/features/landing/landing-page'
import { fakeSupabase, json } from '../../fake-supabase'

const folder = join(import.meta.dirname, '../../../../public')

afterEach(() => {
  vi.unstubAllEnvs()
  localStorage.clear()
})

function open() {
  render(<RouterProvider router={createMemoryRouter([{ path: '/', Component: LandingPage }])} />)
}

/** Width and height of a WebP file, in the simple or the extended form. */
function sizeOf(path: string): [number, number] {
  const bytes = readFileSync(path)
  return bytes.toString('latin1', 12, 16) === 'VP8X'
    ? [bytes.readUIntLE(24, 3) + 1, bytes.readUIntLE(27, 3) + 1]
    : [bytes.readUInt16LE(26) & 0x3fff, bytes.readUInt16LE(28) & 0x3fff]
}

test('the landing page has the words of the specification', () => {
  open()
  expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Plan with peace. Leave with purpose.')
  expect(screen.getByRole('link', { name: 'Start Your 7-Day Free Trial' })).toHaveAttribute(
    'href',
    '/auth?mode=signup',
  )
  expect(screen.getByRole('link', { name: 'Learn More' })).toHaveAttribute('href', '/#features')
  expect(screen.getByRole('link', { name: 'Get Started Free' })).toHaveAttribute('href', '/auth?mode=signup')
  expect(
    screen.getAllByText(/^No credit card required\. Cancel anytime\. \$9\.99 per month after/),
  ).toHaveLength(2)
  const region = (name: string) => within(screen.getByRole('region', { name }))
  expect(region('Everything your people will need to know').getAllByRole('listitem')).toHaveLength(6)
  expect(region('How it works').getAllByRole('listitem')).toHaveLength(3)
  // What the first visit asks.
  expect(stages).toHaveLength(3)
  expect(region('Where would you like to go?').getByText(/^Begin with three short questions/)).toBeVisible()
  expect(
    region('Private until it’s needed').getByText(/share your information only with the people you name/),
  ).toBeVisible()
})

test('the landing page offers no trial to a person who is signed in: they may have used it', () => {
  localStorage.setItem('sb-project-auth-token', '{}')
  open()
  expect(screen.queryByRole('link', { name: /Trial|Started Free/ })).toBeNull()
  expect(screen.getAllByRole('link', { name: 'Open Heartwood' })).toHaveLength(2)
  expect(screen.queryByText(/trial|\$/)).toBeNull()
})

test('the landing page names neither a trial nor a price where membership costs nothing', async () => {
  fakeSupabase({ 'POST rpc/billing_enabled': json(false) })
  open()
  await waitFor(() => expect(screen.getAllByRole('link', { name: 'Get Started' })).toHaveLength(2))
  expect(screen.getAllByText('No credit card required.')).toHaveLength(2)
  expect(screen.queryByText(/trial|\$/)).toBeNull()
})

test('a plan opens by four stations, and can be stopped at each', () => {
  open()
  const path = screen.getByRole('region', { name: 'Private until it’s needed' })
  const stations = within(path).getAllByRole('listitem')
  expect(stations).toHaveLength(4)
  for (const station of stations) expect(station).toHaveTextContent('I’m alive: stop this')
})

test('someone who was named finds the way to their invitations', () => {
  open()
  expect(screen.getByRole('link', { name: 'See my invitations' })).toHaveAttribute('href', '/invites')
})

test('six questions are answered, and no fact about the operator is made up', () => {
  vi.stubEnv('VITE_OPERATOR_NAME', '')
  vi.stubEnv('VITE_REVIEW_TIME', '')
  vi.stubEnv('VITE_SUPPORT_EMAIL', '')
  open()
  expect(document.querySelectorAll('details')).toHaveLength(6)
  expect(document.body).not.toHaveTextContent(
    /runs this service, at|usually takes|Write to us|null|undefined/,
  )
})

test('each picture is there, light and dark, as large as the page says, and small enough', () => {
  open()
  const pictures = screen.getAllByRole('img').filter((element) => element instanceof HTMLImageElement)
  expect(pictures).toHaveLength(3)
  for (const picture of pictures) {
    const light = picture.getAttribute('src') ?? ''
    const dark = picture.previousElementSibling?.getAttribute('srcset') ?? ''
    expect(dark).toBe(light.replace('light', 'dark'))
    for (const path of [light, dark]) {
      expect([path, ...sizeOf(join(folder, path))]).toEqual([
        path,
        Number(picture.getAttribute('width')),
        Number(picture.getAttribute('height')),
      ])
    }
    expect(picture).toHaveAccessibleName(/^.{40,}/)
  }
  const [first] = screen.getAllByRole('img')
  expect(first).toHaveAccessibleName(/^.{40,}/)
  const drawing = first?.querySelector('img')
  expect(sizeOf(join(folder, drawing?.getAttribute('src') ?? ''))).toEqual([
    Number(drawing?.getAttribute('width')),
    Number(drawing?.getAttribute('height')),
  ])
  for (const name of readdirSync(join(folder, 'pictures')))
    expect([name, readFileSync(join(folder, 'pictures', name)).length < 60_000]).toEqual([name, true])
})
