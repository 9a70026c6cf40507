import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { LinkWhilePlanOpen } from '@/parts/kit/plan-open'
import { cx } from '@/ui/base/cx'
import { Icon } from '@/ui/base/icons'
import type { PlanRow } from './plan-rows'
import { PortraitPicture, VideoFrame } from './row-pictures'

interface PlanRowListProps {
  rows: readonly PlanRow[]
  /** The row whose question the card above asks already: the one thing that is missing in it is not named twice. */
  asked: PlanRow['key'] | undefined
  userId: string
}

/** What the plan holds, a row a part: its content, and what is missing in it. Each row leads to its screen. */
export function PlanRowList({ rows, asked, userId }: PlanRowListProps) {
  return (
    <ul className="divide-y divide-line rounded-card border border-line bg-sheet">
      {rows.map(({ key, title, path, held, next, missing, isWaiting }) => (
        <li
          key={key}
          className="relative flex flex-wrap items-start gap-4 px-5 py-3.5 hover:bg-forest-wash sm:flex-nowrap sm:px-6"
        >
          <Mark isComplete={missing.length === 0 && !isWaiting} />
          <div className="min-w-0 grow max-sm:basis-36">
            <h3 className="text-title">
              {/* The whole row can be pressed; the link itself is only the title. */}
              <Link to={path} className="text-ink after:absolute after:inset-0">
                {title}
              </Link>
            </h3>
            <p className="wrap-anywhere">{held}</p>
            {missing.length === 0 || (missing.length === 1 && key === asked && !next?.isGeneral) ? null : (
              <p className="text-ink-soft wrap-anywhere">
                Still missing:{' '}
                {missing.map(({ what, to }, index) => (
                  <span key={what}>
                    {index === 0 ? '' : ', '}
                    <LinkWhilePlanOpen to={to} className="relative">
                      {what}
                    </LinkWhilePlanOpen>
                  </span>
                ))}
              </p>
            )}
          </div>
          {pictures[key]?.(userId)}
        </li>
      ))}
    </ul>
  )
}

const pictures: { [Key in PlanRow['key']]?: (userId: string) => ReactNode } = {
  portrait: (userId) => <PortraitPicture userId={userId} />,
  messages: (userId) => <VideoFrame userId={userId} />,
}

/** A check only where nothing is missing; the words beside it say the rest. */
function Mark({ isComplete }: { isComplete: boolean }) {
  return (
    <span
      className={cx(
        'grid size-7 shrink-0 place-items-center rounded-full',
        isComplete ? 'bg-good-wash text-good' : 'border-2 border-dashed border-edge',
      )}
    >
      {isComplete ? <Icon name="check" /> : null}
    </span>
  )
}
