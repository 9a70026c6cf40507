import type { Enums } from '@/lib/database.types'
import { Badge } from '@/ui/base/badge'

export interface MemorialBadgeProps {
  review: Enums<'death_review'>
  /** Whether the plan is open to its reader. */
  canView: boolean
}

/** Shows the state of a memorial in two or three words (spec §4). */
export function MemorialBadge({ review, canView }: MemorialBadgeProps) {
  if (review === 'approved') return <Badge>Death verified</Badge>
  if (review === 'pending') return <Badge tone="waiting">Awaiting verification</Badge>
  return canView ? (
    <Badge tone="good">Memorial ready</Badge>
  ) : (
    <Badge tone="waiting">Hidden until released</Badge>
  )
}
