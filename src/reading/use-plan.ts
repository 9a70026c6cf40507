import { useQueries, useQueryClient } from '@tanstack/react-query'
import { useDeferredValue, useMemo, useState } from 'react'
import { profileKeys } from '@/data/account/profiles'
import { accessEventKeys } from '@/data/memorial/access-event-keys'
import { useDropped } from '@/data/memorial/memorials'
import { familyFirst, type PlanPart, planParts } from '@/parts'
import { inOrder, isReadBy, type OpenPlan, type PartData } from '@/parts/kit/part'
import { asLoaded, type Loadable } from '@/ui/base/loaded'

/** The parts in the order of a memorial. */
export const memorialParts = inOrder(
  planParts,
  'funeral',
  'music',
  'documents',
  'messages',
  'contacts',
  'accounts',
)
/** The parts in the order of a binder. */
export const binderParts = inOrder(planParts, ...familyFirst)

/** The parts whose rows are read. Two parts may share a table, which is then read once. */
const perTable = binderParts.filter(
  ({ table }, index) => binderParts.findIndex((part) => part.table === table) === index,
)

/** A part of a plan with its data: the state of its query, or sample data in its place. */
export interface ReadPart extends Omit<PlanPart, 'query'> {
  query: Loadable<PartData>
}

/** The owner's day of birth, as yyyy-MM-dd; null where these parts don't say it. */
export const bornOn = (parts: readonly ReadPart[]): string | null =>
  parts
    .map((part) => (part.query.data === undefined ? null : part.bornOn?.(part.query.data)))
    .find(Boolean) ?? null

/** The answers, in the order of the queries. */
type Answers = Loadable<PartData>[]

const waiting: Loadable<PartData> = { ...asLoaded<PartData | undefined>(undefined), isFetching: true }

const each = (answers: Answers): Answers =>
  answers.map(({ data, error, isFetching, refetch }) => ({ data, error, isFetching, refetch }))

const whole = (answers: Answers): Answers =>
  answers.some(({ error }) => error !== null) || answers.every(({ data }) => data !== undefined)
    ? each(answers)
    : answers.map(() => waiting)

interface PlanOptions {
  /**
   * What the reader may see: left out by the owner, and undefined until it is known. The queries do not wait for it, because
   * the policies return nothing of a closed plan; this saves a round of requests. Once a part is not open to the reader, it is
   * left out and its data leaves the cache. If it opens later it is read again, so that a closed plan is not mistaken for an
   * empty one.
   */
  access?: OpenPlan | null | undefined
  /** For a page that shows nothing before everything is there: it is drawn once, not with each answer. */
  isWhole?: boolean
}

/**
 * Reads these parts of a plan, as far as the policies allow the signed-in person. Each part has its own query, so that a
 * part that is refused does not affect the others.
 */
export function usePlan(
  parts: readonly PlanPart[],
  ownerId: string,
  { access, isWhole = false }: PlanOptions = {},
): readonly ReadPart[] {
  const [open, closed] = useMemo(() => byAccess(access), [access])
  const wanted = useMemo(
    () => open.filter((part) => parts.some(({ table }) => table === part.table)),
    [open, parts],
  )
  const cache = useQueryClient()
  // What was read before is there at once: a page that is as high as before is scrolled to where its reader left it.
  const [isRead] = useState(() =>
    wanted.every((part) => cache.getQueryData(part.query(ownerId).queryKey) !== undefined),
  )
  // In a task of its own: with the page's other reads, beginning these would keep a press on a slow phone waiting.
  const hasBegun = useDeferredValue(true, isRead)
  const answers = useQueries({
    queries: (hasBegun ? wanted : []).map((part) => part.query(ownerId)),
    combine: isWhole ? whole : each,
  })
  // After the queries, so that what was shown until now is no longer in use.
  useDropped([
    ...closed.map((part) => part.query(ownerId).queryKey),
    ...(access === null ? [profileKeys.detail(ownerId), accessEventKeys.ofOwner(ownerId)] : []),
  ])
  // The same as long as nothing came: much is made from it.
  return useMemo(
    () =>
      parts.flatMap((part) => {
        const index = wanted.findIndex(({ table }) => table === part.table)
        return index === -1 ? [] : [{ ...part, query: answers[index] ?? waiting }]
      }),
    [parts, wanted, answers],
  )
}

/** The parts whose rows are read, and those that are not open to the reader. */
function byAccess(access: OpenPlan | null | undefined): [PlanPart[], PlanPart[]] {
  const isOpen = (part: PlanPart) => access === undefined || (access !== null && isReadBy(part, access))
  return [perTable.filter(isOpen), perTable.filter((part) => !isOpen(part))]
}
