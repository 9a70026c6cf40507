import type { Bars } from './page-weight.ts'

/**
 * The pages that bring more script than is wanted (see page-weight.ts), and how many kB at most. Numbers only shrink; a
 * page that has become light enough goes from the list. `npm run bench:web` shows where each one is.
 */
export const bars: Bars = {
  script: {
    '/beneficiaries/:designationId/preview': 208,
    '/print': 197,
    '/first-days': 206,
    '/settings': 194,
    '/profile': 204,
    '/memorial/:ownerId': 211,
    '/memorial/:ownerId/print': 200,
    '/memorial/:ownerId/letter/:stepKey': 203,
    '/memorial/:ownerId/service': 235,
    '/practice/:practiceId': 223,
    '/legacy/:ownerId': 197,
    '/service/:token': 192,
  },
  oneMore: {
    '/beneficiaries/:designationId/preview': 38,
    '/contacts': 15,
    '/videos': 11,
    '/print': 27,
    '/first-days': 36,
    '/profile': 19,
    '/memorial/:ownerId': 41,
    '/memorial/:ownerId/print': 30,
    '/memorial/:ownerId/letter/:stepKey': 33,
    '/memorial/:ownerId/service': 49,
    '/practice/:practiceId': 38,
    '/legacy/:ownerId': 27,
  },
}
