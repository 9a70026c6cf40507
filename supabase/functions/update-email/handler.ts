import { z } from 'zod'
import { bearerToken, type Rpc, type User } from '../_shared/clients.ts'
import { emailSchema, throwRefusal } from '../_shared/email-codes.ts'
import { type Handler, HttpError, readBody } from '../_shared/http.ts'

export interface UpdateEmailDeps {
  requireUser(request: Request): Promise<User>
  rpc: Rpc
  /** Gives an account its new address, as proved. Returns what went wrong, or null. */
  changeEmail(userId: string, email: string): Promise<string | null>
  /** Ends the sessions of the token's owner but the token's own. Returns what went wrong, or null. */
  endOtherSessions(token: string): Promise<string | null>
}

const bodySchema = z.object({ userId: z.guid(), newEmail: emailSchema })

/**
 * Changes the address of the caller's account to the one that was proved last, and signs out their other devices. The
 * database tells the old address. Asked again after it was done, it answers as before.
 * @returns the handler; it answers `{ok: true, otherSessionsEnded}` and refuses with 401 `unauthorized`,
 *   403 `not_your_account`, 409 `email_change_not_verified`, 409 `email_not_changed` (whatever the reason: somebody
 *   else's account, for one, is none of the caller's business)
 */
export function updateEmail({ requireUser, rpc, changeEmail, endOtherSessions }: UpdateEmailDeps): Handler {
  return async (request) => {
    const user = await requireUser(request)
    const { userId, newEmail } = await readBody(request, bodySchema)
    if (userId.toLowerCase() !== user.id) {
      throw new HttpError(403, 'not_your_account', 'You can change the address of your own account only.')
    }
    const isDue = () =>
      rpc('begin_email_change', { p_user_id: user.id, p_new_email: newEmail }, z.boolean()).catch(
        throwRefusal,
      )
    if (await isDue()) {
      const failure = await changeEmail(user.id, newEmail)
      // It may be done all the same, and its answer lost.
      if (failure !== null && (await isDue())) {
        log(failure)
        throw new HttpError(409, 'email_not_changed', 'The address could not be changed.')
      }
    }
    return {
      ok: true,
      otherSessionsEnded: await tryTwice(() => endOtherSessions(bearerToken(request) ?? '')),
    }
  }
}

/** The address is changed already: what comes after must not make it look as if it had failed. */
async function tryTwice(attempt: () => Promise<string | null>): Promise<boolean> {
  const failure = (await attempt()) === null ? null : await attempt()
  if (failure !== null) log(`other sessions go on: ${failure}`)
  return failure === null
}

/** @param error without anything of the addresses */
function log(error: string): void {
  console.error(JSON.stringify({ path: 'update-email', error }))
}
