import type { Bars } from './page-weight.ts'

/**
 * The pages that bring more script than is wanted (see page-weight.ts), and how many kB at most. Numbers only shrink; a
 * page that has become light enough goes from the list. `npm run bench:web` shows where each one is.
 */
export const bars: Bars = {
  script: {
    '/funeral/edit': 191,
    '/beneficiaries/:designationId/preview': 211,
    '/print': 201,
    '/first-days': 208,
    '/settings': 195,
    '/profile': 205,
    '/memorial/:ownerId': 215,
    '/memorial/:ownerId/print': 205,
    '/memorial/:ownerId/letter/:stepKey': 205,
    '/practice/:practiceId': 225,
    '/legacy/:ownerId': 200,
  },
  oneMore: {
    '/beneficiaries/:designationId/preview': 40,
    '/contacts': 15,
    '/videos': 12,
    '/print': 30,
    '/first-days': 37,
    '/profile': 19,
    '/memorial/:ownerId': 44,
    '/memorial/:ownerId/print': 34,
    '/memorial/:ownerId/letter/:stepKey': 34,
    '/practice/:practiceId': 39,
    '/legacy/:ownerId': 29,
  },
}
