import { type ReactNode, useContext } from 'react'
import { capitalize } from '@/lib/text'
import type { Ask } from '@/parts/kit/part'
import { LinkWhilePlanOpen, PlanState } from '@/parts/kit/plan-open'
import type { Executors } from '@/reading/steps/executor-steps'
import { whoFindsOut } from '@/reading/steps/own-plan'
import { ButtonLink } from '@/ui/base/button'
import { Card } from '@/ui/base/card'
import { PageSection } from '@/ui/base/page'

interface GapListProps {
  /** The first question of each part that holds nothing. */
  asks: readonly Ask[]
  executors: Executors
  actions: ReactNode
}

/** Shown instead of a score: what would be missing if the owner died today. Each line links to its field, as long as that can be filled in. */
export function GapList({ asks, executors, actions }: GapListProps) {
  const { before, who } = whoFindsOut(executors)
  const isOpen = useContext(PlanState) === 'open'
  return (
    <PageSection
      title="Still missing from your plan"
      // Without a number: one question can stand for several things, and what is missing in a part is in its row.
      intro={`${before}If something happened to you today, ${who} would have to find this out alone.`}
      actions={actions}
    >
      <ul className="divide-y divide-line rounded-card border border-line bg-sheet">
        {asks.map(({ ask, why, how, to }) => (
          <li key={ask} className="relative px-5 py-2.5 has-[a]:hover:bg-forest-wash sm:px-6">
            <p className="font-semibold">
              <LinkWhilePlanOpen to={to} className="text-ink after:absolute after:inset-0">
                {capitalize(ask)}
              </LinkWhilePlanOpen>
            </p>
            <p className="text-small text-ink-soft">{(isOpen && how) || why}</p>
          </li>
        ))}
      </ul>
    </PageSection>
  )
}

/** The one thing to do now: the page's only primary button. */
export function NextStep({ step, isFirst }: { step: Ask; isFirst: boolean }) {
  const { why, how = why, ask, action, to } = step
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
      <p className="text-ink-soft">{how}</p>
    </Card>
  )
}
