import { z } from 'zod'
import { type Rpc, sqlStateOf, throwRefusal } from '../_shared/database.ts'
import { codeSchema, verifyEmailCode } from '../_shared/email-codes.ts'
import { type Handler, HttpError, readBody } from '../_shared/http.ts'
import { logFailure, nameOf } from '../_shared/log.ts'
import type { PaidMembership } from '../_shared/membership.ts'
import type { Services } from '../_shared/serve.ts'

export interface DeleteAccountDeps
  extends Pick<Services, 'requireKnownUser' | 'rpc' | 'codeKeys' | 'deleteUser' | 'removeFiles'> {
  /** What the person pays for. Throws when that cannot be found out. */
  membershipOf(userId: string): Promise<PaidMembership>
}

const bodySchema = z.object({ code: codeSchema })

const filesSchema = z.array(z.object({ bucket_id: z.string(), paths: z.array(z.string()) }))

/** How many files Storage removes in one request. */
const fileBatch = 500

/**
 * Deletes the caller's account, given the code that was mailed for it. Deleting the user is one step: before it nothing
 * has changed but that open checkouts are closed, and in it the database lists what is left to do: files to remove, and a
 * membership to cancel. That is done at once where possible, otherwise by housekeeping.
 * @returns the handler; it answers `{ok: true}` and refuses with 401 `unauthorized`, 403 HW080 in a new browser
 *   or `invalid_code`, 409 HW060 during a review or HW061 soon after a stop, 500 `account_not_deleted` (the account is usable; with a
 *   new code it can be tried again)
 */
export function deleteAccount(deps: DeleteAccountDeps): Handler {
  const { requireKnownUser, rpc, codeKeys } = deps
  return async (request) => {
    const { id: userId } = await requireKnownUser(request)
    const { code } = await readBody(request, bodySchema)
    const email = await addressOf(rpc, userId)
    const use = { userId, purpose: 'account-deletion' as const, email: email ?? '' }
    if (email === null || !(await verifyEmailCode(rpc, codeKeys, use, code))) {
      throw new HttpError('invalid_code', 'The code is wrong, used or older than 10 minutes.')
    }
    await removeUser(userId, deps).catch((error) => {
      // A certificate was submitted after the first check.
      if (error instanceof HttpError) throw error
      log('not deleted', error)
      throw new HttpError('account_not_deleted', 'The account could not be deleted.')
    })
    await removeFiles(userId, deps).catch((error) => log('files are left to housekeeping', error))
    return { ok: true }
  }
}

/** @returns the address of the account; null when the account no longer exists */
function addressOf(rpc: Rpc, userId: string): Promise<string | null> {
  return rpc('account_to_delete', { p_user_id: userId }, z.string().nullable()).catch(throwRefusal)
}

/** @throws when the user is still there; HttpError when the database refuses the deletion */
async function removeUser(
  userId: string,
  { rpc, membershipOf, deleteUser }: DeleteAccountDeps,
): Promise<void> {
  const membership = await membershipOf(userId)
  // Nothing is deleted while Stripe does not answer, so that the membership will not outlive the account for long.
  await membership.closeCheckouts()
  const failure = await deleteUser(userId)
  // When only the answer was lost, the account no longer exists.
  if (failure !== null && (await addressOf(rpc, userId)) !== null) throw new Error(failure)
  // Only now: a person who keeps the account, because a certificate came in, keeps the membership. A checkout opened
  // meanwhile is closed too.
  await membership.cancel().catch((error) => log('the membership is left to housekeeping', error))
}

async function removeFiles(userId: string, { rpc, ...deps }: DeleteAccountDeps): Promise<void> {
  const files = await rpc('files_of_deleted', { p_user_id: userId }, filesSchema)
  for (const { bucket_id, paths } of files) {
    for (let at = 0; at < paths.length; at += fileBatch) {
      const failure = await deps.removeFiles(bucket_id, paths.slice(at, at + fileBatch))
      if (failure !== null) throw new Error(failure)
    }
  }
  await rpc('settle_files_of_deleted', { p_user_id: userId }, z.unknown())
}

function log(what: string, error: unknown): void {
  logFailure('delete-account', { what, error: nameOf(error), code: sqlStateOf(error) })
}
