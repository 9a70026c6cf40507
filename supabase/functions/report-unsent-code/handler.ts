import { z } from 'zod'
import { sqlStateOf } from '../_shared/database.ts'
import { emailSchema } from '../_shared/email-codes.ts'
import { type Handler, readBody } from '../_shared/http.ts'
import { logFailure, nameOf } from '../_shared/log.ts'
import type { Services } from '../_shared/serve.ts'

interface ReportDeps extends Pick<Services, 'rpc' | 'sendSignInCode'> {
  /** Lets work go on after the answer. */
  later(work: Promise<void>): void
}

const bodySchema = z.object({ email: emailSchema })

/**
 * A browser says that Auth could not send a sign-in code, which leaves no trace in the database. Anyone can say so, so
 * it is not believed: for an account, and at most once a minute in all, Auth is asked for a code here, and what came of
 * that is noted for admin.health. If the code is sent, the person has one.
 * @returns the handler; it answers `{ok: true}` to everyone at once, so that neither the answer nor its time tells whether
 *   the address has an account
 */
export function reportUnsentCode({ rpc, sendSignInCode, later }: ReportDeps): Handler {
  const tryOnce = async (p_email: string) => {
    if (!(await rpc('begin_code_probe', { p_email }, z.boolean()))) return
    const outcome = await sendSignInCode(p_email)
    if (outcome === 'refused') return
    await rpc('note_code_probe', { p_email, p_is_sent: outcome === 'sent' }, z.unknown())
  }
  return async (request) => {
    const { email } = await readBody(request, bodySchema)
    const work = tryOnce(email).catch((error) =>
      logFailure('report-unsent-code', { error: nameOf(error), code: sqlStateOf(error) }),
    )
    later(work)
    return { ok: true }
  }
}
