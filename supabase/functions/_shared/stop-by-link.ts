import { z } from 'zod'
import { throwRefusal } from './database.ts'
import { type Handler, HttpError, readBody } from './http.ts'
import type { Services } from './serve.ts'
import { readStopToken, type Stoppable } from './stop-link.ts'

const bodySchema = z.object({ token: z.string().min(1).max(200) })

/**
 * Stops something by the link in a mail to the owner. The token is all that proves the caller, and it can do nothing else.
 * @param call the database function that stops it, with its arguments
 * @returns the handler; it answers `{stopped: true}`, and refuses with 404 HW064 for any other token, 409 HW004
 *   when the database finds nothing
 */
export function stopByLink(
  { rpc, codeKeys }: Pick<Services, 'rpc' | 'codeKeys'>,
  what: Stoppable,
  call: (id: string) => [name: string, args: Record<string, unknown>],
): Handler {
  return async (request) => {
    const { token } = await readBody(request, bodySchema)
    const id = readStopToken(codeKeys, what, token)
    if (!id) throw new HttpError('HW064', 'This is not the link of a mail.')
    await rpc(...call(id), z.unknown()).catch(throwRefusal)
    return { stopped: true }
  }
}
