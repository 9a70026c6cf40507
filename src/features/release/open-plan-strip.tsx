import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router-dom'
import { isHoldOn, profileQuery } from '@/data/account/profiles'
import { openToQuery } from '@/data/people/designations'
import { useUser } from '@/data/session/session'
import { formatDateTime } from '@/lib/dates'
import { paths } from '@/lib/paths'
import { count } from '@/lib/text'
import { Icon } from '@/ui/base/icons'
import { Strip } from '@/ui/base/notice'
import { useHasCome } from '@/ui/hooks/use-is-past'

/** Shown on every screen of a living owner whose plan is visible: how many people can see it, and until when. */
export function OpenPlanStrip() {
  const user = useUser()
  const { data: profile } = useQuery(profileQuery(user.id))
  useHasCome(profile?.hold_lifted_until)
  const isOpen = profile != null && profile.death_review !== 'approved' && !isHoldOn(profile)
  const people = useQuery({ ...openToQuery(user.id), enabled: isOpen })
  if (!isOpen || people.isPending) return null
  const until = profile.hold_lifted_until
  return (
    <Strip className="border-t border-line bg-warning-wash">
      <div role="status" className="flex gap-3">
        <Icon name="eye" className="mt-0.5 shrink-0 text-warning" />
        <p>
          <strong>{openTo(people.data)}</strong>{' '}
          {until
            ? `until ${formatDateTime(until)}, then it’ll be private again`
            : 'until you make it private again'}
          . {people.data === 0 ? 'No one has yet. ' : null}
          <Link to={paths.whoCanSee} className="whitespace-nowrap">
            Change this
          </Link>
        </p>
      </div>
    </Strip>
  )
}

function openTo(people: number | undefined): string {
  if (people === undefined) return 'Your plan is shared with everyone who has accepted your invitation'
  if (people === 0) return 'Anyone who accepts your invitation can see your plan'
  return `Your plan is shared with ${count(people, 'person', 'people')}`
}
