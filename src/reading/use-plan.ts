import { useQueries } from '@tanstack/react-query'
import { profileKeys } from '@/data/account/profiles'
import { useDropped } from '@/data/memorial/access-check'
import { accessEventKeys } from '@/data/memorial/access-event-keys'
import type { Memorial } from '@/data/memorial/memorials'
import { binderParts, type PartToRead } from '@/parts/facts'
import { isReadBy, type PlanPart } from '@/parts/kit/part'
import type { Loadable } from '@/ui/base/loaded'

/** The parts whose rows are read. Two parts may share a table, which is then read once. */
const sources = binderParts.filter(
  ({ table }, index) => binderParts.findIndex((part) => part.table === table) === index,
)

/** A part of a plan with its data: the state of its query, or sample data in its place. */
export interface ReadPart extends PartToRead {
  query: Loadable<unknown>
}

/** What the database lets a designee read of a plan now; null: nothing. */
type Access = Pick<Memorial, 'canView' | 'canViewFinances'> | null

/**
 * Reads these parts of a plan, as far as the policies allow the signed-in person. Each part has its own query, so that a
 * failed part does not affect the others.
 * @param access left out by the owner, and undefined until it is known. The queries do not wait for it, because the
 * policies return nothing of a closed plan; this saves a round of requests. Once a part is not open to the reader, it is
 * left out and its data leaves the cache. If it opens later it is read anew, so that a closed plan is not mistaken for an
 * empty one.
 */
export function usePlan(parts: readonly PartToRead[], ownerId: string, access?: Access): readonly ReadPart[] {
  const isOpen = (part: Pick<PlanPart, 'readers'>) =>
    access === undefined || (access?.canView === true && isReadBy(part, access.canViewFinances))
  const wanted = sources.filter((part) => isOpen(part) && parts.some(({ table }) => table === part.table))
  const answers = useQueries({ queries: wanted.map(({ source }) => source.query(ownerId)) })
  // After the queries, so that what was shown until now is no longer in use.
  useDropped([
    ...sources.filter((part) => !isOpen(part)).map(({ source }) => source.query(ownerId).queryKey),
    ...(access === null ? [profileKeys.detail(ownerId), accessEventKeys.ofOwner(ownerId)] : []),
  ])
  return parts.flatMap((part) => {
    const query = answers[wanted.findIndex(({ table }) => table === part.table)]
    return query ? [{ ...part, query }] : []
  })
}
