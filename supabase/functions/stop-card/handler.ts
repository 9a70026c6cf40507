import type { Handler } from '../_shared/http.ts'
import type { Services } from '../_shared/serve.ts'
import { stopByLink } from '../_shared/stop-by-link.ts'

/**
 * "I'm alive: stop this card" by the link in the mail that tells an owner of a report by their card.
 * @returns the handler; see stopByLink. 409 HW004 when the report is 30 days old, or the card has ended
 */
export function stopCard(services: Pick<Services, 'rpc' | 'codeKeys'>): Handler {
  return stopByLink(services, 'stop-card', (id) => ['stop_card_by_link', { p_report_id: id }])
}
