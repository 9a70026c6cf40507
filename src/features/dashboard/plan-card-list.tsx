import { Link } from 'react-router-dom'
import type { PlanCounts } from '@/data/plan-overview'
import type { PartState } from '@/parts/kit/part'
import { cx } from '@/ui/base/cx'
import { Icon } from '@/ui/base/icons'
import type { PlanCard } from './plan-cards'

interface Props {
  cards: readonly PlanCard[]
  counts: PlanCounts
}

/** Parts of the plan, with what each holds and what is missing. Each card links to its screen. */
export function PlanCardList({ cards, counts }: Props) {
  return (
    <ul className="grid gap-4 md:grid-cols-2">
      {cards.map(({ title, path, state }) => {
        const { standing, words } = state(counts)
        return (
          <li
            key={path}
            className="relative flex gap-3.5 rounded-card border border-line bg-sheet p-5 shadow-card has-[a:hover]:border-forest"
          >
            <Mark standing={standing} />
            <div className="min-w-0">
              <h3 className="text-title">
                {/* The whole card can be pressed; the link itself is only the title. */}
                <Link to={path} className="text-ink after:absolute after:inset-0 after:rounded-card">
                  {title}
                </Link>
              </h3>
              <p className={standing === 'missing' ? 'mt-1 text-ink-soft' : 'mt-1'}>{words}</p>
            </div>
          </li>
        )
      })}
    </ul>
  )
}

const marks = {
  there: { look: 'bg-good-wash text-good', icon: 'check' },
  started: { look: 'bg-waiting-wash text-waiting', icon: 'waiting' },
} as const

/** An icon for the state that the words beside it describe. */
function Mark({ standing }: { standing: PartState['standing'] }) {
  if (standing === 'missing')
    return <span className="mt-0.5 size-7 shrink-0 rounded-full border-2 border-dashed border-edge" />
  const { look, icon } = marks[standing]
  return (
    <span className={cx('mt-0.5 grid size-7 shrink-0 place-items-center rounded-full', look)}>
      <Icon name={icon} />
    </span>
  )
}
