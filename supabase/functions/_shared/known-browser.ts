import { Buffer } from 'node:buffer'
import { createHmac, timingSafeEqual } from 'node:crypto'

/**
 * Makes the token by which a browser shows that it signed in to an address before. It opens nothing: wrong codes typed
 * elsewhere are not counted against it.
 * @param key CODE_HMAC_KEY
 * @returns the browser's id and its signature, joined by a dot; it does not tell the address
 */
export function makeBrowserToken(key: string, email: string, browserId: string): string {
  return `${browserId}.${sign(key, email, browserId).toString('base64url')}`
}

/** @returns the browser's id; null when the token was not made with one of the keys for this address */
export function readBrowserToken(keys: readonly string[], email: string, token: string): string | null {
  const [browserId = '', signature = ''] = token.split('.')
  const given = Buffer.from(signature, 'base64url')
  const isSignedWith = (key: string) => {
    const right = sign(key, email, browserId)
    return given.length === right.length && timingSafeEqual(given, right)
  }
  return keys.some(isSignedWith) ? browserId : null
}

function sign(key: string, email: string, browserId: string) {
  // The purpose is part of what is signed, because e-mail codes are hashed under the same key.
  return createHmac('sha256', key)
    .update(`known-browser:${JSON.stringify([email, browserId])}`)
    .digest()
}
