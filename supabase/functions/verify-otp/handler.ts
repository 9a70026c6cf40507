import { z } from 'zod'
import type { Rpc, User } from '../_shared/clients.ts'
import { codePurposeSchema, codeSchema, emailSchema, verifyEmailCode } from '../_shared/email-codes.ts'
import { type Handler, readBody } from '../_shared/http.ts'

export interface VerifyOtpDeps {
  requireUser(request: Request): Promise<User>
  rpc: Rpc
  codeKey: string
}

const bodySchema = z.object({
  email: emailSchema,
  code: codeSchema,
  // The code that deletes an account is tried by the function that deletes it, and nowhere else.
  purpose: codePurposeSchema.exclude(['account-deletion']),
})

/**
 * Tries a code of the caller's e-mail change.
 * @returns the handler; it answers `{success}`, which is false for whatever is not right, and refuses with
 *   401 `unauthorized` alone
 */
export function verifyOtp({ requireUser, rpc, codeKey }: VerifyOtpDeps): Handler {
  return async (request) => {
    const { id: userId } = await requireUser(request)
    const { email, code, purpose } = await readBody(request, bodySchema)
    return { success: await verifyEmailCode(rpc, codeKey, { userId, purpose, email }, code) }
  }
}
