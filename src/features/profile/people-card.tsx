import { useQuery } from '@tanstack/react-query'
import { useContext } from 'react'
import { Link } from 'react-router-dom'
import { useHeldUntil } from '@/account/new-browser-notice'
import { isVisible, type Profile } from '@/data/account/profiles'
import { designationState, liveDesignations } from '@/data/people/designation-state'
import { type Designation, designationsQuery } from '@/data/people/designations'
import { hasDied, useDiedOwners } from '@/data/people/died-designees'
import { paths } from '@/lib/paths'
import { PlanState, useIsFrozen, useSees } from '@/parts/kit/plan-open'
import { Badge } from '@/ui/base/badge'
import { ButtonLink } from '@/ui/base/button'
import { Card } from '@/ui/base/card'
import { Loaded } from '@/ui/base/loaded'
import { roleWords } from '@/words/roles'
import { useCircle } from './use-circle'

/** The people who have or could get access, each with what they can do now and a preview of what they will see. */
export function PeopleCard({ profile }: { profile: Profile }) {
  const people = useQuery(designationsQuery(profile.user_id))
  const isFrozen = useIsFrozen()
  const isHeld = useHeldUntil() !== null
  const isOpen = useContext(PlanState) === 'open'
  const isEmpty = people.data && liveDesignations(people.data).length === 0
  // Without a membership no one is added, but people are still removed.
  const canChange = (isEmpty ? isOpen : !isFrozen) && !isHeld
  return (
    <Card
      title="The people you’ve named"
      actions={
        isEmpty && !canChange ? null : (
          <ButtonLink to={paths.beneficiaries}>
            {isEmpty ? 'Name someone' : canChange ? 'Change who you’ve named' : 'See who you’ve named'}
          </ButtonLink>
        )
      }
    >
      <Loaded
        query={people}
        loading="Loading the people you’ve named"
        errorTitle="Unable to load designations"
      >
        {(named) => <People people={liveDesignations(named)} profile={profile} />}
      </Loaded>
    </Card>
  )
}

function People({ people, profile }: { people: readonly Designation[]; profile: Profile }) {
  const circle = new Set(useCircle(profile.user_id).readsNow.map(({ designation_id }) => designation_id))
  const diedOwners = useDiedOwners(profile.user_id)
  const isFrozen = useIsFrozen()
  const sees = useSees()
  const isDead = (person: Designation) => hasDied(person, diedOwners)
  if (people.length === 0) return <p>No one is named right now.</p>
  return (
    <ul className="divide-y divide-line">
      {people.map((person) => (
        <li
          key={person.id}
          className="flex flex-wrap items-center justify-between gap-x-6 gap-y-1 py-3 first:pt-0 last:pb-0"
        >
          <div className="min-w-0">
            <p className="font-semibold wrap-anywhere">
              {person.person_name}{' '}
              <span className="font-normal text-ink-soft">{roleWords[person.role].name}</span>{' '}
              {isDead(person) ? <Badge>Has died</Badge> : null}
            </p>
            <p>
              {isDead(person)
                ? `Their account can still be used${isFrozen ? '' : ' until you end its access'}.`
                : accessWords(person, profile, circle.has(person.id))}
            </p>
          </div>
          {isDead(person) ? null : (
            <Link
              to={paths.preview(person.id)}
              aria-label={isFrozen ? undefined : `Preview what ${person.person_name} ${sees}`}
              className="tall-link wrap-anywhere"
            >
              {isFrozen ? `What ${person.person_name} ${sees}` : 'Preview'}
            </Link>
          )}
        </li>
      ))}
    </ul>
  )
}

function accessWords(person: Designation, profile: Profile, isInFirstHours: boolean): string {
  if (designationState(person) !== 'accepted') return 'Can’t see anything until they accept your invitation.'
  if (isVisible(profile)) return 'Can see your plan now.'
  return isInFirstHours ? 'Can see what you chose for the first hours.' : 'Can’t see your plan yet.'
}
