import type { FuneralPlan } from '@/data/funeral-plan'
import { MusicPreferences } from '@/parts/kit/music-preferences'
import { rowFacts } from '@/parts/kit/row-facts'

export const facts = rowFacts<FuneralPlan | null>({
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
