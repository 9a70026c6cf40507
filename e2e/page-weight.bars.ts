import type { Bars } from './page-weight.ts'

/**
 * The pages that bring more script than is wanted (see page-weight.ts), and how many kB at most. Numbers only shrink; a
 * page that has become light enough goes from the list. `npm run bench:web` shows where each one is.
 */
export const bars: Bars = {
  script: {
    '/beneficiaries/:designationId/preview': 211,
    '/print': 201,
    '/settings': 197,
    '/profile': 208,
    '/memorial/:ownerId': 214,
    '/memorial/:ownerId/print': 204,
    '/practice/:practiceId': 222,
    '/legacy/:ownerId': 201,
  },
  oneMore: {
    '/beneficiaries/:designationId/preview': 42,
    '/contacts': 15,
    '/videos': 16,
    '/insurance': 13,
    '/documents': 12,
    '/print': 31,
    '/settings': 12,
    '/profile': 23,
    '/memorial/:ownerId': 45,
    '/memorial/:ownerId/print': 34,
    '/practice/:practiceId': 37,
    '/legacy/:ownerId': 31,
  },
}
