import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { Navigation } from '@/app/navigation'
import { planOverviewKeys } from '@/data/plan-overview'
import { patterns } from '@/lib/paths'
import { anna, fakeSupabase, held, json, type Routes, refusal, signIn } from '../fake-supabase'
import { renderPage } from '../render'

const counted = (number: number) => () => new Response(null, { headers: { 'content-range': `*/${number}` } })
const accepted = { owner_id: 'm', owner_name: 'Margaret Ellis', accepted_at: '2026-11-01T10:00:00Z' }
const waiting = { owner_id: 'w', owner_name: 'Walter Hughes', accepted_at: null }

const helper: Routes = { 'GET designations': json([accepted, waiting]), 'HEAD subscriptions': counted(0) }

const Menu = () => <Navigation label="Menu" userId={anna.id} isFolded />

const Main = () => <Navigation label="Main" userId={anna.id} />

function open(routes: Routes, pattern: string = patterns.invites) {
  const calls = fakeSupabase(routes)
  return { calls, ...renderPage({ page: Main, pattern }) }
}

const names = async () =>
  within(await screen.findByRole('navigation', { name: 'Main' }))
    .getAllByRole('link')
    .map((link) => link.textContent)

beforeEach(() => {
  fakeSupabase({})
  return signIn()
})

test('a person without a plan of their own sees the people they help first, and one line on planning', async () => {
  open(helper)
  expect(await names()).toEqual([
    'Margaret Ellis’s plan',
    'Invitations',
    'Profile',
    'Settings',
    'Begin a plan of your own',
  ])
  expect(screen.getByRole('link', { name: 'Margaret Ellis’s plan' })).toHaveAttribute('href', '/memorial/m')
  // The dashboard itself may first show only the people they help.
  expect(screen.getByRole('link', { name: 'Begin a plan of your own' })).toHaveAttribute(
    'href',
    '/dashboard?begin',
  )
})

test('a person who helps and has a plan of their own gets the whole navigation', async () => {
  open({ ...helper, 'HEAD subscriptions': counted(1) })
  expect(await names()).toContain('Dashboard')
})

test('a person whom no one has named gets the whole navigation before they begin', async () => {
  open({ ...helper, 'GET designations': json([]) })
  expect(await names()).toContain('Dashboard')
})

test('a person who begins to plan gets the whole navigation on the planning screens', async () => {
  open(helper, patterns.dashboard)
  expect(await names()).toContain('Video Messages')
})

test('the whole navigation comes as soon as the first entry of a plan is saved', async () => {
  const { queryClient } = open({ ...helper, 'HEAD subscriptions': [counted(0), counted(1)] })
  expect(await names()).not.toContain('Dashboard')
  await queryClient.invalidateQueries({ queryKey: planOverviewKeys.all })
  expect(await screen.findByRole('link', { name: 'Dashboard' })).toBeVisible()
})

test('every screen is offered when it cannot be read whether a person only helps', async () => {
  open({ ...helper, 'GET designations': refusal('42501', 403) })
  expect(await screen.findByRole('link', { name: 'Dashboard' })).toBeVisible()
})

const owner: Routes = { 'GET designations': json([]), 'HEAD subscriptions': counted(1) }

test('the navigation has Health & Care only where an administrator has switched it on', async () => {
  open({ ...owner, 'POST rpc/parts_not_offered': json([]) })
  expect(await names()).toContain('Health & Care')
  expect(screen.getByRole('link', { name: 'Health & Care' })).toHaveAttribute('href', patterns.health)
})

test('the navigation leaves Health & Care out where it is not offered, and nothing else', async () => {
  open({ ...owner, 'POST rpc/parts_not_offered': json(['health']) })
  const without = await names()
  expect(without).not.toContain('Health & Care')
  cleanup()
  open({ ...owner, 'POST rpc/parts_not_offered': json([]) })
  expect((await names()).filter((name) => name !== 'Health & Care')).toEqual(without)
})

test('the navigation comes whole once it is known what is offered, so that no entry moves under a finger', async () => {
  const { answer, open: answerNow } = held(json([]))
  const { calls } = open({ ...owner, 'POST rpc/parts_not_offered': answer })
  await waitFor(() => expect(calls).toHaveLength(3))
  expect(screen.queryByRole('navigation')).toBeNull()
  answerNow()
  expect(await names()).toContain('Health & Care')
})

test('the navigation comes with Health & Care, too, when it cannot be read what is offered', async () => {
  open({ ...owner, 'POST rpc/parts_not_offered': refusal('42501', 403) })
  const found = await names()
  expect(found).toContain('Dashboard')
  expect(found).toContain('Health & Care')
})

test('on a phone at most nine entries are open at once, and those of the page are', async () => {
  fakeSupabase({ ...owner, 'POST rpc/parts_not_offered': json([]) })
  renderPage({ page: Menu, pattern: patterns.documents })
  const menu = await screen.findByRole('navigation', { name: 'Menu' })
  const groups = [...menu.querySelectorAll('details')]
  expect(groups.map((group) => group.querySelector('summary')?.textContent)).toEqual([
    'If I’m ill',
    'After my death',
    'Where things are',
    'My people',
    'You',
  ])
  expect(groups.filter(({ open }) => open)).toEqual([groups[2]])
  // The browser closes the others of the same name.
  expect(new Set(groups.map((group) => group.getAttribute('name'))).size).toBe(1)
  const above = menu.querySelectorAll(':scope > ul a').length
  for (const group of groups) expect(above + group.querySelectorAll('a').length).toBeLessThanOrEqual(9)
})

test('a person who only helps has no Health & Care in the navigation', async () => {
  open({ ...helper, 'POST rpc/parts_not_offered': json([]) })
  expect(await names()).not.toContain('Health & Care')
})
