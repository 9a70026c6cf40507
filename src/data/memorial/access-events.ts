import { infiniteQueryOptions } from '@tanstack/react-query'
import { z } from 'zod'
import { supabase } from '@/data/client'
import { Constants, type Enums } from '@/lib/database.types'

/** Entries per page. Each request asks for one more, to find out whether there are older ones. */
const PAGE = 50

const role = z.enum(Constants.public.Enums.designation_role)

/** What the database records with an action. Each action has some of these; unreadable values are omitted. */
const detailSchema = z
  .object({
    /** The name and role in a designation. */
    name: z.string().optional().catch(undefined),
    role: role.optional().catch(undefined),
    /** What was viewed. */
    section: z.string().optional().catch(undefined),
    title: z.string().optional().catch(undefined),
    /** ISO timestamps: when a lifted hold takes effect again, and when the plan opens. */
    until: z.string().nullish().catch(undefined),
    release_at: z.string().optional().catch(undefined),
    /** How many people were asked to practice. */
    people: z.number().optional().catch(undefined),
  })
  .catch({})

/** An entry of the access history. */
export interface AccessEvent {
  id: number
  /** Null for the administrator, for automatic events, and when the account was deleted. */
  actorId: string | null
  /** The name that the owner gave the person; null for the administrator and for automatic events. */
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
 * The access history of a plan, newest first, as far as the signed-in person may read it; the owner reads all of it.
 * Each page starts after the last entry read, so that new entries do not shift the pages.
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
