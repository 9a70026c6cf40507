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
    '/memorial/:ownerId': 215,
    '/memorial/:ownerId/print': 205,
    '/memorial/:ownerId/letter/:stepKey': 205,
    '/memorial/:ownerId/service': 237,
    '/practice/:practiceId': 227,
    '/legacy/:ownerId': 200,
    '/service': 192,
  },
  oneMore: {
    '/beneficiaries/:designationId/preview': 41,
    '/contacts': 15,
    '/videos': 13,
    '/print': 31,
    '/first-days': 38,
    '/profile': 19,
    '/who-can-see-my-plan': 11,
    '/memorial/:ownerId': 45,
    '/memorial/:ownerId/print': 35,
    '/memorial/:ownerId/letter/:stepKey': 35,
    '/memorial/:ownerId/service': 51,
    '/practice/:practiceId': 41,
    '/legacy/:ownerId': 30,
  },
}
