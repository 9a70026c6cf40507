import { z } from 'zod'
import { sqlStateOf, throwRefusal } from '../_shared/database.ts'
import { codePurposeSchema, emailSchema, hashCode, makeCode } from '../_shared/email-codes.ts'
import { type Handler, HttpError, readBody } from '../_shared/http.ts'
import { logFailure } from '../_shared/log.ts'
import { addressTakenMail, codeMail } from '../_shared/mails/code-mails.ts'
import type { Services } from '../_shared/serve.ts'

type SendOtpDeps = Pick<Services, 'requireKnownUser' | 'rpc' | 'sendOrQueue' | 'codeKey'>

const bodySchema = z.object({ email: emailSchema, purpose: codePurposeSchema })

/** A code that waited longer is not sent: half of its ten minutes must be left. */
const usefulMilliseconds = 5 * 60_000

const issuedSchema = z.tuple([z.object({ code_id: z.string(), is_taken: z.boolean() })])

/**
 * Emails a 6-digit code to an address of the caller: the current one or the wanted one. A wanted address that already
 * has an account gets another mail instead, with the same answer and the same work, so that the caller cannot learn
 * whether the account exists.
 * @returns the handler; it answers `{ok: true, isDelayed}`, delayed when the mail leaves within minutes, and refuses with
 *   401 `unauthorized`, 403 HW080 in a new browser, 502 `mail_not_sent` (which starts no cooldown), and as
 *   `issue_email_code` does
 */
export function sendOtp({ requireKnownUser, rpc, sendOrQueue, codeKey }: SendOtpDeps): Handler {
  return async (request) => {
    const { id: userId } = await requireKnownUser(request)
    const { email, purpose } = await readBody(request, bodySchema)
    const code = makeCode()
    const p_hmac = hashCode(codeKey, { userId, purpose, email }, code)
    const [issued] = await rpc(
      'issue_email_code',
      { p_user_id: userId, p_purpose: purpose, p_email: email, p_hmac },
      issuedSchema,
    ).catch(throwRefusal)
    const mail = issued.is_taken ? addressTakenMail() : codeMail(purpose, code)
    const useBy = new Date(Date.now() + usefulMilliseconds)
    const outcome = await sendOrQueue(
      { ...mail, to: email, idempotencyKey: issued.code_id },
      { kind: 'code', useBy },
    )
    if ('reason' in outcome) {
      logFailure('send-otp', { error: outcome.reason })
      await rpc('fail_email_code', { p_code_id: issued.code_id }, z.unknown()).catch((error) => {
        logFailure('send-otp', { error: 'not noted as failed', code: sqlStateOf(error) })
      })
      throw new HttpError('mail_not_sent', 'The code could not be sent now. Please try again.')
    }
    return { ok: true, isDelayed: outcome.isDelayed }
  }
}
