import { z } from 'zod'
import { cleanName, type Role, roleSchema } from './words.ts'

const payloadSchema = z.object({
  recipient: z.enum(['owner', 'designee']),
  owner_name: z.string().nullish(),
  owner_id: z.guid().nullish(),
  actor_name: z.string().nullish(),
  role: roleSchema.nullish(),
  release_at: z.iso.datetime({ offset: true }).nullish(),
})

/** What a mail of the outbox tells of. Names are clean and never empty. */
export interface Notice {
  recipient: 'owner' | 'designee'
  owner: string
  actor: string
  role: Role | null
  releaseAt: Date | null
  /** The designee's page about this owner. */
  memorialUrl: string
  appOrigin: string
}

/**
 * Reads what the database put into the outbox.
 * @throws z.ZodError when it is not a payload of ours
 */
export function readNotice(payload: unknown, appOrigin: string): Notice {
  const { recipient, owner_name, owner_id, actor_name, role, release_at } = payloadSchema.parse(payload)
  return {
    recipient,
    owner: cleanName(owner_name, 'A loved one'),
    // The history calls the administrator so.
    actor: actor_name === 'Administrator' ? 'The administrator' : cleanName(actor_name, 'Somebody'),
    role: role ?? null,
    releaseAt: release_at ? new Date(release_at) : null,
    memorialUrl: owner_id ? `${appOrigin}/memorial/${owner_id}` : `${appOrigin}/invites`,
    appOrigin,
  }
}
