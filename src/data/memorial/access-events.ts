import { infiniteQueryOptions } from '@tanstack/react-query'
import { z } from 'zod'
import { supabase } from '@/data/client'
import { Constants, type Enums } from '@/lib/database.types'

/** How many entries come at once. One more is asked for, to know whether there are older ones. */
const PAGE = 50

const role = z.enum(Constants.public.Enums.designation_role)

/** What the database notes beside an action. Each action has some of these; what cannot be read is left out. */
const detailSchema = z
  .object({
    /** Whom a designation names, and as what. */
    name: z.string().optional().catch(undefined),
    role: role.optional().catch(undefined),
    /** What was looked at. */
    section: z.string().optional().catch(undefined),
    title: z.string().optional().catch(undefined),
    /** ISO timestamps: until when a hold is lifted, and when the plan opens. */
    until: z.string().nullish().catch(undefined),
    release_at: z.string().optional().catch(undefined),
    /** How many were asked to practise. */
    people: z.number().optional().catch(undefined),
  })
  .catch({})

/** An entry of the access history. */
export interface AccessEvent {
  id: number
  /** Null for the administrator, for what happens by itself, and when the account is gone. */
  actorId: string | null
  /** As the owner named the person; null for the administrator and for what happens by itself. */
  actorName: string | null
  actorRole: 'owner' | Enums<'designation_role'> | 'administrator' | 'system' | null
  action: string
  detail: z.output<typeof detailSchema>
  /** ISO timestamp. */
  createdAt: string
}

const actorRoleSchema = z
  .enum(['owner', ...Constants.public.Enums.designation_role, 'administrator', 'system'])
  .nullable()
  .catch(null)

export const accessEventKeys = {
  all: ['access-events'] as const,
  ofOwner: (ownerId: string) => [...accessEventKeys.all, ownerId] as const,
}

/**
 * The access history of a plan, newest first, as far as the signed-in person may read it: all of it for its owner. Older
 * entries are read from the last one on, so that entries added meanwhile move nothing.
 */
export function accessEventsQuery(ownerId: string) {
  return infiniteQueryOptions({
    queryKey: accessEventKeys.ofOwner(ownerId),
    initialPageParam: Number.MAX_SAFE_INTEGER,
    queryFn: async ({ pageParam, signal }): Promise<{ events: AccessEvent[]; olderThan: number | null }> => {
      const { data } = await supabase
        .from('access_events')
        .select('id, actor_id, actor_name, actor_role, action, detail, created_at')
        .eq('owner_id', ownerId)
        .lt('id', pageParam)
        .order('id', { ascending: false })
        .limit(PAGE + 1)
        .abortSignal(signal)
        .throwOnError()
      const rows = data.slice(0, PAGE)
      return {
        events: rows.map((row) => ({
          id: row.id,
          actorId: row.actor_id,
          actorName: row.actor_name,
          actorRole: actorRoleSchema.parse(row.actor_role),
          action: row.action,
          detail: detailSchema.parse(row.detail),
          createdAt: row.created_at,
        })),
        olderThan: data.length > PAGE ? (rows.at(-1)?.id ?? null) : null,
      }
    },
    getNextPageParam: ({ olderThan }): number | null => olderThan,
  })
}
