import { queryOptions, useMutation } from '@tanstack/react-query'
import { supabase } from '@/data/client'
import { accessEventKeys } from '@/data/memorial/access-event-keys'
import { planOverviewKeys } from '@/data/plan-overview'
import { type PartChoice, partChoiceNames, type Timing, timingOfRole } from '@/words/part-choices'
import { liveDesignations } from './designation-state'
import { type Designation, designationKeys } from './designations'

const selectChosen = (ownerId: string) =>
  supabase.from('part_access').select('designation_id, choice, timing').eq('owner_id', ownerId)

/** What an owner chose for one person and one part. */
interface Chosen {
  designation_id: number
  choice: string
  timing: Timing
}

/** All that the signed-in owner chose about who may read which part, and when. */
export function partAccessQuery(ownerId: string) {
  return queryOptions({
    // Beside the people, because a change of theirs changes it, too.
    queryKey: [...designationKeys.ofOwner(ownerId), 'part-access'],
    queryFn: async ({ signal }): Promise<Chosen[]> => {
      const { data } = await selectChosen(ownerId).abortSignal(signal).throwOnError()
      return data
    },
  })
}

/** What was chosen for one person. */
export function chosenFor({ id }: Pick<Designation, 'id'>, chosen: readonly Chosen[]): Chosen[] {
  return chosen.filter(({ designation_id }) => designation_id === id)
}

/** When a person may read each part: what was chosen, otherwise the rule of the role. */
export function timingsOf(
  { id, role }: Pick<Designation, 'id' | 'role'>,
  chosen: readonly Chosen[],
): ReadonlyMap<PartChoice, Timing> {
  const own = chosenFor({ id }, chosen)
  return new Map(
    partChoiceNames.map((name) => [
      name,
      own.find(({ choice }) => choice === name)?.timing ?? timingOfRole(name, role),
    ]),
  )
}

/** The same for everyone on the list who was not removed and has not declined. */
export function timingsOfAll(
  named: readonly Designation[],
  chosen: readonly Chosen[],
): { name: string; at: ReadonlyMap<PartChoice, Timing> }[] {
  return liveDesignations(named).map((person) => ({
    name: person.person_name,
    at: timingsOf(person, chosen),
  }))
}

/**
 * Says when a person may read a part. The same choice again changes nothing.
 * @throws HW001 when the person is no longer on the list; HW005 in a frozen plan; HW072 after too many changes in a day;
 *   HW080 in a new browser; 42501 for a wider choice without a membership
 */
export function useSetPartTiming() {
  return useMutation({
    mutationFn: async (wanted: { designation_id: number; choice: PartChoice; timing: Timing }) =>
      supabase.rpc('set_part_timing', wanted).throwOnError(),
    meta: {
      success: { title: 'Saved' },
      quietError: true,
      refreshes: [designationKeys.all, planOverviewKeys.all, accessEventKeys.all],
    },
  })
}
