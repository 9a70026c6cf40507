import type { Bars } from './page-weight.ts'

/**
 * The pages that bring more script than is wanted (see page-weight.ts), and how many kB at most. Numbers only shrink; a
 * page that has become light enough goes from the list. `npm run bench:web` shows where each one is.
 */
export const bars: Bars = {
  script: {
    '/dashboard': 191,
    '/music': 191,
    '/profile': 191,
    '/funeral/edit': 192,
    '/beneficiaries/:designationId/preview': 212,
    '/print': 202,
    '/first-days': 209,
    '/settings': 195,
    '/memorial/:ownerId': 216,
    '/memorial/:ownerId/print': 206,
    '/memorial/:ownerId/letter/:stepKey': 206,
    '/memorial/:ownerId/service': 238,
    '/practice/:practiceId': 228,
    '/legacy/:ownerId': 201,
    '/service': 193,
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
