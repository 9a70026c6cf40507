import { invokeFunction } from '@/data/functions'
import { errorCode, propertyOf } from '@/lib/errors'

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

/** What a press on the link of an email about a certificate would do, and who submitted that, if the owner still names them. */
export interface StoppableRelease {
  state: 'waiting' | 'stopped' | 'over'
  submittedBy: string | null
}

/**
 * Asks what the link of an email about a certificate can still stop. It changes nothing.
 * @param token what stands after the # of the link
 * @throws CodedError or FunctionsFetchError; the page then asks as if nothing were known
 */
export async function lookByLink(token: string): Promise<StoppableRelease> {
  const answer = await invokeFunction('stop-release', { token, look: true })
  const [state, by] = [propertyOf(answer, 'state'), propertyOf(answer, 'submitted_by')]
  return {
    state: state === 'stopped' || state === 'over' ? state : 'waiting',
    submittedBy: typeof by === 'string' ? by : null,
  }
}
