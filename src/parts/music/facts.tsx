import type { FuneralPlan } from '@/data/funeral-plan'
import { rowFacts } from '@/parts/kit/facts'
import { MusicPreferences } from '@/parts/kit/music-preferences'

export const facts = rowFacts<FuneralPlan | null>({
  cards: 1,
  empty: (ownerName) => ({
    title: 'No music chosen',
    words: `${ownerName} hasn’t chosen any music.`,
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
