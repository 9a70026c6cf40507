import type { ReactNode } from 'react'
import type { FuneralPlan } from '@/data/funeral-plan'
import type { Tables } from '@/lib/database.types'
import { rowFacts } from '@/parts/kit/facts'
import { Card } from '@/ui/base/card'
import { DescriptionList } from '@/ui/lists/description-list'
import { dispositionWords, likenessTitle, likenessWords, serviceWords } from './words'

const wishes = [
  'disposition',
  'funeral_home',
  'service_type',
  'venue',
  'officiant',
  'personal_requests',
  'obituary',
  'likeness',
] as const

/**
 * Whether anything about the funeral was decided. Music does not count, because a playlist is chosen on its own screen
 * and does not make the plan a draft. The database counts the same way (plan_overview).
 */
export function hasArrangements(plan: Tables<'funeral_plan'>): boolean {
  return plan.completed_at !== null || wishes.some((wish) => plan[wish] !== null)
}

interface FuneralArrangementsProps {
  plan: Tables<'funeral_plan'>
  /** 3 when the cards are under another level 2 heading. */
  headingLevel?: 2 | 3
}

/** The cards Disposition, Service, Requests, Obituary notes and the wish about the voice and face, for the owner and for the designees. */
export function FuneralArrangements({ plan, headingLevel = 2 }: FuneralArrangementsProps) {
  return (
    <div className="grid gap-5">
      <Card title="Disposition" headingLevel={headingLevel}>
        <DescriptionList
          items={[
            { term: 'Type', value: plan.disposition && dispositionWords[plan.disposition] },
            { term: 'Funeral home', value: plan.funeral_home },
          ]}
        />
      </Card>
      <Card title="Service" headingLevel={headingLevel}>
        <DescriptionList
          items={[
            { term: 'Type of service', value: plan.service_type && serviceWords[plan.service_type] },
            { term: 'Venue', value: plan.venue },
            { term: 'Officiant', value: plan.officiant },
          ]}
        />
      </Card>
      <Card title="Requests" headingLevel={headingLevel}>
        <Text>{plan.personal_requests}</Text>
      </Card>
      <Card title="Obituary notes" headingLevel={headingLevel}>
        <Text>{plan.obituary}</Text>
      </Card>
      <Card title={likenessTitle} headingLevel={headingLevel}>
        <Text>{plan.likeness && likenessWords[plan.likeness]}</Text>
      </Card>
    </div>
  )
}

function Text({ children }: { children: ReactNode }) {
  if (!children) return <p className="text-ink-soft italic">Not specified</p>
  return <p className="max-w-prose whitespace-pre-line">{children}</p>
}

export const facts = rowFacts<FuneralPlan | null>({
  empty: (ownerName) => ({
    title: 'No funeral preferences saved',
    words: `There are no wishes for the funeral in ${ownerName}’s plan.`,
  }),
  show: (plan, { headingLevel }) =>
    plan && hasArrangements(plan) ? (
      <FuneralArrangements plan={plan} {...(headingLevel ? { headingLevel } : {})} />
    ) : null,
})
