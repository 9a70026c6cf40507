import type { ComponentType } from 'react'
import { matchPath, type RouteObject } from 'react-router-dom'
import { afterPresses } from '@/browser/after-presses'
import { patterns } from '@/lib/paths'
import { type PlanPart, planParts } from '@/parts'
import { partGroups } from '@/parts/kit/part'
import type { IconName } from '@/ui/base/icons'
import { RouteError } from './route-error'

/** The groups of the navigation, in their order on the screen. What is in none stands above them. */
const navigationGroups = [null, ...partGroups, 'You'] as const

interface Screen {
  path: string
  /** The screen's place in the navigation; left out for screens that are reached from another one. */
  nav?: {
    group: (typeof navigationGroups)[number]
    label: string
    icon: IconName
    /** The choice of its part: one that isn't offered is left out. */
    choice?: PlanPart['choice']
  }
  /** Whether the screen has the premium gate. Screens that help, or that belong to other people, never have it. */
  gated?: true
  /** Whether the screen is about another person's plan, and has nothing of the reader's own around it. */
  ofAnother?: true
  lazy: () => Promise<{ Component: ComponentType }>
}

/**
 * The screens behind sign-in: those of the plan's parts, and one line for each other screen. Each entry makes the route
 * and the place in the navigation. A page module exports `Component`.
 */
const screens: Screen[] = [
  {
    path: patterns.dashboard,
    gated: true,
    nav: { group: null, label: 'Dashboard', icon: 'home' },
    lazy: () => import('@/features/dashboard/dashboard-page'),
  },
  {
    path: patterns.beneficiaries,
    gated: true,
    nav: { group: 'My people', label: 'Beneficiaries & Trustees', icon: 'people' },
    lazy: () => import('@/features/people/people-page'),
  },
  { path: patterns.preview, lazy: () => import('@/features/memorial/preview-page') },
  { path: patterns.askToPractice, lazy: () => import('@/features/people/ask-to-practice-page') },
  // The navigation links to a part's first screen.
  ...planParts.flatMap(({ screens: ofPart, group, title, icon, choice }) =>
    ofPart.map(
      (screen, index): Screen => ({
        ...screen,
        gated: true,
        ...(index === 0 ? { nav: { group, label: title, icon, choice } } : {}),
      }),
    ),
  ),
  {
    path: patterns.invites,
    nav: { group: 'You', label: 'Invitations', icon: 'mail' },
    lazy: () => import('@/features/invites/invites-page'),
  },
  {
    path: patterns.whoCanSee,
    nav: { group: 'My people', label: 'Who Can See My Plan', icon: 'eye' },
    lazy: () => import('@/features/profile/who-can-see-page'),
  },
  { path: patterns.print, lazy: () => import('@/features/print/print-page') },
  {
    // Not gated: the card is for the people who have to be reached.
    path: patterns.printCard,
    nav: { group: 'If I’m ill', label: 'Wallet Card', icon: 'print' },
    lazy: () => import('@/features/card/print-card-page'),
  },
  {
    path: patterns.memorialPrint,
    ofAnother: true,
    lazy: () => import('@/features/print/memorial-print-page'),
  },
  {
    path: patterns.memorialLetter,
    ofAnother: true,
    lazy: () => import('@/features/memorial/first-days/letter-page'),
  },
  { path: patterns.firstDays, lazy: () => import('@/features/memorial/first-days/owner-page') },
  {
    path: patterns.memorialService,
    ofAnother: true,
    lazy: () => import('@/features/service/service-page'),
  },
  {
    path: patterns.memorialObituary,
    ofAnother: true,
    lazy: () => import('@/features/memorial/obituary-page'),
  },
  {
    path: patterns.openFirstHours,
    ofAnother: true,
    lazy: () => import('@/features/memorial/open-first-hours-page'),
  },
  { path: patterns.memorial, ofAnother: true, lazy: () => import('@/features/memorial/memorial-page') },
  { path: patterns.legacy, ofAnother: true, lazy: () => import('@/features/legacy/legacy-page') },
  { path: patterns.memorialHistory, ofAnother: true, lazy: () => import('@/features/history/history-page') },
  {
    path: patterns.practice,
    ofAnother: true,
    lazy: () => import('@/features/memorial/practice-memorial-page'),
  },
  { path: patterns.history, lazy: () => import('@/features/history/history-page') },
  {
    path: patterns.profile,
    nav: { group: 'You', label: 'Profile', icon: 'person' },
    lazy: () => import('@/features/profile/profile-page'),
  },
  {
    path: patterns.settings,
    nav: { group: 'You', label: 'Settings', icon: 'settings' },
    lazy: () => import('@/features/settings/settings-page'),
  },
  {
    path: patterns.billing,
    nav: { group: 'You', label: 'Membership', icon: 'card' },
    lazy: () => import('@/features/billing/billing-page'),
  },
]

/** What the navigation shows: only screens that exist. Those of a part with a choice only where it is offered. */
export const navigation = navigationGroups.map((group) => ({
  group,
  links: screens.flatMap(({ path, nav }) =>
    nav?.group === group ? [{ to: path, label: nav.label, icon: nav.icon, choice: nav.choice ?? null }] : [],
  ),
}))

/** Whether a screen has the premium gate. */
export function isGated(pathname: string): boolean {
  return screenAt(pathname)?.gated === true
}

/** Whether a screen is about another person's plan. */
export function isOfAnother(pathname: string): boolean {
  return screenAt(pathname)?.ofAnother === true
}

/** What was found: many parts of a page ask, each time they are drawn, and comparing with all paths takes a while. */
const screensByPathname = new Map<string, Screen | undefined>()

function screenAt(pathname: string): Screen | undefined {
  if (!screensByPathname.has(pathname))
    screensByPathname.set(
      pathname,
      screens.find(({ path }) => matchPath(path, pathname)),
    )
  return screensByPathname.get(pathname)
}

/** Asking for a page's code takes a slow phone a while: the press on a link is answered first. */
const afterPress =
  <Code,>(load: () => Promise<Code>) =>
  async () => {
    await afterPresses()
    return load()
  }

/** The routes of the screens, in their frame. */
export const screenRoutes: RouteObject[] = [
  {
    id: 'screens',
    lazy: () => import('./app-shell'),
    children: [
      {
        ErrorBoundary: RouteError,
        children: screens.map(({ path, lazy }) => ({ path, lazy: afterPress(lazy) })),
      },
    ],
  },
]
