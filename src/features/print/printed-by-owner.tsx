import { designationState, liveDesignations } from '@/data/people/designation-state'
import type { Designation } from '@/data/people/designations'
import { hasDied } from '@/data/people/died-designees'
import { count, inWords, PRODUCT_NAME } from '@/lib/text'
import { PrintedList } from '@/parts/kit/printed'
import { DesignationBadge } from '@/reading/designation-badge'
import { executorSteps } from '@/reading/steps/executor-steps'
import { Badge } from '@/ui/base/badge'
import { roleWords } from '@/words/roles'
import { whatRolesSee } from '@/words/what-roles-see'
import type { MadeSection, PrintedByOwner } from './binder-sections'
import { whoIsInCharge } from './first-steps'

interface Named {
  /** The people whom the owner named. */
  people: readonly Designation[]
  /** The accounts of those of them who have died, as far as the owner may know. */
  diedOwners: readonly string[]
}

interface Given extends Named {
  /** The owner, as named inside a sentence. */
  who: string
  /** Whether the owner's death has been verified: no one has to send a certificate then. */
  isVerified: boolean
}

/** What only an owner prints, for the family: whom they named, and what these people have to do. */
export function printedByOwner({ who, isVerified, ...named }: Given): PrintedByOwner {
  return {
    people: named.people,
    section: peopleSection(named, who),
    executorStep: executorStep(named),
    filesStep: (section) => filesStep(named, isVerified, section),
  }
}

function peopleSection({ people, diedOwners }: Named, who: string): MadeSection {
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

/** Those who were named, without those who have died, as far as the owner may know. */
const living = ({ people, diedOwners }: Named) =>
  liveDesignations(people).filter((person) => !hasDied(person, diedOwners))

/** An invitation that is still open opens nothing, so the binder says to accept it. */
function filesStep(named: Named, isVerified: boolean, section: number | undefined): string {
  const people = living(named)
  const where = `Videos and copies of papers can’t be printed. They’re in ${PRODUCT_NAME}`
  if (people.length === 0) return `${where}, but no one is named who could open them there.`
  const toDo = [
    'sign in with the email address given there',
    ...(people.every((person) => designationState(person) === 'accepted')
      ? []
      : ['accept the invitation if they haven’t yet']),
    ...(isVerified ? [] : ['submit the death certificate']),
  ]
  return `${where}: anyone in section ${section} can ${inWords(toDo)}. Each sees what’s meant for them.`
}

function executorStep(named: Named): string {
  const isExecutor = ({ role }: Designation) => role === 'executor'
  const executors = living(named)
    .filter(isExecutor)
    .map(({ person_name, person_email }) => `${person_name} (${person_email})`)
  if (executors.length > 0)
    return `Tell ${executors.join(' and ')}, who ${executors.length === 1 ? 'is named as executor' : 'are named as executors'} and will take care of the rest.`
  // A family can name no one anymore, but it can look for who is in charge.
  const dead = liveDesignations(named.people).filter(isExecutor).length
  if (dead === 0) return `${whoIsInCharge}: this plan names no executor, but the will may.`
  return `${whoIsInCharge}: ${dead === 1 ? 'the one named in this plan has' : 'those named in this plan have'} died, but the will may name another.`
}
