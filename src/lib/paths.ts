/* Every URL of the product: links and redirects are built here and never spelled out elsewhere. */

/** The route patterns, in the words of the router. The route table and isAppPath (app-path.ts) both go by them. */
export const patterns = {
  home: '/',
  auth: '/auth',
  dashboard: '/dashboard',
  funeral: '/funeral',
  funeralEdit: '/funeral/edit',
  beneficiaries: '/beneficiaries',
  preview: '/beneficiaries/:designationId/preview',
  rehearsal: '/beneficiaries/practice',
  contacts: '/contacts',
  videos: '/videos',
  insurance: '/insurance',
  accounts: '/accounts',
  documents: '/documents',
  homeItems: '/home-and-pets',
  music: '/music',
  print: '/print',
  settings: '/settings',
  profile: '/profile',
  invites: '/invites',
  pricing: '/pricing',
  billing: '/billing',
  history: '/history',
  memorial: '/memorial/:ownerId',
  memorialHistory: '/memorial/:ownerId/history',
  memorialPrint: '/memorial/:ownerId/print',
  practice: '/practice/:rehearsalId',
  legacy: '/legacy/:ownerId',
} as const

/** The URLs themselves: plain ones as text, those with parts that vary as functions. */
export const paths = {
  ...patterns,
  /** Sign-in; with 'signup' the same screen, opened for a new account, and with the plan that was chosen. */
  auth: (mode?: 'signup', plan?: string) => {
    const query = new URLSearchParams({ ...(mode ? { mode } : {}), ...(plan ? { plan } : {}) }).toString()
    return query ? `${patterns.auth}?${query}` : patterns.auth
  },
  /** The invitations; with a token of an invitation mail, that invitation is highlighted. */
  invites: (token?: string) =>
    token ? `${patterns.invites}?token=${encodeURIComponent(token)}` : patterns.invites,
  /** A list's screen with its "add" dialog open. */
  adding: (list: string) => `${list}?add`,
  /** The membership, with a plan that was chosen already. */
  choosing: (plan: string) => `${patterns.billing}?plan=${encodeURIComponent(plan)}`,
  /** What somebody whom the owner named will see. */
  preview: (designationId: number) => `/beneficiaries/${designationId}/preview`,
  memorial: (ownerId: string) => `/memorial/${encodeURIComponent(ownerId)}`,
  memorialHistory: (ownerId: string) => `/memorial/${encodeURIComponent(ownerId)}/history`,
  memorialPrint: (ownerId: string) => `/memorial/${encodeURIComponent(ownerId)}/print`,
  /** Where somebody practises who was asked to; the mail leads there. */
  practice: (rehearsalId: string) => `/practice/${encodeURIComponent(rehearsalId)}`,
  legacy: (ownerId: string) => `/legacy/${encodeURIComponent(ownerId)}`,
  /** The features on the landing page. */
  features: '/#features',
}
