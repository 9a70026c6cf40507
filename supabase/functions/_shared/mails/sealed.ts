import { Buffer } from 'node:buffer'
import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'
import { z } from 'zod'
import type { MailContent } from '../mail.ts'
import type { Letter } from './payload.ts'

const algorithm = 'aes-256-gcm'
const ivLength = 12
const tagLength = 16

const contentSchema = z.object({ subject: z.string(), text: z.string(), html: z.string() })

/**
 * Encrypts a mail that has to wait in the outbox, because it may hold a code, which the database and its backups must
 * not hold.
 * @param key CODE_HMAC_KEY
 * @returns the payload for the outbox
 */
export function sealMail(key: string, { subject, text, html }: MailContent): { sealed: string } {
  const iv = randomBytes(ivLength)
  const cipher = createCipheriv(algorithm, sealingKey(key), iv)
  const sealed = [iv, cipher.update(JSON.stringify({ subject, text, html }), 'utf8'), cipher.final()]
  return { sealed: Buffer.concat([...sealed, cipher.getAuthTag()]).toString('base64') }
}

/** None of the keys opens a sealed mail, and no later try will. The database knows this error by its name. */
class UnknownSealingKey extends Error {
  override readonly name = 'UnknownSealingKey'
}

/**
 * A mail of sealMail. Its letter tries each of the keys in turn, and throws UnknownSealingKey when it was sealed under
 * another one or was changed.
 */
const sealedMail = z.object({ sealed: z.base64() }).transform(
  (payload): Letter =>
    ({ codeKeys }) => {
      const sealed = Buffer.from(payload.sealed, 'base64')
      for (const key of codeKeys) {
        const opened = open(key, sealed)
        if (opened !== null) return contentSchema.parse(JSON.parse(opened))
      }
      throw new UnknownSealingKey()
    },
)

/** The mails that the functions queue; see createSendOrQueue. */
export const sealedMails = { code: sealedMail, invitation: sealedMail }
export type SealedKind = keyof typeof sealedMails

/** Returns null when this key has not sealed it. */
function open(key: string, sealed: Uint8Array): string | null {
  try {
    const iv = sealed.subarray(0, ivLength)
    const decipher = createDecipheriv(algorithm, sealingKey(key), iv, { authTagLength: tagLength })
    decipher.setAuthTag(sealed.subarray(-tagLength))
    const content = decipher.update(sealed.subarray(ivLength, -tagLength), undefined, 'utf8')
    return content + decipher.final('utf8')
  } catch {
    return null
  }
}

/** A key of its own, because one key must not serve two purposes. */
function sealingKey(key: string): Uint8Array {
  return new Uint8Array(hkdfSync('sha256', key, '', 'heartwood sealed mail', 32))
}
