import { Link } from 'react-router-dom'
import type { PlanOverview } from '@/data/plan-overview'
import { paths } from '@/lib/paths'
import { Icon } from '@/ui/icons'
import { Section } from '@/ui/page/page'

/** Something that an executor looks for and would not find. */
interface Gap {
  what: string
  why: string
  /** Where it can be filled. */
  to: string
}

/** What is missing, the most needed first. */
function findGaps(overview: PlanOverview): Gap[] {
  const gaps: (Gap | false)[] = [
    !overview.funeral_plan_saved && {
      what: 'what you want for your funeral',
      why: 'Four short steps; you can leave questions open.',
      to: paths.funeralEdit,
    },
    overview.funeral_plan_saved &&
      !overview.funeral_plan_completed && {
        what: 'whether your funeral plan is finished',
        why: 'It is a draft. Take it up where you left it.',
        to: paths.funeralEdit,
      },
    overview.wills === 0 && {
      what: 'a will',
      why: 'Upload a copy, and say where the original is.',
      to: paths.adding('documents'),
    },
    overview.contacts === 0 && {
      what: 'who to call',
      why: 'The people to tell, with their numbers.',
      to: paths.adding('contacts'),
    },
    overview.policy_numbers === 0 && {
      what: 'any policy number',
      why: 'A life insurance that nobody knows of is never paid.',
      // A policy that is there lacks only its number.
      to: overview.insurance === 0 ? paths.adding('insurance') : paths.insurance,
    },
    overview.accounts === 0 && {
      what: 'where your accounts are',
      why: 'The names of the banks are enough.',
      to: paths.adding('accounts'),
    },
  ]
  return gaps.filter((gap) => gap !== false)
}

function NoExecutor() {
  return (
    <>
      And nobody is named as your executor yet, the person who carries out what you decided.{' '}
      <Link to={paths.adding('beneficiaries')}>Name an executor</Link>
    </>
  )
}

/** In place of a score: what would be missing if the owner died today, in words, each line leading to its field. */
export function GapList({ overview }: { overview: PlanOverview }) {
  const gaps = findGaps(overview)
  const intro = overview.executors === 0 ? <NoExecutor /> : undefined
  if (gaps.length === 0) {
    return (
      <Section title="If you died today" intro={intro}>
        <p className="flex gap-3 rounded-card border border-line bg-sheet p-5 sm:p-6">
          <Icon name="check" className="mt-0.5 shrink-0 text-good" />
          <span>
            Your executor would find all of these: what you want for your funeral, your will, who to call,
            your policy numbers and where your accounts are.
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
