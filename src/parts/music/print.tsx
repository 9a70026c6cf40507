import type { FuneralPlan } from '@/data/funeral-plan'
import { type Print, PrintedValues } from '@/parts/kit/printed'

export const print: Print<FuneralPlan | null> = {
  title: 'Music',
  print: (plan) => {
    const playlist = plan?.music_playlist_ref ?? null
    return {
      content: (
        <PrintedValues
          values={{
            'Playlist provider': plan?.music_playlist_provider,
            Playlist: playlist && <span className="wrap-anywhere">{playlist}</span>,
          }}
        />
      ),
    }
  },
}
