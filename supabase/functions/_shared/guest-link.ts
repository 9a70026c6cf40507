import { Buffer } from 'node:buffer'
import { createHmac, timingSafeEqual } from 'node:crypto'

/** In bytes: a guest's id is random, and so is the signature to anyone without the key. */
const idLength = 16
const signatureLength = 16

/**
 * Makes the token of the link with which a guest answers an invitation to a service without an account. It is the guest's
 * id and its signature, so that the database holds nothing that could be used, and each mail carries the same link. It
 * has no dot, which some hosts take for the ending of a file.
 * @param key CODE_HMAC_KEY
 * @param guestId a UUID
 * @returns 43 characters that need no escape in an address
 */
export function makeGuestToken(key: string, guestId: string): string {
  const id = Buffer.from(guestId.replaceAll('-', ''), 'hex')
  return Buffer.concat([id, sign(key, id)]).toString('base64url')
}

/** @returns the guest's id; null when the token was not made with one of the keys */
export function readGuestToken(keys: readonly string[], token: string): string | null {
  const bytes = Buffer.from(token, 'base64url')
  // Read leniently, other characters would be left out, and one guest had several links.
  if (bytes.length !== idLength + signatureLength || bytes.toString('base64url') !== token) return null
  const id = bytes.subarray(0, idLength)
  const isSignedWith = (key: string) => timingSafeEqual(bytes.subarray(idLength), sign(key, id))
  if (!keys.some(isSignedWith)) return null
  return id.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
}

function sign(key: string, id: Uint8Array): Uint8Array {
  // The purpose is part of what is signed, because e-mail codes are hashed under the same key.
  const signature = createHmac('sha256', key).update('service-guest:').update(id).digest()
  return signature.subarray(0, signatureLength)
}
