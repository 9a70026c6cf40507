import { paths } from '@/lib/paths'
import type { Step, Steps } from '@/parts/kit/step'
import type { HealthNotes } from './data'

/**
 * Donation has to be decided within hours, so it comes first; where the owner wrote "no", or nothing, no one is asked. To the
 * owner it is missing where no one can read it.
 */
export const steps: Steps<HealthNotes[]> = ([notes], { who, unread }) =>
  notes?.donor === 'yes' || notes?.donor === 'undecided'
    ? [
        {
          key: 'health_notes:donor',
          when: 'hours',
          rank: 1,
          // The title is kept with what people mark, so it says nothing about health.
          title: `Tell the doctors what ${who} decided`,
          ...(unread?.includes('health') ? hidden : { words: wordsFor[notes.donor] }),
        },
      ]
    : []

const wordsFor = {
  yes: [
    'The plan says yes to donating organs and tissue. Tell the hospital, or the doctor who comes to the home, before anything else: it can only be done within hours.',
    'If they’re registered as a donor, no one has to agree again. If not, the family is asked.',
  ],
  undecided: [
    'The plan says “undecided” about donating organs and tissue, and leaves it to the family. The hospital may ask within hours.',
  ],
}

const hidden: Pick<Step, 'words' | 'missing'> = {
  words: [
    'The plan says so in Health & Care, which none of the people named can read. The hospital may ask about donating organs and tissue within hours.',
  ],
  missing: { what: 'who can read the decision about organ donation', to: paths.whoCanSee },
}
