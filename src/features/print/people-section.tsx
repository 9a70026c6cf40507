import { designationState, liveDesignations } from '@/data/people/designation-state'
import type { Designation } from '@/data/people/designations'
import { hasDied } from '@/data/people/died-designees'
import { count } from '@/lib/text'
import { PrintedList } from '@/parts/kit/printed'
import { DesignationBadge } from '@/reading/designation-badge'
import { executorSteps } from '@/reading/steps/executor-steps'
import { Badge } from '@/ui/base/badge'
import { roleWords } from '@/words/roles'
import { whatRolesSee } from '@/words/what-roles-see'
import type { MadeSection } from './binder-sections'

/**
 * The people whom an owner named, as the owner prints them for the family.
 * @param who the owner, as named inside a sentence
 * @param diedOwners the accounts of those who have died, as far as the owner may know
 */
export function peopleSection(
  people: readonly Designation[],
  who: string,
  diedOwners: readonly string[],
): MadeSection {
  const live = liveDesignations(people)
  const executors = live.filter(({ role }) => role === 'executor')
  return {
    id: 'people',
    title: 'Beneficiaries and trustees',
    isEmpty: live.length === 0,
    summary: live.length === 0 ? 'Nothing' : count(live.length, 'person', 'people'),
    missing: executorSteps(
      { named: executors.length, died: executors.filter((person) => hasDied(person, diedOwners)).length },
      '',
    ).flatMap(({ missing }) => missing?.what ?? []),
    content: (
      <>
        {live.length > 0 ? (
          <p className="mb-5">
            This is what their roles let them see, unless {who} chose otherwise for someone.
          </p>
        ) : null}
        <PrintedList
          rows={live}
          none="No one has been named yet, so no one could open the plan when it’s needed."
        >
          {(person) => (
            <>
              <h3>{person.person_name}</h3>
              <p className="mb-2">
                {roleWords[person.role].name}. {roleWords[person.role].description}.{' '}
                {whatRolesSee[person.role].inBinder(who)}
              </p>
              <p className="mb-2 wrap-anywhere">{person.person_email}</p>
              {hasDied(person, diedOwners) ? (
                <Badge>Has died</Badge>
              ) : (
                <DesignationBadge state={designationState(person)} />
              )}
            </>
          )}
        </PrintedList>
      </>
    ),
  }
}
