import type { Handler } from '../_shared/http.ts'
import type { Services } from '../_shared/serve.ts'
import { stopByLink } from '../_shared/stop-by-link.ts'

/**
 * "Close it" by the link in a mail to an owner whose first hours someone opened.
 * @returns the handler; see stopByLink. 409 HW004 when the opening is 30 days old, over, or not the one that is open now
 */
export function stopOpening(services: Pick<Services, 'rpc' | 'codeKeys'>): Handler {
  return stopByLink(services, 'stop-opening', (id) => ['close_first_hours_by_link', { p_opening_id: id }])
}
