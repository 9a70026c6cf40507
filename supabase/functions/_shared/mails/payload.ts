import { z } from 'zod'
import { cleanName, type Role, roleSchema } from './words.ts'

const payloadSchema = z.object({
  recipient: z.enum(['owner', 'designee']),
  owner_name: z.string().nullish(),
  owner_id: z.guid().nullish(),
  actor_name: z.string().nullish(),
  actor_role: z.enum(['owner', 'administrator', ...roleSchema.options]).nullish(),
  role: roleSchema.nullish(),
  release_at: z.iso.datetime({ offset: true }).nullish(),
  people: z.int().nonnegative().nullish(),
  taken_back: z.boolean().nullish(),
  until: z.iso.datetime({ offset: true }).nullish(),
  rehearsal_id: z.guid().nullish(),
  plan_reviewed_at: z.iso.datetime({ offset: true }).nullish(),
  months: z.int().positive().nullish(),
  other_owners: z.int().min(0).nullish(),
})

type Payload = z.infer<typeof payloadSchema>

/** What a mail of the outbox tells of. Names are clean and never empty. */
export interface Notice {
  recipient: 'owner' | 'designee'
  owner: string
  /** The bare name that the owner gave the one who acted: anything can be written there. */
  actor: string
  /** Who acted, at the start of a sentence, as the database knows it: no name can claim to be somebody else. */
  actorAndRole: string
  role: Role | null
  releaseAt: Date | null
  /** Whether a rejection takes back an approval. */
  takenBack: boolean
  /** How many people a lifted hold lets in. */
  people: number
  /** When a lifted hold comes back by itself (null when the owner puts it back), or when free days end. */
  until: Date | null
  /** When the owner last confirmed the plan, and after how many months they are asked again. */
  planReviewedAt: Date | null
  months: number
  /** How many others named the recipient, besides the owner. */
  otherOwners: number
  /** The designee's page about this owner. */
  memorialUrl: string
  /** The designee's page of a rehearsal. */
  practiceUrl: string
  appOrigin: string
}

/**
 * Reads what the database put into the outbox.
 * @throws z.ZodError when it is not a payload of ours
 */
export function readNotice(payload: unknown, appOrigin: string): Notice {
  const read = payloadSchema.parse(payload)
  const { recipient, owner_name, owner_id, actor_name, role, rehearsal_id } = read
  const owner = cleanName(owner_name, 'A loved one')
  return {
    recipient,
    owner,
    actor: cleanName(actor_name, 'Somebody'),
    actorAndRole: actorAndRole(read, owner),
    role: role ?? null,
    releaseAt: dateOf(read.release_at),
    takenBack: read.taken_back ?? false,
    people: read.people ?? 0,
    until: dateOf(read.until),
    planReviewedAt: dateOf(read.plan_reviewed_at),
    months: read.months ?? 6,
    otherOwners: read.other_owners ?? 0,
    memorialUrl: owner_id ? `${appOrigin}/memorial/${owner_id}` : `${appOrigin}/invites`,
    practiceUrl: rehearsal_id ? `${appOrigin}/practice/${rehearsal_id}` : `${appOrigin}/invites`,
    appOrigin,
  }
}

function dateOf(text: string | null | undefined): Date | null {
  return text ? new Date(text) : null
}

function actorAndRole({ recipient, actor_name, actor_role }: Payload, owner: string): string {
  switch (actor_role) {
    case 'administrator':
      return 'The administrator'
    case 'owner':
      return recipient === 'owner' ? 'Somebody signed in as you' : `Somebody signed in as ${owner}`
    case null:
    case undefined:
      // Without a role nothing vouches for the name.
      return 'Somebody'
    default:
      return `${cleanName(actor_name, 'Somebody')}, whom ${recipient === 'owner' ? 'you' : owner} named as ${actor_role},`
  }
}
