import type { usePlanLists } from '@/sections/plan-lists'
import type { Loadable } from '@/ui/page/loaded'

type Lists = ReturnType<typeof usePlanLists>

/** What stands in a plan, complete. */
export type WholePlan = { [List in keyof Lists]: Exclude<Lists[List]['data'], undefined> }

/** Two things that are loaded as one: there when both are, failed when one is. */
export function both<A, B>(first: Loadable<A>, second: Loadable<B>): Loadable<[A, B]> {
  return {
    data: first.data === undefined || second.data === undefined ? undefined : [first.data, second.data],
    error: first.error ?? second.error,
    isFetching: first.isFetching || second.isFetching,
    refetch: () => Promise.all([first.refetch(), second.refetch()]),
  }
}

/**
 * All lists of a plan as one. Nothing is printed before all of them are there: a paper does not show that one could not
 * be loaded.
 */
export function wholePlan(lists: Lists): Loadable<WholePlan> {
  const queries = Object.values(lists)
  return {
    data: complete(lists),
    error: queries.find(({ error }) => error !== null)?.error ?? null,
    isFetching: queries.some(({ isFetching }) => isFetching),
    refetch: () => Promise.all(queries.map(({ refetch }) => refetch())),
  }
}

function complete(lists: Lists): WholePlan | undefined {
  const funeralPlan = lists.funeralPlan.data
  const documents = lists.documents.data
  const messages = lists.messages.data
  const contacts = lists.contacts.data
  const accounts = lists.accounts.data
  const policies = lists.policies.data
  if (funeralPlan === undefined) return undefined
  if (!documents || !messages || !contacts || !accounts || !policies) return undefined
  return { funeralPlan, documents, messages, contacts, accounts, policies }
}
