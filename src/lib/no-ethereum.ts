/**
 * Replaces the part for signing in with a wallet inside the client of Supabase Auth (see vite.config.ts). People sign in
 * with a code from an email. To sign in with a wallet, remove the replacement.
 */
function missing(): never {
  throw new Error('wallets are left out: see vite.config.ts')
}

export const createSiweMessage = missing
export const fromHex = missing
export const getAddress = missing
export const toHex = missing
