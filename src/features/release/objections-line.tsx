import { useQuery } from '@tanstack/react-query'
import { objectionsQuery } from '@/data/memorial/objections'
import { inWords } from '@/lib/text'

/** For the owner: which of the people they named said that something is wrong with the certificate that waits. */
export function ObjectionsLine({ ownerId }: { ownerId: string }) {
  const { data = [] } = useQuery(objectionsQuery(ownerId))
  const names = data.flatMap(({ withdrawn_at, person_name }) => (withdrawn_at === null ? [person_name] : []))
  return names.length === 0 ? null : <p>{inWords(names)} told us that something is wrong.</p>
}
