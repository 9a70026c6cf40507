import { z } from 'zod'
import { throwRefusal } from '../_shared/database.ts'
import { type Handler, HttpError, readBody } from '../_shared/http.ts'
import type { Services } from '../_shared/serve.ts'
import { readStopToken } from '../_shared/stop-link.ts'

type StopReleaseDeps = Pick<Services, 'rpc' | 'codeKey'>

const bodySchema = z.object({ token: z.string().min(1).max(200) })

/**
 * "I'm alive: stop this" by the link in a mail to the owner, for whom sign-in mails may not arrive. The token is all
 * that proves the caller, and it can do nothing else.
 * @returns the handler; it answers `{stopped: true}`, and refuses with 404 `link_not_valid` for any other token, 409
 *   `nothing_to_stop` when the certificate is 30 days old or no longer counts
 */
export function stopRelease({ rpc, codeKey }: StopReleaseDeps): Handler {
  return async (request) => {
    const { token } = await readBody(request, bodySchema)
    const submissionId = readStopToken(codeKey, token)
    if (!submissionId) throw new HttpError(404, 'link_not_valid', 'This is not the link of a mail.')
    await rpc('stop_release_by_link', { p_submission_id: submissionId }, z.unknown()).catch(throwRefusal)
    return { stopped: true }
  }
}
