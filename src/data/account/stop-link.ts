import { invokeFunction } from '@/data/functions'
import { errorCode } from '@/lib/errors'

/** What became of a press on the link's button: stopped now, nothing left to stop, or not a link of ours. */
export type StopOutcome = 'stopped' | 'nothing_to_stop' | 'link_not_valid'

/**
 * Stops what the link of an email belongs to: a release, or a card. Needs no session.
 * @param token what stands after the # of the link
 * @throws CodedError or FunctionsFetchError when it is not known what happened; it may be tried again
 */
export async function stopByLink(what: 'stop-release' | 'stop-card', token: string): Promise<StopOutcome> {
  try {
    await invokeFunction(what, { token })
    return 'stopped'
  } catch (error) {
    const code = errorCode(error)
    if (code === 'nothing_to_stop') return code
    if (code === 'link_not_valid' || code === 'invalid_body') return 'link_not_valid'
    throw error
  }
}
