import type { Bars } from './page-weight.ts'

/**
 * The pages that bring more script than is wanted (see page-weight.ts), and how many kB at most. Numbers only shrink; a
 * page that has become light enough goes from the list. `npm run bench:web` shows where each one is.
 */
export const bars: Bars = {
  script: {
    '/beneficiaries/:designationId/preview': 192,
    '/settings': 191,
    '/memorial/:ownerId': 192,
    '/memorial/:ownerId/print': 191,
    '/practice/:practiceId': 193,
  },
  oneMore: {
    '/beneficiaries/:designationId/preview': 25,
    '/contacts': 15,
    '/videos': 12,
    '/print': 18,
    '/first-days': 19,
    '/profile': 18,
    '/memorial/:ownerId': 24,
    '/memorial/:ownerId/print': 21,
    '/memorial/:ownerId/letter/:stepKey': 18,
    '/memorial/:ownerId/service': 11,
    '/practice/:practiceId': 25,
    '/legacy/:ownerId': 18,
  },
}
