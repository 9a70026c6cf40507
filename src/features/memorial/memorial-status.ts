import type { Profile } from '@/data/profiles'
import type { BadgeTone } from '@/ui/badge'

interface Status {
  words: string
  tone: BadgeTone
}

/** The state of a memorial in two or three words (spec §4). */
export function memorialBadge(owner: Pick<Profile, 'death_review' | 'visibility_hold'>): Status {
  if (owner.death_review === 'approved') return { words: 'Death verified', tone: 'neutral' }
  if (owner.death_review === 'pending') return { words: 'Awaiting verification', tone: 'waiting' }
  if (owner.visibility_hold) return { words: 'Hidden until released', tone: 'waiting' }
  return { words: 'Memorial ready', tone: 'good' }
}
