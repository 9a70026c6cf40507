/** The product's name, as shown on screens, in mails and in file names. */
export const PRODUCT_NAME = 'Heartwood'
