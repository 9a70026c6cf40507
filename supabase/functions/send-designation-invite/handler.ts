import { z } from 'zod'
import { type Rpc, sqlStateOf, throwRefusal } from '../_shared/database.ts'
import { type Handler, HttpError, readBody } from '../_shared/http.ts'
import { logFailure, nameOf } from '../_shared/log.ts'
import type { MailFailure, OutgoingMail } from '../_shared/mail.ts'
import { designationInvitation, invitationSchema } from '../_shared/mails/invitation-mails.ts'
import type { Sender } from '../_shared/mails/layout.ts'
import { sealMail } from '../_shared/mails/sealed.ts'
import type { Services } from '../_shared/serve.ts'

type InviteDeps = Pick<Services, 'requireKnownUser' | 'rpc' | 'sendOrQueue' | 'codeKey'> & Sender

const bodySchema = z.object({ designationId: z.int().positive() })

const begunSchema = z.tuple([
  invitationSchema.extend({
    invite_id: z.string(),
    /** When its mail may leave; null: now. */
    sends_at: z.string().nullable(),
  }),
])

/**
 * Emails the invitation for one of the caller's designations.
 * @returns the handler; it answers `{ok: true, isDelayed, sendsAt}`, delayed when the mail leaves within minutes, or at
 *   `sendsAt` when the address got many invitations today, and refuses with 401 `unauthorized`, 403 HW080 in a
 *   new browser, 502 `mail_not_sent` (which counts toward no limit), and as `begin_designation_invite` does
 */
export function sendDesignationInvite(deps: InviteDeps): Handler {
  const { requireKnownUser, rpc, sendOrQueue, codeKey } = deps
  return async (request) => {
    const owner = await requireKnownUser(request)
    const { designationId } = await readBody(request, bodySchema)
    const [invite] = await rpc(
      'begin_designation_invite',
      { p_designation_id: designationId, p_owner_id: owner.id },
      begunSchema,
    ).catch(throwRefusal)
    const mail = designationInvitation(invite, designationId, deps)
    const outgoing = { ...mail, to: invite.person_email, idempotencyKey: invite.invite_id }
    const outcome = invite.sends_at
      ? await queueForLater(rpc, outgoing, codeKey)
      : await sendOrQueue(outgoing, { kind: 'invitation' })
    const isFailed = 'reason' in outcome
    // A mail that was sent is never reported as failed, even if that cannot be noted: it would be asked for again.
    await noteResult(rpc, invite.invite_id, !isFailed)
    if (isFailed) {
      logFailure('send-designation-invite', { error: outcome.reason })
      throw new HttpError('mail_not_sent', 'The invitation could not be sent now. Please try again.')
    }
    return { ok: true, isDelayed: outcome.isDelayed, sendsAt: invite.sends_at }
  }
}

/** Puts the mail into the outbox, which it leaves when begin_designation_invite said. Never throws. */
async function queueForLater(
  rpc: Rpc,
  mail: OutgoingMail,
  codeKey: string,
): Promise<{ isDelayed: boolean } | MailFailure> {
  const row = {
    p_invite_id: mail.idempotencyKey,
    p_to_email: mail.to,
    p_payload: sealMail(codeKey, mail),
  }
  return rpc('queue_designation_invite', row, z.unknown()).then(
    () => ({ isDelayed: true }),
    (error) => ({ reason: `not queued: ${nameOf(error)}` }),
  )
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
