import type { QueryData } from '@supabase/supabase-js'
import { infiniteQueryOptions } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { supabase } from '@/data/client'
import { Constants } from '@/lib/database.types'
import { accessEventKeys } from './access-event-keys'

/** Entries per page. Each request asks for one more, to find out whether there are older ones. */
const PAGE = 50

const role = z.enum(Constants.public.Enums.designation_role)

/** What the database records with an action. Each action has some of these; unreadable values are omitted. */
const detailSchema = z.catch(
  z.object({
    /** The name and role in a designation. */
    name: z.catch(z.optional(z.string()), undefined),
    role: z.catch(z.optional(role), undefined),
    /** The role that was given instead of that one. */
    new_role: z.catch(z.optional(role), undefined),
    /** What was viewed. */
    section: z.catch(z.optional(z.string()), undefined),
    title: z.catch(z.optional(z.string()), undefined),
    /** ISO timestamps: when a lifted hold takes effect again, and when the plan opens. */
    until: z.catch(z.nullish(z.string()), undefined),
    release_at: z.catch(z.optional(z.string()), undefined),
    /** ISO timestamps: from when the first hours are open, and until when. */
    opens_at: z.catch(z.optional(z.string()), undefined),
    ends_at: z.catch(z.optional(z.string()), undefined),
    /** The day of the death, as yyyy-MM-dd; null when it was taken back. */
    died_on: z.catch(z.nullish(z.string()), undefined),
    /** What was marked on a step, whose name is the title. */
    mark: z.catch(z.optional(z.enum(Constants.public.Enums.step_mark)), undefined),
    /** The kind of a browser, such as "Chrome on Windows"; null when it did not tell. */
    browser: z.catch(z.nullish(z.string()), undefined),
    /** How many people were asked to practice. */
    people: z.catch(z.optional(z.number()), undefined),
  }),
  {},
)

/** Null for a deleted account and for a role that is not known here. */
const actorRoleSchema = z.catch(
  z.nullable(z.enum(['owner', ...Constants.public.Enums.designation_role, 'administrator', 'system'])),
  null,
)

const selectEvents = () =>
  supabase.from('access_events').select('id, actor_id, actor_name, actor_role, action, detail, created_at')

function toEvent(row: QueryData<ReturnType<typeof selectEvents>>[number]) {
  return { ...row, actor_role: actorRoleSchema.parse(row.actor_role), detail: detailSchema.parse(row.detail) }
}

/**
 * An entry of the access history. `actor_id` is null for the administrator, for automatic events, and when the account
 * was deleted; `actor_name`, the name that the owner gave the person, for the first two only.
 */
export type AccessEvent = ReturnType<typeof toEvent>

/**
 * The access history of a plan, newest first, as far as the signed-in person may read it; the owner reads all of it.
 * Each page starts after the last entry read, so that new entries do not shift the pages.
 */
export function accessEventsQuery(ownerId: string) {
  return infiniteQueryOptions({
    queryKey: accessEventKeys.ofOwner(ownerId),
    initialPageParam: Number.MAX_SAFE_INTEGER,
    queryFn: async ({ pageParam, signal }): Promise<AccessEvent[]> => {
      const { data } = await selectEvents()
        .eq('owner_id', ownerId)
        .lt('id', pageParam)
        .order('id', { ascending: false })
        .limit(PAGE + 1)
        .abortSignal(signal)
        .throwOnError()
      return data.map(toEvent)
    },
    getNextPageParam: (page): number | undefined => (page.length > PAGE ? page[PAGE - 1]?.id : undefined),
    select: ({ pages }) => pages.flatMap((page) => page.slice(0, PAGE)),
  })
}
