import { Buffer } from 'node:buffer'
import { createHmac, timingSafeEqual } from 'node:crypto'

/**
 * What the link in a mail to an owner stops: the release of their plan, its first hours, or the card with which a death was
 * reported.
 */
export type Stoppable = 'stop-release' | 'stop-opening' | 'stop-card'

/**
 * Makes the token of the link with which an owner stops something without signing in. It is a signature, so that the
 * database holds nothing that could be used, and the same mail always carries the same link.
 * @param key CODE_HMAC_KEY
 * @param id of the certificate's submission, of the opening, or of the card's report
 * @returns the id and its signature, joined by a dot
 */
export function makeStopToken(key: string, what: Stoppable, id: string): string {
  return `${id}.${sign(key, what, id).toString('base64url')}`
}

/** @returns the id; null when the token was not made with one of the keys for this purpose */
export function readStopToken(keys: readonly string[], what: Stoppable, token: string): string | null {
  const [id = '', signature = ''] = token.split('.')
  const given = Buffer.from(signature, 'base64url')
  const isSignedWith = (key: string) => {
    const right = sign(key, what, id)
    return given.length === right.length && timingSafeEqual(given, right)
  }
  return keys.some(isSignedWith) ? id : null
}

function sign(key: string, what: Stoppable, id: string) {
  // The purpose is part of what is signed, because e-mail codes are hashed under the same key.
  return createHmac('sha256', key).update(`${what}:${id}`).digest()
}
