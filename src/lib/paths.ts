/* Every URL of the product: links and redirects are built here and never spelled out elsewhere. */

/** The route patterns, in the router's syntax. The route table and isAppPath (app-path.ts) both use them. */
export const patterns = {
  home: '/',
  auth: '/auth',
  dashboard: '/dashboard',
  funeral: '/funeral',
  funeralEdit: '/funeral/edit',
  beneficiaries: '/beneficiaries',
  preview: '/beneficiaries/:designationId/preview',
  askToPractice: '/beneficiaries/practice',
  contacts: '/contacts',
  videos: '/videos',
  insurance: '/insurance',
  accounts: '/accounts',
  documents: '/documents',
  homeItems: '/home-and-pets',
  health: '/health-and-care',
  healthSheet: '/health-and-care/sheet',
  portrait: '/portrait',
  music: '/music',
  print: '/print',
  firstDays: '/first-days',
  printCard: '/print/card',
  settings: '/settings',
  profile: '/profile',
  invites: '/invites',
  pricing: '/pricing',
  billing: '/billing',
  whoCanSee: '/who-can-see-my-plan',
  history: '/history',
  memorial: '/memorial/:ownerId',
  memorialHistory: '/memorial/:ownerId/history',
  memorialPrint: '/memorial/:ownerId/print',
  memorialLetter: '/memorial/:ownerId/letter/:stepKey',
  memorialService: '/memorial/:ownerId/service',
  memorialObituary: '/memorial/:ownerId/obituary',
  openFirstHours: '/memorial/:ownerId/first-hours',
  practice: '/practice/:practiceId',
  legacy: '/legacy/:ownerId',
  stop: '/stop',
  card: '/card',
  stopCard: '/stop-card',
  stopOpening: '/stop-opening',
  guest: '/service',
  terms: '/terms',
  privacy: '/privacy',
  healthPrivacy: '/privacy/health',
  security: '/security',
  accessibility: '/accessibility',
  contact: '/contact',
} as const

/** The pages that the build makes a file of, which a host has to serve without the app. */
export const publicPaths = [
  patterns.home,
  patterns.pricing,
  patterns.terms,
  patterns.privacy,
  patterns.healthPrivacy,
  patterns.security,
  patterns.accessibility,
  patterns.contact,
]

/** The pages of people who may be grieving: nothing on them asks anyone to pay or to plan. */
export const quietPaths: readonly string[] = [
  patterns.card,
  patterns.stop,
  patterns.stopCard,
  patterns.stopOpening,
]

/** The URLs: fixed ones as text, those with variable parts as functions. */
export const paths = {
  ...patterns,
  /** Sign-in; with 'signup' the same screen for a new account, with the offer that was chosen. */
  auth: (mode?: 'signup', plan?: string) => {
    const query = new URLSearchParams({ ...(mode ? { mode } : {}), ...(plan ? { plan } : {}) }).toString()
    return query ? `${patterns.auth}?${query}` : patterns.auth
  },
  /** The invitations; with a token of an invitation mail, that invitation is highlighted. */
  invites: (token?: string) =>
    token ? `${patterns.invites}?token=${encodeURIComponent(token)}` : patterns.invites,
  /** The people with the "add" dialog open, for a role, or for the owner in an invitation that was accepted. */
  naming: (whom: 'executor' | number) => `${patterns.beneficiaries}?add=${whom}`,
  /** The dashboard of a person who wants a plan of their own, and not only to help with those of others. */
  beginning: `${patterns.dashboard}?begin`,
  /** The list of what an executor will do, at the end of a first visit. */
  firstLook: `${patterns.firstDays}?first`,
  /** A list's screen with its "add" dialog open. */
  adding: (list: string) => `${list}?add`,
  /** A list's screen with the dialog for one of its rows open. */
  editing: (list: string, id: string) => `${list}?edit=${encodeURIComponent(id)}`,
  /** The membership, with an offer that was already chosen. */
  choosing: (plan: string) => `${patterns.billing}?plan=${encodeURIComponent(plan)}`,
  /** What a designee will see. */
  preview: (designationId: number) => `/beneficiaries/${designationId}/preview`,
  memorial: (ownerId: string) => `/memorial/${encodeURIComponent(ownerId)}`,
  memorialHistory: (ownerId: string) => `/memorial/${encodeURIComponent(ownerId)}/history`,
  memorialPrint: (ownerId: string) => `/memorial/${encodeURIComponent(ownerId)}/print`,
  /** The letter of a step, such as to an insurer. */
  memorialLetter: (ownerId: string, stepKey: string) =>
    `/memorial/${encodeURIComponent(ownerId)}/letter/${encodeURIComponent(stepKey)}`,
  memorialService: (ownerId: string) => `/memorial/${encodeURIComponent(ownerId)}/service`,
  memorialObituary: (ownerId: string) => `/memorial/${encodeURIComponent(ownerId)}/obituary`,
  openFirstHours: (ownerId: string) => `/memorial/${encodeURIComponent(ownerId)}/first-hours`,
  /** Where a designee practices after the owner asked them to; the mail links to it. */
  practice: (practiceId: string) => `/practice/${encodeURIComponent(practiceId)}`,
  legacy: (ownerId: string) => `/legacy/${encodeURIComponent(ownerId)}`,
  /** The features on the landing page. */
  features: '/#features',
}

/** The page of an address as the router compares it: without query, and upper case and slashes at its end do not matter. */
export const asRouted = (address: string) =>
  address
    .replace(/[?#].*/, '')
    .toLowerCase()
    .replace(/\/+$/, '') || '/'

/** Whether an address is that of a page, or of one below it. */
export const isAtOrBelow = (page: string, address: string) =>
  `${asRouted(address)}/`.startsWith(`${asRouted(page)}/`)
