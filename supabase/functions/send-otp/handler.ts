import { z } from 'zod'
import { DatabaseError, type Rpc, type User } from '../_shared/clients.ts'
import { codePurposeSchema, emailSchema, hashCode, makeCode, throwRefusal } from '../_shared/email-codes.ts'
import { type Handler, HttpError, readBody } from '../_shared/http.ts'
import type { SendMail } from '../_shared/mail.ts'
import { addressTakenMail, codeMail } from '../_shared/mails/code-mails.ts'

export interface SendOtpDeps {
  requireUser(request: Request): Promise<User>
  rpc: Rpc
  sendMail: SendMail
  codeKey: string
}

const bodySchema = z.object({ email: emailSchema, purpose: codePurposeSchema })

const issuedSchema = z.tuple([z.object({ code_id: z.string(), is_taken: z.boolean() })])

/**
 * Mails a 6-digit code to an address of the caller: the one they have, or the one they want. Whether the wanted one has
 * an account is not to be learned: the answer is the same, and so is the work, with a mail of other words.
 * @returns the handler; it answers `{ok: true}` and refuses with 401 `unauthorized`, 409 `not_current_email`,
 *   `same_email`, `current_email_not_verified`, `death_under_review` or `stopped_lately`, 429 `code_cooldown`, `code_hourly_cap` or `code_address_cap`,
 *   502 `mail_not_sent` (which starts no pause)
 */
export function sendOtp({ requireUser, rpc, sendMail, codeKey }: SendOtpDeps): Handler {
  return async (request) => {
    const { id: userId } = await requireUser(request)
    const { email, purpose } = await readBody(request, bodySchema)
    const code = makeCode()
    const p_hmac = await hashCode(codeKey, { userId, purpose, email }, code)
    const [issued] = await rpc(
      'issue_email_code',
      { p_user_id: userId, p_purpose: purpose, p_email: email, p_hmac },
      issuedSchema,
    ).catch(throwRefusal)
    const mail = issued.is_taken ? addressTakenMail() : codeMail(purpose, code)
    const result = await sendMail({ ...mail, to: email, idempotencyKey: issued.code_id })
    if (!result.sent) {
      log(result.error)
      await rpc('fail_email_code', { p_code_id: issued.code_id }, z.unknown()).catch((error) => {
        log(`not noted as failed: ${error instanceof DatabaseError ? error.code : 'unknown'}`)
      })
      throw new HttpError(502, 'mail_not_sent', 'The code could not be sent now. Please try again.')
    }
    return { ok: true }
  }
}

/** @param error without anything of the mail or the address */
function log(error: string): void {
  console.error(JSON.stringify({ path: 'send-otp', error }))
}
