/**
 * Replaces the part for passkeys inside the client of Supabase Auth (see vite.config.ts). People sign in with a code from
 * an email, and the part would bring 4 kB to every page. To sign in with passkeys, remove the replacement.
 */
export class WebAuthnApi {}

function missing(): never {
  throw new Error('passkeys are left out: see vite.config.ts')
}

export const browserSupportsWebAuthn = () => false
export const webAuthnAbortService = {}
export const createCredential = missing
export const getCredential = missing
export const deserializeCredentialCreationOptions = missing
export const deserializeCredentialRequestOptions = missing
export const serializeCredentialCreationResponse = missing
export const serializeCredentialRequestResponse = missing
