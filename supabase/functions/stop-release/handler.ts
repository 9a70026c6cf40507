import type { Handler } from '../_shared/http.ts'
import type { Services } from '../_shared/serve.ts'
import { stopByLink } from '../_shared/stop-by-link.ts'

/**
 * "I'm alive: stop this" by the link in a mail to the owner, for whom sign-in mails may not arrive.
 * @returns the handler; see stopByLink. 409 HW004 when the certificate is 30 days old or no longer counts
 */
export function stopRelease(services: Pick<Services, 'rpc' | 'codeKeys'>): Handler {
  return stopByLink(
    services,
    'stop-release',
    (id) => ['stop_release_by_link', { p_submission_id: id }],
    (id) => ['release_by_link', { p_submission_id: id }],
  )
}
