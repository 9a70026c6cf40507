import { paths } from '@/lib/paths'
import type { Steps } from '@/parts/kit/step'
import type { HealthNotes } from './data'

/**
 * Donation has to be decided within hours, so it comes first; where the owner wrote "no", or nothing, no one is asked. The
 * owner misses a reader, where no one can read it in time.
 */
export const steps: Steps<HealthNotes[]> = ([notes], { who, unread }) => {
  if (notes?.donor !== 'yes' && notes?.donor !== 'undecided') return []
  const isUnread = unread?.includes('health')
  return [
    {
      key: 'health_notes:donor',
      when: 'hours',
      rank: 1,
      // The title is kept with what people mark, so it says nothing about health.
      title: `Tell the doctors what ${who} decided`,
      words: isUnread ? [unreadWords, ...wordsFor[notes.donor]] : wordsFor[notes.donor],
      ...(isUnread ? { missing } : {}),
    },
  ]
}

const wordsFor = {
  yes: [
    'The plan says yes to donating organs and tissue. Tell the hospital, or the doctor who comes to the home, before anything else: it can only be done within hours.',
    'If they’re registered as a donor, no one has to agree again. If not, the family is asked.',
  ],
  undecided: [
    'The plan says “undecided” about donating organs and tissue, and leaves it to the family. The hospital may ask within hours.',
  ],
}

const unreadWords =
  'A hospital may ask about organ donation within hours. None of the people you’ve named can read Health & Care by then, so they won’t see this step in time.'

const missing = {
  what: 'who can read the answer about organ donation in the first hours',
  to: paths.whoCanSee,
}
