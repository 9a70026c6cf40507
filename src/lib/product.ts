/** The product's name, as it stands on screens, in mails and in file names. */
export const PRODUCT_NAME = 'Heartwood'
