import { z } from 'zod'
import { type Rpc, sqlStateOf, throwRefusal } from '../_shared/database.ts'
import { type Handler, HttpError, readBody } from '../_shared/http.ts'
import { logFailure } from '../_shared/log.ts'
import { designationInvitation, invitationSchema } from '../_shared/mails/invitation-mails.ts'
import type { Sender } from '../_shared/mails/layout.ts'
import type { Services } from '../_shared/serve.ts'

type InviteDeps = Pick<Services, 'requireKnownUser' | 'rpc' | 'sendOrQueue'> & Sender

const bodySchema = z.object({ designationId: z.int().positive() })

const begunSchema = z.tuple([invitationSchema.extend({ invite_id: z.string() })])

/**
 * Emails the invitation for one of the caller's designations.
 * @returns the handler; it answers `{ok: true, isDelayed}`, delayed when the mail leaves within minutes, and refuses with 401 `unauthorized`, 403 `new_browser`, 404 `invitation_not_available`,
 *   409 `plan_frozen`, 429 `invite_cooldown` or `invite_daily_cap`, 502 `mail_not_sent` (which counts toward no limit)
 */
export function sendDesignationInvite(deps: InviteDeps): Handler {
  const { requireKnownUser, rpc, sendOrQueue } = deps
  return async (request) => {
    const owner = await requireKnownUser(request)
    const { designationId } = await readBody(request, bodySchema)
    const [invite] = await rpc(
      'begin_designation_invite',
      { p_designation_id: designationId, p_owner_id: owner.id },
      begunSchema,
    ).catch(throwRefusal)
    const mail = designationInvitation(invite, designationId, deps)
    const outcome = await sendOrQueue(
      { ...mail, to: invite.person_email, idempotencyKey: invite.invite_id },
      { kind: 'invitation' },
    )
    const isFailed = 'reason' in outcome
    // A mail that was sent is never reported as failed, even if that cannot be noted: it would be asked for again.
    await noteResult(rpc, invite.invite_id, !isFailed)
    if (isFailed) {
      logFailure('send-designation-invite', { error: outcome.reason })
      throw new HttpError(502, 'mail_not_sent', 'The invitation could not be sent now. Please try again.')
    }
    return { ok: true, isDelayed: outcome.isDelayed }
  }
}

/** Notes whether the mail was sent; tries twice. Never throws. */
async function noteResult(rpc: Rpc, inviteId: string, isSent: boolean): Promise<void> {
  const note = () => rpc('finish_designation_invite', { p_invite_id: inviteId, p_sent: isSent }, z.unknown())
  await note()
    .catch(note)
    .catch((error) => {
      const what = `not noted as ${isSent ? 'sent' : 'failed'}`
      logFailure('send-designation-invite', { error: what, code: sqlStateOf(error) })
    })
}
