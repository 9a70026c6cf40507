import { z } from 'zod'
import { codePurposeSchema, codeSchema, emailSchema, verifyEmailCode } from '../_shared/email-codes.ts'
import { type Handler, readBody } from '../_shared/http.ts'
import type { Services } from '../_shared/serve.ts'

type VerifyOtpDeps = Pick<Services, 'requireUser' | 'rpc' | 'codeKeys'>

const bodySchema = z.object({
  email: emailSchema,
  code: codeSchema,
  // A code for deleting an account is accepted by delete-account only.
  purpose: codePurposeSchema.exclude(['account-deletion']),
})

/**
 * Tries a code of the caller's e-mail change.
 * @returns the handler; it answers `{success}`, which is false whatever is wrong with the code, and refuses with 401
 *   `unauthorized`
 */
export function verifyOtp({ requireUser, rpc, codeKeys }: VerifyOtpDeps): Handler {
  return async (request) => {
    const { id: userId } = await requireUser(request)
    const { email, code, purpose } = await readBody(request, bodySchema)
    return { success: await verifyEmailCode(rpc, codeKeys, { userId, purpose, email }, code) }
  }
}
