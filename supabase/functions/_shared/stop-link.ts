import { Buffer } from 'node:buffer'
import { createHmac, timingSafeEqual } from 'node:crypto'

/**
 * Makes the token of the link with which an owner stops a release without signing in. It is a signature, so that the
 * database holds nothing that could be used, and the same mail always carries the same link.
 * @param key CODE_HMAC_KEY
 * @returns the certificate submission's id and its signature, joined by a dot
 */
export function makeStopToken(key: string, submissionId: string): string {
  return `${submissionId}.${sign(key, submissionId).toString('base64url')}`
}

/** @returns the certificate submission's id; null when the token was not made with this key */
export function readStopToken(key: string, token: string): string | null {
  const [submissionId = '', signature = ''] = token.split('.')
  const given = Buffer.from(signature, 'base64url')
  const right = sign(key, submissionId)
  return given.length === right.length && timingSafeEqual(given, right) ? submissionId : null
}

function sign(key: string, submissionId: string) {
  // The purpose is part of what is signed, because e-mail codes are hashed under the same key.
  return createHmac('sha256', key).update(`stop-release:${submissionId}`).digest()
}
