import { z } from 'zod'
import { DatabaseError, type Rpc, type User } from '../_shared/clients.ts'
import { codeSchema, throwRefusal, verifyEmailCode } from '../_shared/email-codes.ts'
import { type Handler, HttpError, readBody } from '../_shared/http.ts'

export interface DeleteAccountDeps {
  requireUser(request: Request): Promise<User>
  rpc: Rpc
  codeKey: string
  /** Sees to it that no more money is taken from a person; may be repeated. Throws when that is not sure. */
  cancelMembership(userId: string): Promise<void>
  /** Deletes the user; the database does the rest in the same transaction. Returns what went wrong, or null. */
  deleteUser(userId: string): Promise<string | null>
  /** Removes files from storage; those that are gone already are no failure. Returns what went wrong, or null. */
  removeFiles(bucket: string, paths: string[]): Promise<string | null>
}

const bodySchema = z.object({ code: codeSchema })

const filesSchema = z.array(z.object({ bucket_id: z.string(), paths: z.array(z.string()) }))

/** Storage takes about so many at once. */
const fileBatch = 500

/**
 * Deletes the caller's account, given the code that was mailed for it. Money first: nobody without an account pays.
 * Then the user, in one step: until then everything is as it was, and after it the database has the list of what is
 * still to be done. The files go at once where that works, otherwise housekeeping removes them.
 * @returns the handler; it answers `{ok: true}` and refuses with 401 `unauthorized`, 403 `invalid_code`,
 *   409 `death_under_review` or `stopped_lately`, 500 `account_not_deleted` (the account is usable; with a new code it
 *   can be tried again)
 */
export function deleteAccount(deps: DeleteAccountDeps): Handler {
  const { requireUser, rpc, codeKey } = deps
  return async (request) => {
    const { id: userId } = await requireUser(request)
    const { code } = await readBody(request, bodySchema)
    const email = await addressOf(rpc, userId)
    const use = { userId, purpose: 'account-deletion' as const, email: email ?? '' }
    if (email === null || !(await verifyEmailCode(rpc, codeKey, use, code))) {
      throw new HttpError(403, 'invalid_code', 'The code is wrong, used or older than 10 minutes.')
    }
    await removeUser(userId, deps).catch((error) => {
      log('not deleted', error)
      throw new HttpError(500, 'account_not_deleted', 'The account could not be deleted.')
    })
    await removeFiles(userId, deps).catch((error) => log('files are left to housekeeping', error))
    return { ok: true }
  }
}

/** @returns null when there is no such account any more */
function addressOf(rpc: Rpc, userId: string): Promise<string | null> {
  return rpc('account_to_delete', { p_user_id: userId }, z.string().nullable()).catch(throwRefusal)
}

/** @throws when the user is still there */
async function removeUser(
  userId: string,
  { rpc, cancelMembership, deleteUser }: DeleteAccountDeps,
): Promise<void> {
  await cancelMembership(userId)
  const failure = await deleteUser(userId)
  // It may be done all the same, and its answer lost.
  if (failure !== null && (await addressOf(rpc, userId)) !== null) throw new Error(failure)
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

/** Names what went wrong, without the message of anything but our own errors: others quote people's data. */
function log(what: string, error: unknown): void {
  const name = error instanceof Error ? error.name : 'unknown'
  const code = error instanceof DatabaseError ? error.code : undefined
  console.error(JSON.stringify({ path: 'delete-account', what, error: name, code }))
}
