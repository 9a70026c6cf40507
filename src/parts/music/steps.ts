import type { FuneralPlan } from '@/data/funeral-plan'
import { paths } from '@/lib/paths'
import { filledIn, type Steps } from '@/parts/kit/step'

export const steps: Steps<FuneralPlan | null> = (plan, { who }) => {
  const step = { key: 'funeral_plan:music', when: 'days', rank: 40 } as const
  const playlist = plan?.music_playlist_ref
  // Where no service is wanted, no one has to choose music for it.
  if (!playlist && plan?.service_type === 'none') return []
  return [
    playlist
      ? {
          ...step,
          title: 'Give the music to the person leading the service',
          words: [`${who} chose it. Ask early whether it can be played at the venue.`],
          facts: filledIn({ 'Playlist provider': plan.music_playlist_provider, Playlist: playlist }),
        }
      : {
          ...step,
          title: 'Choose the music and readings',
          words: [
            'The plan doesn’t name any music. Families usually take two or three pieces that were often heard at home, and the person leading the service can suggest readings.',
          ],
          missing: { what: 'music for the service', to: paths.music, isOptional: true },
        },
  ]
}
