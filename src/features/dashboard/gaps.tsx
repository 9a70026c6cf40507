import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { capitalize, count } from '@/lib/text'
import type { Ask } from '@/parts/kit/part'
import { ButtonLink } from '@/ui/base/button'
import { Card } from '@/ui/base/card'
import { PageSection } from '@/ui/base/page'

interface GapListProps {
  /** The first question of each part that holds nothing. */
  asks: readonly Ask[]
  /** How many things the steps find missing in the whole plan. */
  missing: number
  actions: ReactNode
}

/** Shown instead of a score: what would be missing if the owner died today. Each line links to its field. */
export function GapList({ asks, missing, actions }: GapListProps) {
  return (
    <PageSection
      title="Still missing from your plan"
      intro={`If something happened to you today, your executor would have to find out ${count(missing, 'thing')} alone.`}
      actions={actions}
    >
      <ul className="divide-y divide-line rounded-card border border-line bg-sheet">
        {asks.map(({ ask, why, to }) => (
          <li key={ask} className="relative px-5 py-2.5 hover:bg-forest-wash sm:px-6">
            <Link to={to} className="font-semibold text-ink after:absolute after:inset-0">
              {capitalize(ask)}
            </Link>
            <p className="text-small text-ink-soft">{why}</p>
          </li>
        ))}
      </ul>
    </PageSection>
  )
}

/** The one thing to do now: the page's only primary button. */
export function NextStep({ step, isFirst }: { step: Ask; isFirst: boolean }) {
  const { why, ask, minutes, action, to } = step
  return (
    <Card
      highlighted
      title={`${isFirst ? 'Start here' : 'Next'}: ${ask}`}
      actions={
        <ButtonLink to={to} variant="primary">
          {action}
        </ButtonLink>
      }
    >
      <p className="text-ink-soft">
        {why} {minutes === undefined ? '' : `About ${minutes} minutes.`}
      </p>
    </Card>
  )
}
