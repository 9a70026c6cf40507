import { z } from 'zod'
import { DatabaseError, type Rpc, type User } from '../_shared/clients.ts'
import { type Handler, HttpError, readBody } from '../_shared/http.ts'
import type { SendMail } from '../_shared/mail.ts'
import { designationInvitation } from '../_shared/mails/designation-invitation.ts'
import { roleSchema } from '../_shared/mails/words.ts'

export interface InviteDeps {
  requireUser(request: Request): Promise<User>
  rpc: Rpc
  sendMail: SendMail
  appOrigin: string
}

const bodySchema = z.object({ designationId: z.int().positive() })

const begunSchema = z.tuple([
  z.object({
    invite_id: z.string(),
    owner_name: z.string().nullable(),
    person_name: z.string(),
    person_email: z.string(),
    role: roleSchema,
  }),
])

/**
 * Sends the invitation of one of the caller's designations, at once.
 * @returns the handler; it answers `{ok: true}` and refuses with 401 `unauthorized`, 404 `invitation_not_available`,
 *   409 `plan_frozen`, 429 `invite_cooldown` or `invite_daily_cap`, 502 `mail_not_sent` (which counts nothing)
 */
export function sendDesignationInvite({ requireUser, rpc, sendMail, appOrigin }: InviteDeps): Handler {
  return async (request) => {
    const owner = await requireUser(request)
    const { designationId } = await readBody(request, bodySchema)
    const [invite] = await rpc(
      'begin_designation_invite',
      { p_designation_id: designationId, p_owner_id: owner.id },
      begunSchema,
    ).catch((error) => {
      throw refusalOf(error)
    })
    const mail = designationInvitation({
      designationId,
      ownerName: invite.owner_name,
      personName: invite.person_name,
      personEmail: invite.person_email,
      role: invite.role,
      appOrigin,
    })
    const result = await sendMail({ ...mail, to: invite.person_email, idempotencyKey: invite.invite_id })
    // The answer tells of the mail alone: one that is out must not be reported as failed, or it is asked for again.
    await finish(rpc, invite.invite_id, result.sent)
    if (!result.sent) {
      log(result.error)
      throw new HttpError(502, 'mail_not_sent', 'The invitation could not be sent now. Please try again.')
    }
    return { ok: true }
  }
}

/** Notes whether the mail is out; tried twice. Never throws. */
async function finish(rpc: Rpc, inviteId: string, isSent: boolean): Promise<void> {
  const note = () => rpc('finish_designation_invite', { p_invite_id: inviteId, p_sent: isSent }, z.unknown())
  await note()
    .catch(note)
    .catch((error) => {
      const code = error instanceof DatabaseError ? error.code : 'unknown'
      log(`not noted as ${isSent ? 'sent' : 'failed'}: ${code}`)
    })
}

/** @param error without anything of the mail or the people in it */
function log(error: string): void {
  console.error(JSON.stringify({ path: 'send-designation-invite', error }))
}

function refusalOf(error: unknown): unknown {
  switch (error instanceof DatabaseError ? error.code : '') {
    case 'HW001':
      return new HttpError(404, 'invitation_not_available', 'There is no open invitation with this number.')
    case 'HW005':
      return new HttpError(409, 'plan_frozen', 'This plan can no longer be changed.')
    case 'HW020':
      return new HttpError(429, 'invite_cooldown', 'An invitation was sent less than a minute ago.', {
        headers: { 'retry-after': '60' },
      })
    case 'HW021':
      return new HttpError(429, 'invite_daily_cap', 'Too many invitations were sent today.')
    default:
      return error
  }
}
