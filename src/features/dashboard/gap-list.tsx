import { Link } from 'react-router-dom'
import type { PlanCounts } from '@/data/plan-overview'
import { paths } from '@/lib/paths'
import { inOrder } from '@/plan/section'
import { sections } from '@/sections/sections'
import { Icon } from '@/ui/icons'
import { Section } from '@/ui/page/page'

/** en-GB puts no comma before "and", as American English does: "who to call, your will and where your accounts are". */
const all = new Intl.ListFormat('en-GB')

/** Sections in the order in which an executor needs them. */
const byNeed = inOrder(sections, 'funeral', 'documents')

function NoExecutor() {
  return (
    <>
      And nobody is named as your executor yet, the person who carries out what you decided.{' '}
      <Link to={paths.adding(paths.beneficiaries)}>Name an executor</Link>
    </>
  )
}

/** Shown instead of a score: what would be missing if the owner died today. Each line links to its field. */
export function GapList({ counts }: { counts: PlanCounts }) {
  const gaps = byNeed.flatMap(({ gap }) => gap?.missing(counts) ?? [])
  const intro = counts.executors ? undefined : <NoExecutor />
  if (gaps.length === 0) {
    return (
      <Section title="If you died today" intro={intro}>
        <p className="flex gap-3 rounded-card border border-line bg-sheet p-5 sm:p-6">
          <Icon name="check" className="mt-0.5 shrink-0 text-good" />
          <span>
            Your executor would find all of these: {all.format(byNeed.flatMap(({ gap }) => gap?.found ?? []))}
            .
          </span>
        </p>
      </Section>
    )
  }
  return (
    <Section title="If you died today, your executor would not find:" intro={intro}>
      <ul className="divide-y divide-line rounded-card border border-line bg-sheet">
        {gaps.map(({ what, why, to }) => (
          <li
            key={what}
            className="relative flex flex-wrap items-baseline gap-x-4 gap-y-0.5 px-5 py-3.5 hover:bg-forest-wash sm:px-6"
          >
            <Link
              to={to}
              className="font-serif text-title font-semibold text-ink after:absolute after:inset-0"
            >
              {what}
            </Link>
            <span className="text-ink-soft">{why}</span>
          </li>
        ))}
      </ul>
    </Section>
  )
}
