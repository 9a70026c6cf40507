import type { Bars } from './page-weight.ts'

/**
 * The pages that bring more script than is wanted (see page-weight.ts), and how many kB at most. Numbers only shrink; a
 * page that has become light enough goes from the list. `npm run bench:web` shows where each one is.
 */
export const bars: Bars = {
  script: {
    '/beneficiaries/:designationId/preview': 207,
    '/print': 197,
    '/settings': 193,
    '/profile': 204,
    '/memorial/:ownerId': 210,
    '/memorial/:ownerId/print': 199,
    '/practice/:practiceId': 222,
    '/legacy/:ownerId': 197,
  },
  oneMore: {
    '/beneficiaries/:designationId/preview': 38,
    '/contacts': 15,
    '/videos': 11,
    '/print': 27,
    '/profile': 19,
    '/memorial/:ownerId': 40,
    '/memorial/:ownerId/print': 30,
    '/practice/:practiceId': 37,
    '/legacy/:ownerId': 27,
  },
}
