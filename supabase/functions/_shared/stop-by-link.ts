import { z } from 'zod'
import { throwRefusal } from './database.ts'
import { type Handler, HttpError, readBody } from './http.ts'
import type { Services } from './serve.ts'
import { readStopToken, type Stoppable } from './stop-link.ts'

const bodySchema = z.object({ token: z.string().min(1).max(200), look: z.boolean().optional() })

/** What a link can still stop, and who caused it, where the database tells. */
const lookSchema = z.array(
  z.object({ state: z.enum(['waiting', 'stopped', 'over']), submitted_by: z.string().nullable() }),
)

type Call = (id: string) => [name: string, args: Record<string, unknown>]

/**
 * Stops something by the link in a mail to the owner. The token is all that proves the caller, and it can do nothing else.
 * @param call the database function that stops it, with its arguments
 * @param lookAt the one that tells what a press would stop, where the page asks first; it changes nothing
 * @returns the handler; it answers `{stopped: true}`, or to `{look: true}` what the database tells, and refuses with 404
 *   HW064 for any other token, 409 HW004 when the database finds nothing
 */
export function stopByLink(
  { rpc, codeKeys }: Pick<Services, 'rpc' | 'codeKeys'>,
  what: Stoppable,
  call: Call,
  lookAt?: Call,
): Handler {
  return async (request) => {
    const { token, look } = await readBody(request, bodySchema)
    const id = readStopToken(codeKeys, what, token)
    if (!id) throw new HttpError('HW064', 'This is not the link of a mail.')
    if (look && lookAt) {
      const [found] = await rpc(...lookAt(id), lookSchema)
      return found ?? { state: 'over', submitted_by: null }
    }
    // A page of another version asks for what this one can't tell: nothing is stopped by asking.
    if (look) return { state: 'waiting', submitted_by: null }
    await rpc(...call(id), z.unknown()).catch(throwRefusal)
    return { stopped: true }
  }
}
