import { paths } from '@/lib/paths'
import type { Step } from '@/parts/kit/step'

/** The executors whom an owner named. */
export interface Executors {
  named: number
  /** How many of these have died, as far as the owner may know. */
  died: number
}

/**
 * The step that a family has where no living executor is named. Only the owner can know it: no one who is named sees who
 * else is.
 */
export function executorSteps({ named, died }: Executors, who: string): Step[] {
  if (named > died) return []
  return [
    {
      key: 'designations:executor',
      when: 'days',
      rank: 20,
      title: 'Find out who’s in charge',
      words: [
        died > 0 ? `${who}’s executor has died, and no one else is named.` : `${who} named no executor here.`,
        'The will may name one. Otherwise the court appoints someone, usually from the closest family; the probate office or court can tell you how.',
      ],
      missing: {
        what: died > 0 ? 'who will take over as executor' : 'who’s in charge as executor',
        to: paths.naming('executor'),
      },
    },
  ]
}
