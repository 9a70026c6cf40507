import type { DesignationState } from '@/data/people/designation-state'
import { Badge, type BadgeTone } from '@/ui/base/badge'

const looks: Record<DesignationState, { words: string; tone: BadgeTone }> = {
  stepped_down: { words: 'Stepped down', tone: 'neutral' },
  revoked: { words: 'Revoked', tone: 'neutral' },
  accepted: { words: 'Accepted', tone: 'good' },
  declined: { words: 'Declined', tone: 'neutral' },
  invited: { words: 'Awaiting response', tone: 'waiting' },
  pending: { words: 'Pending', tone: 'waiting' },
}

/** The state of an invitation, in the same words for the owner and the invited person. */
export function DesignationBadge({ state }: { state: DesignationState }) {
  return <Badge tone={looks[state].tone}>{looks[state].words}</Badge>
}
