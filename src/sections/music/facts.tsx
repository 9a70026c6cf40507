import type { FuneralPlan } from '@/data/funeral-plan'
import { rowFacts } from '@/plan/facts/facts'
import { PrintedValues } from '@/plan/facts/printed'
import { sampleFuneralPlan } from '@/plan/facts/sample'
import { MusicPreferences } from '@/plan/music-preferences'

export const facts = rowFacts<FuneralPlan | null>({
  key: 'music',
  title: 'Music',
  name: 'Music',
  sample: sampleFuneralPlan,
  loading: 'Loading the music',
  errorTitle: 'Unable to load music',
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
  print: (plan) => {
    const playlist = plan?.music_playlist_ref ?? null
    return {
      isEmpty: playlist === null,
      summary: playlist ? (plan?.music_playlist_provider ?? 'A playlist') : 'Nothing',
      missing: playlist ? [] : ['A playlist for the service'],
      content: (
        <PrintedValues
          values={{
            'Playlist provider': plan?.music_playlist_provider,
            Playlist: playlist && <span className="break-all">{playlist}</span>,
          }}
        />
      ),
    }
  },
})
