import { z } from 'zod'
import { bearerToken } from '../_shared/auth.ts'
import { throwRefusal } from '../_shared/database.ts'
import { emailSchema } from '../_shared/email-codes.ts'
import { type Handler, HttpError, readBody } from '../_shared/http.ts'
import { logFailure } from '../_shared/log.ts'
import type { Services } from '../_shared/serve.ts'

type UpdateEmailDeps = Pick<Services, 'requireKnownUser' | 'rpc' | 'changeEmail' | 'endOtherSessions'>

const bodySchema = z.object({ userId: z.guid(), newEmail: emailSchema })

/**
 * Changes the address of the caller's account to the one that was proved last, and signs out their other devices. The
 * database mails the old address. A repeated call after a change answers as the first one did.
 * @returns the handler; it answers `{ok: true, otherSessionsEnded}` and refuses with 401 `unauthorized`, 403 HW080 in a new
 *   browser, 403 `not_your_account`, 409 HW053 for an address not proved, 409 HW057 after a verified death, 409 `email_not_changed` (without a
 *   reason, because it could reveal that the address has another account)
 */
export function updateEmail({
  requireKnownUser,
  rpc,
  changeEmail,
  endOtherSessions,
}: UpdateEmailDeps): Handler {
  return async (request) => {
    const user = await requireKnownUser(request)
    const { userId, newEmail } = await readBody(request, bodySchema)
    if (userId.toLowerCase() !== user.id) {
      throw new HttpError('not_your_account', 'You can change the address of your own account only.')
    }
    const isDue = () =>
      rpc('begin_email_change', { p_user_id: user.id, p_new_email: newEmail }, z.boolean()).catch(
        throwRefusal,
      )
    if (await isDue()) {
      const failure = await changeEmail(user.id, newEmail)
      // When only the answer was lost, the change is no longer due.
      if (failure !== null && (await isDue())) {
        logFailure('update-email', { error: failure })
        throw new HttpError('email_not_changed', 'The address could not be changed.')
      }
    }
    return {
      ok: true,
      otherSessionsEnded: await tryTwice(() => endOtherSessions(bearerToken(request) ?? '')),
    }
  }
}

/** Returns whether an attempt succeeded and never throws, because a failure here must not hide that the address changed. */
async function tryTwice(attempt: () => Promise<string | null>): Promise<boolean> {
  const failure = (await attempt()) === null ? null : await attempt()
  if (failure !== null) logFailure('update-email', { error: `other sessions go on: ${failure}` })
  return failure === null
}
