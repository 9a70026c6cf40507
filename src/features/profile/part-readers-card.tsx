import { useQuery } from '@tanstack/react-query'
import { useOffered } from '@/data/offered-parts'
import { liveDesignations } from '@/data/people/designation-state'
import { designationsQuery } from '@/data/people/designations'
import { partAccessQuery, timingsOfAll } from '@/data/people/part-access'
import { UnlessFrozen } from '@/parts/kit/plan-open'
import { Card } from '@/ui/base/card'
import { allLoaded, Loaded } from '@/ui/base/loaded'
import { partChoiceNames, partChoices } from '@/words/part-choices'
import { readersWords } from '@/words/part-readers'

/** For each part of the plan, who may read it and when, in a sentence. */
export function PartReadersCard({ ownerId }: { ownerId: string }) {
  const people = useQuery(designationsQuery(ownerId))
  const chosen = useQuery(partAccessQuery(ownerId))
  const { isOffered } = useOffered()
  if (people.data && liveDesignations(people.data).length === 0) return null
  return (
    <Card title="Who can read which part">
      <p className="mb-4 max-w-prose">
        <UnlessFrozen>To change this for a person, choose Preview beside their name. </UnlessFrozen>A message
        is only for the people you chose for it.
      </p>
      <Loaded
        query={allLoaded(people, chosen)}
        loading="Loading who can read which part"
        errorTitle="Unable to load who can read which part"
      >
        {([named, rows]) => {
          const timings = timingsOfAll(named, rows)
          return (
            <dl className="divide-y divide-line">
              {partChoiceNames.filter(isOffered).map((choice) => (
                <div key={choice} className="grid gap-x-6 py-3 first:pt-0 last:pb-0 sm:grid-cols-[14rem_1fr]">
                  <dt className="font-semibold">{partChoices[choice].name}</dt>
                  <dd className="min-w-0 wrap-anywhere">{readersWords(choice, timings)}</dd>
                </div>
              ))}
            </dl>
          )
        }}
      </Loaded>
    </Card>
  )
}
