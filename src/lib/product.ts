/** The product's name, as shown on screens, in mails and in file names. */
export const PRODUCT_NAME = 'Heartwood'

/** The words that lead people who are signed in from a public page through sign-in, which knows if they plan or only help. */
export const OPEN_PRODUCT = `Open ${PRODUCT_NAME}`
