import type { Enums } from '@/lib/database.types'
import type { BadgeTone } from '@/ui/badge'

interface Status {
  words: string
  tone: BadgeTone
}

/** The state of a memorial in two or three words (spec §4). @param canView whether it is open to its reader */
export function memorialBadge(review: Enums<'death_review'>, canView: boolean): Status {
  if (review === 'approved') return { words: 'Death verified', tone: 'neutral' }
  if (review === 'pending') return { words: 'Awaiting verification', tone: 'waiting' }
  return canView
    ? { words: 'Memorial ready', tone: 'good' }
    : { words: 'Hidden until released', tone: 'waiting' }
}
