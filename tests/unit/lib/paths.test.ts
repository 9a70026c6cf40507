import { describe, expect, test } from 'vitest'
import { routes } from '@/app/routes'
import { navigation, screenRoutes } from '@/app/screens'
import { isAppPath } from '@/lib/app-path'
import { asRouted, isAtOrBelow, paths, patterns, publicPaths, quietPaths } from '@/lib/paths'

describe('app paths', () => {
  test.each([
    '/',
    '/dashboard',
    '/funeral/edit',
    '/funeral/',
    '/invites?token=ZGVzaWduYXRpb246Nw',
    '/memorial/5c8f?tab=music#top',
    '/auth?mode=signup',
    '/memorial/a.',
    '/memorial/..a',
    `/invites?token=${'x'.repeat(1985)}`,
  ])('isAppPath accepts %j', (path) => {
    expect(isAppPath(path)).toBe(true)
  })

  test.each([
    '',
    'dashboard',
    '//evil.example',
    '///evil.example',
    '/\\evil.example',
    '/\\/evil.example',
    '\\\\evil.example',
    '/\tdashboard',
    '/\n/evil.example',
    ' /dashboard',
    'https://evil.example/dashboard',
    'javascript:alert(1)',
    '/javascript:alert(1)',
    '/memorial/../..//evil.example',
    '/memorial/..',
    '/memorial/%2e%2e',
    '/memorial/.',
    '/memorial/%2E',
    '/memorial/a/b',
    '/nowhere',
    '/dashboard\\..\\x',
    '/dashboard?at=é',
    '/dashboard#a b',
    `/invites?token=${'x'.repeat(1986)}`,
    null,
    undefined,
    { pathname: '/dashboard' },
  ])('isAppPath refuses %j', (path) => {
    expect(isAppPath(path)).toBe(false)
  })

  test('isAppPath accepts every address that paths builds', () => {
    const { adding, editing, naming, preview, memorialLetter, ...others } = paths
    const built = Object.values(others).map((path) => (typeof path === 'string' ? path : path('signup')))
    built.push(adding(paths.contacts), naming('executor'), naming(7), preview(7))
    built.push(editing(paths.contacts, '1'))
    built.push(memorialLetter('1', 'insurance_policies:1'))
    expect(built.filter((path) => !isAppPath(path))).toEqual([])
  })
})

test.each([
  ['/health-and-care', true],
  ['/health-and-care/', true],
  ['/health-and-care/sheet', true],
  ['/Health-And-Care', true],
  ['/health-and-care?edit=1', true],
  ['/health-and-careful', false],
  ['/', false],
])('%s is Health & Care or a page below it: %s', (address, is) => {
  expect(isAtOrBelow(patterns.health, address)).toBe(is)
})

test('an address is compared as the router does', () => {
  expect(['/', '//', '/Contacts//', '/contacts?add#top'].map(asRouted)).toEqual([
    '/',
    '/',
    '/contacts',
    '/contacts',
  ])
})

test('path builders escape their arguments', () => {
  expect(paths.memorial('a/b?c')).toBe('/memorial/a%2Fb%3Fc')
  expect(paths.invites('a&b=c')).toBe('/invites?token=a%26b%3Dc')
  expect(paths.auth('signup')).toBe('/auth?mode=signup')
  expect(paths.auth('signup', 'a&b')).toBe('/auth?mode=signup&plan=a%26b')
  expect([paths.auth(), paths.invites()]).toEqual(['/auth', '/invites'])
})

test('the route table and the navigation use only known paths', () => {
  const known: string[] = Object.values(patterns)
  const all = (list: typeof routes): string[] =>
    list.flatMap((route) => [...(route.path ? [route.path] : []), ...all(route.children ?? [])])
  const routed = [...all(routes), ...all(screenRoutes)]
  expect(routed.filter((path) => path !== '*' && !known.includes(path))).toEqual([])
  const linked = navigation.flatMap(({ links }) => links.map(({ to }) => to))
  expect(linked.filter((path) => !routed.includes(path))).toEqual([])
})

test('the pages of people who may be grieving are quiet, and no public page that sells is one of them', () => {
  expect(quietPaths).toEqual(['/card', '/stop', '/stop-card', '/stop-opening'])
  expect(publicPaths).toEqual(expect.arrayContaining(['/', '/pricing']))
  expect(publicPaths.filter((path) => quietPaths.includes(path))).toEqual([])
})
