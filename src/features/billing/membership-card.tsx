import type { Subscription } from '@/data/membership/membership'
import { formatDate } from '@/lib/dates'
import { Badge } from '@/ui/base/badge'
import { Card, type CardProps } from '@/ui/base/card'
import { DescriptionList } from '@/ui/lists/description-list'
import { offerName, renewalWords, statusBadge, trialWords } from './membership-words'

/** The badge of a membership; null before the trial has begun. */
export function StatusBadge({ subscription }: { subscription: Subscription | null }) {
  if (!subscription) return null
  const { words, tone } = statusBadge(subscription)
  return (
    <Badge tone={tone}>
      <span className="inline-block first-letter:uppercase">{words}</span>
    </Badge>
  )
}

/** The badge, and the date until which a canceled membership lasts. */
function Status({ subscription }: { subscription: Subscription | null }) {
  if (!subscription) return 'Not started'
  const end = subscription.cancel_at_period_end && formatDate(subscription.current_period_end)
  return (
    <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
      <StatusBadge subscription={subscription} />
      {end ? `until ${end}` : null}
    </span>
  )
}

interface Props extends Pick<CardProps, 'title' | 'headingLevel' | 'actions'> {
  subscription: Subscription | null
  /** Leaves the trial out, where something else has ended. */
  withoutTrial?: boolean
}

/** A card with the current offer, its status, the trial and the next renewal. */
export function MembershipCard({ subscription, withoutTrial = false, ...card }: Props) {
  return (
    <Card {...card}>
      <DescriptionList
        items={[
          { term: 'Plan', value: offerName(subscription) },
          { term: 'Status', value: <Status subscription={subscription} /> },
          ...(withoutTrial ? [] : [{ term: 'Trial', value: trialWords(subscription) }]),
          { term: 'Next renewal', value: renewalWords(subscription) },
        ]}
      />
    </Card>
  )
}
