import { invokeFunction } from '@/data/functions'
import { errorCode } from '@/lib/errors'

/** The functions that the links of emails lead to: a release, the first hours, or a card. */
export type Stoppable = 'stop-release' | 'stop-opening' | 'stop-card'

/** What became of a press on the link's button: stopped now, nothing left to stop (HW004), or not a link of ours (HW064). */
export type StopOutcome = 'stopped' | 'HW004' | 'HW064'

/**
 * Stops what the link of an email belongs to. Needs no session.
 * @param token what stands after the # of the link
 * @throws CodedError or FunctionsFetchError when it is not known what happened; it may be tried again
 */
export async function stopByLink(what: Stoppable, token: string): Promise<StopOutcome> {
  try {
    await invokeFunction(what, { token })
    return 'stopped'
  } catch (error) {
    const code = errorCode(error)
    if (code === 'HW004') return code
    if (code === 'HW064' || code === 'invalid_body') return 'HW064'
    throw error
  }
}
