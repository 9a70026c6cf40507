import { matchPath, type RouteObject } from 'react-router-dom'
import { patterns } from '@/lib/paths'
import { RouteError } from './route-error'

/** The groups of the navigation, in their order on the screen. */
export const navigationGroups = ['Your plan', 'People', 'You'] as const

interface Screen {
  path: string
  /** Where the screen stands in the navigation; left out for screens that are reached from another one. */
  nav?: { group: (typeof navigationGroups)[number]; label: string }
  /** Whether the premium gate stands on it: on the planning screens alone, never on what helps or belongs to others. */
  gated?: true
  lazy: NonNullable<RouteObject['lazy']>
}

/**
 * The screens behind sign-in. One line each: it makes the route and its place in the navigation. A page module
 * exports `Component`.
 */
const screens: Screen[] = [
  {
    path: patterns.dashboard,
    gated: true,
    nav: { group: 'Your plan', label: 'Dashboard' },
    lazy: () => import('@/features/dashboard/dashboard-page'),
  },
  {
    path: patterns.funeral,
    gated: true,
    nav: { group: 'Your plan', label: 'Funeral plan' },
    lazy: () => import('@/sections/funeral-plan/page'),
  },
  {
    path: patterns.funeralEdit,
    gated: true,
    lazy: () => import('@/sections/funeral-plan/edit-page'),
  },
  {
    path: patterns.beneficiaries,
    gated: true,
    nav: { group: 'People', label: 'Beneficiaries & Trustees' },
    lazy: () => import('@/features/people/people-page'),
  },
  { path: patterns.preview, lazy: () => import('@/features/memorial/preview-page') },
  { path: patterns.rehearsal, lazy: () => import('@/features/people/practice-round-page') },
  {
    path: patterns.contacts,
    gated: true,
    nav: { group: 'People', label: 'Contacts' },
    lazy: () => import('@/sections/contacts/page'),
  },
  {
    path: patterns.videos,
    gated: true,
    nav: { group: 'Your plan', label: 'Video Messages' },
    lazy: () => import('@/sections/videos/page'),
  },
  {
    path: patterns.insurance,
    gated: true,
    nav: { group: 'Your plan', label: 'Life Insurance' },
    lazy: () => import('@/sections/insurance/page'),
  },
  {
    path: patterns.accounts,
    gated: true,
    nav: { group: 'Your plan', label: 'Financial Accounts' },
    lazy: () => import('@/sections/accounts/page'),
  },
  {
    path: patterns.documents,
    gated: true,
    nav: { group: 'Your plan', label: 'Wills & Trusts' },
    lazy: () => import('@/sections/documents/page'),
  },
  {
    path: patterns.music,
    gated: true,
    nav: { group: 'Your plan', label: 'Music' },
    lazy: () => import('@/sections/music/page'),
  },
  {
    path: patterns.invites,
    nav: { group: 'People', label: 'Invitations' },
    lazy: () => import('@/features/invites/invites-page'),
  },
  { path: patterns.print, lazy: () => import('@/features/print/print-page') },
  { path: patterns.memorialPrint, lazy: () => import('@/features/print/memorial-print-page') },
  { path: patterns.memorial, lazy: () => import('@/features/memorial/memorial-page') },
  { path: patterns.legacy, lazy: () => import('@/features/legacy/legacy-page') },
  { path: patterns.memorialHistory, lazy: () => import('@/features/history/history-page') },
  { path: patterns.practice, lazy: () => import('@/features/memorial/practice-page') },
  { path: patterns.history, lazy: () => import('@/features/history/history-page') },
  {
    path: patterns.profile,
    nav: { group: 'You', label: 'Profile' },
    lazy: () => import('@/features/profile/profile-page'),
  },
  {
    path: patterns.settings,
    nav: { group: 'You', label: 'Settings' },
    lazy: () => import('@/features/settings/settings-page'),
  },
  {
    path: patterns.billing,
    nav: { group: 'You', label: 'Membership' },
    lazy: () => import('@/features/billing/billing-page'),
  },
]

/** What the navigation shows: only screens that exist. */
export const navigation = navigationGroups.map((group) => ({
  group,
  links: screens.flatMap(({ path, nav }) => (nav?.group === group ? [{ to: path, label: nav.label }] : [])),
}))

/** Whether a screen has the premium gate. */
export function isGated(pathname: string): boolean {
  return screens.some(({ gated, path }) => gated && matchPath(path, pathname))
}

/** The routes of the screens, in their frame. */
export const screenRoutes: RouteObject[] = [
  {
    id: 'screens',
    lazy: () => import('./app-shell'),
    children: [{ ErrorBoundary: RouteError, children: screens.map(({ path, lazy }) => ({ path, lazy })) }],
  },
]
