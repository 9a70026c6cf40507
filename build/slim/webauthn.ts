/**
 * In place of the part for passkeys inside the client of Supabase Auth, which would add 3 kB to every page. People sign in
 * with a code from an email.
 */
export class WebAuthnApi {}

function missing(): never {
  throw new Error('passkeys are left out: see build/slim-sdk.ts')
}

export const browserSupportsWebAuthn = () => false
export const webAuthnAbortService = {}
export const createCredential = missing
export const getCredential = missing
export const deserializeCredentialCreationOptions = missing
export const deserializeCredentialRequestOptions = missing
export const serializeCredentialCreationResponse = missing
export const serializeCredentialRequestResponse = missing
