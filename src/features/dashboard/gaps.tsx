import { Link } from 'react-router-dom'
import type { Gap } from '@/parts/kit/part'
import { ButtonLink } from '@/ui/base/button'
import { Card } from '@/ui/base/card'
import { PageSection } from '@/ui/base/page'

/** Shown instead of a score: what would be missing if the owner died today. Each line links to its field. */
export function GapList({ gaps }: { gaps: readonly Gap[] }) {
  return (
    <PageSection
      title="Still missing from your plan"
      intro="If something happened to you today, your executor wouldn't know:"
    >
      <ul className="divide-y divide-line rounded-card border border-line bg-sheet">
        {gaps.map(({ what, why, to }) => (
          <li key={what} className="relative px-5 py-3 hover:bg-forest-wash sm:px-6">
            <Link
              to={to}
              className="font-serif text-title font-semibold text-ink after:absolute after:inset-0"
            >
              {what}
            </Link>
            <p className="text-ink-soft">{why}</p>
          </li>
        ))}
      </ul>
    </PageSection>
  )
}

/** The one thing to do now: the page's only primary button. */
export function NextStep({ step, isFirst }: { step: Gap; isFirst: boolean }) {
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
