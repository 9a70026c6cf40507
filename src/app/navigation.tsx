import { useQuery } from '@tanstack/react-query'
import { Link, useLocation } from 'react-router-dom'
import { useOffered } from '@/data/offered-parts'
import { helpedQuery, ownPlanQuery } from '@/data/people/where-to-begin'
import { isAtOrBelow, paths } from '@/lib/paths'
import { cx } from '@/ui/base/cx'
import { Icon, type IconName } from '@/ui/base/icons'
import { isGated, navigation } from './screens'

interface NavigationLink {
  to: string
  label: string
  icon: IconName
}

interface NavigationProps {
  label: string
  userId: string
  /** Opens one group at a time, at first that of the page, because a phone has no room for all. */
  isFolded?: boolean
}

/**
 * The navigation of the screens behind sign-in. People who only help with the plans of others see those plans first,
 * and nothing of planning but one line at the end.
 */
export function Navigation({ label, userId, isFolded = false }: NavigationProps) {
  const { pathname } = useLocation()
  const standing = useStanding(userId)
  const { isKnown, isOffered } = useOffered()
  // An entry that came later would move those below it under a finger.
  if (standing === undefined || !isKnown) return null
  const groups =
    standing === 'owner'
      ? navigation.map(({ group, links }) => ({
          group,
          links: links.filter(({ choice }) => isOffered(choice)),
        }))
      : helperGroups(standing)
  return (
    <nav aria-label={label} className={cx('grid', isFolded ? 'gap-1' : 'gap-5')}>
      {groups.map(({ group, links }) => {
        if (links.length === 0) return null
        const entries = (
          <ul key={group}>
            {links.map(({ to, label: name, icon }) => (
              <li key={to}>
                <Entry to={to} label={name} icon={icon} isCurrent={isAtOrBelow(to, pathname)} />
              </li>
            ))}
          </ul>
        )
        if (group === null) return entries
        return isFolded ? (
          <details key={group} name="navigation" open={links.some(({ to }) => isAtOrBelow(to, pathname))}>
            <summary className="flex min-h-11 cursor-pointer items-center justify-between gap-2.5 rounded-control px-4 font-semibold hover:bg-well">
              {group}
              <Icon name="chevron-down" className="shrink-0 text-ink-soft" />
            </summary>
            {entries}
          </details>
        ) : (
          <div key={group}>
            <p className="mb-1 px-4 text-small font-semibold text-ink-soft">{group}</p>
            {entries}
          </div>
        )
      })}
      {standing === 'owner' ? null : (
        <p className="px-4 text-small text-ink-soft">
          <Link to={paths.beginning}>Begin a plan of your own</Link> whenever you like.
        </p>
      )}
    </nav>
  )
}

/** Where the product's name leads: to what matters most to this person. */
export function useHome(userId: string): string {
  const standing = useStanding(userId)
  return standing === undefined || standing === 'owner' ? paths.dashboard : paths.invites()
}

interface Helper {
  plans: readonly NavigationLink[]
}

/**
 * Whether the person plans, or only helps others. Anyone who looks at a planning screen plans. Undefined until it is
 * known; when it cannot be read, every screen is offered.
 */
function useStanding(userId: string): 'owner' | Helper | undefined {
  const { pathname } = useLocation()
  const helped = useQuery(helpedQuery(userId))
  const ownPlan = useQuery(ownPlanQuery(userId))
  if (isGated(pathname) || ownPlan.data || helped.isError || ownPlan.isError) return 'owner'
  if (helped.data === undefined || ownPlan.data === undefined) return undefined
  if (!helped.data.isNamed) return 'owner'
  return {
    plans: helped.data.plans.map(({ owner_id, owner_name }) => ({
      to: paths.memorial(owner_id),
      label: `${owner_name ?? 'A loved one'}’s plan`,
      icon: 'people',
    })),
  }
}

const helperPaths: readonly string[] = [paths.profile, paths.settings]

function helperGroups({ plans }: Helper): { group: string | null; links: readonly NavigationLink[] }[] {
  const linksTo = (wanted: readonly string[]) =>
    navigation.flatMap(({ links }) => links.filter(({ to }) => wanted.includes(to)))
  return [
    { group: 'People you help', links: [...plans, ...linksTo([paths.invites()])] },
    { group: 'You', links: linksTo(helperPaths) },
  ]
}

function Entry({ to, label, icon, isCurrent }: NavigationLink & { isCurrent: boolean }) {
  return (
    <Link
      to={to}
      aria-current={isCurrent ? 'page' : undefined}
      className={cx(
        'flex min-h-11 items-center gap-2.5 rounded-control px-4 py-1.5 text-ink no-underline',
        // A shadow, because forced colors would draw a transparent border at every link.
        isCurrent
          ? 'bg-heart-wash font-semibold shadow-[inset_4px_0_var(--color-heart)] forced-colors:outline'
          : 'hover:bg-well',
      )}
    >
      <Icon name={icon} className="shrink-0 text-ink-soft" />
      <span className="min-w-0 wrap-anywhere">{label}</span>
    </Link>
  )
}
