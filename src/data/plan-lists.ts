import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useLayoutEffect, useRef } from 'react'
import { type Contact, contactsQuery } from './contacts'
import { documentsQuery } from './estate-documents'
import { financialAccountsQuery } from './financial-accounts'
import { funeralPlanQuery } from './funeral-plan'
import { policiesQuery } from './insurance-policies'
import { videoMessagesQuery } from './video-messages'

const byName = new Intl.Collator('en', { sensitivity: 'base', numeric: true })
const sortedByName = (contacts: Contact[]) => [...contacts].sort((a, b) => byName.compare(a.name, b.name))

/**
 * Everything that a plan holds, as far as the policies give it to the signed-in person: each list by itself, so that one
 * that fails takes no other with it. Contacts come by name, everything else newest first.
 * @param canView whether the plan is open to this person; undefined while that is asked. Nothing waits for it, as the
 * policies give nothing of a closed plan: so it is all one round of requests. What came empty because the plan was still
 * closed is read anew when it opens.
 */
export function usePlanLists(ownerId: string, canView: boolean | undefined) {
  const cache = useQueryClient()
  const queries = {
    funeralPlan: funeralPlanQuery(ownerId),
    documents: documentsQuery(ownerId),
    messages: videoMessagesQuery(ownerId),
    contacts: contactsQuery(ownerId),
    accounts: financialAccountsQuery(ownerId),
    policies: policiesQuery(ownerId),
  }
  const wasClosed = useRef(false)
  useLayoutEffect(() => {
    // Back to the skeleton first: nobody shall take a closed plan for an empty one.
    if (canView && wasClosed.current) {
      for (const { queryKey } of Object.values(queries)) void cache.resetQueries({ queryKey })
    }
    wasClosed.current = canView === false
  })
  return {
    funeralPlan: useQuery(queries.funeralPlan),
    documents: useQuery(queries.documents),
    messages: useQuery(queries.messages),
    contacts: useQuery({ ...queries.contacts, select: sortedByName }),
    accounts: useQuery(queries.accounts),
    policies: useQuery(queries.policies),
  }
}
