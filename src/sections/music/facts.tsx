import type { FuneralPlan } from '@/data/funeral-plan'
import { rowFacts } from '@/plan/facts/row-facts'
import { MusicPreferences } from '@/plan/music-preferences'
import { source } from './source'

export const facts = rowFacts<FuneralPlan | null>({
  ...source,
  cards: 1,
  empty: (ownerName) => ({
    title: 'No music chosen',
    words: `${ownerName} hasn't chosen any music.`,
  }),
  show: (plan, { headingLevel }) =>
    plan?.music_playlist_ref ? (
      <MusicPreferences
        provider={plan.music_playlist_provider}
        reference={plan.music_playlist_ref}
        {...(headingLevel ? { headingLevel } : {})}
      />
    ) : null,
})
