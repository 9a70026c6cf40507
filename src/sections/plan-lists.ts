import { useQuery } from '@tanstack/react-query'
import { funeralPlanQuery } from '@/data/funeral-plan'
import { useReadWhenOpened } from '@/data/memorial/reset-when-opened'
import { financialAccounts } from './accounts/data'
import { type Contact, contacts } from './contacts/data'
import { documents } from './documents/data'
import { policies } from './insurance/data'
import { videoMessages } from './videos/data'

const byName = new Intl.Collator('en', { sensitivity: 'base', numeric: true })
const sortedByName = (contacts: Contact[]) => [...contacts].sort((a, b) => byName.compare(a.name, b.name))

/**
 * Everything that a plan holds, as far as the policies give it to the signed-in person: each list by itself, so that one
 * that fails takes no other with it. Contacts come by name, everything else newest first.
 * @param canView see useReadWhenOpened. No list waits for it, as the policies give nothing of a closed plan: it is all
 * one round of requests.
 */
export function usePlanLists(ownerId: string, canView: boolean | undefined) {
  const queries = {
    funeralPlan: funeralPlanQuery(ownerId),
    documents: documents.query(ownerId),
    messages: videoMessages.query(ownerId),
    contacts: contacts.query(ownerId),
    accounts: financialAccounts.query(ownerId),
    policies: policies.query(ownerId),
  }
  useReadWhenOpened(canView, Object.values(queries))
  return {
    funeralPlan: useQuery(queries.funeralPlan),
    documents: useQuery(queries.documents),
    messages: useQuery(queries.messages),
    contacts: useQuery({ ...queries.contacts, select: sortedByName }),
    accounts: useQuery(queries.accounts),
    policies: useQuery(queries.policies),
  }
}
