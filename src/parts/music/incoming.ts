import * as z from 'zod/mini'
import { incomingPlan } from '@/parts/kit/incoming-plan'
import { musicSchema } from './playlist'

export const incoming = incomingPlan({
  schema: z.pipe(
    musicSchema,
    z.transform(({ link }) => link),
  ),
  columns: ['music_playlist_provider', 'music_playlist_ref'],
  toForm: ({ music_playlist_ref }) => ({ link: music_playlist_ref }),
  loaded: { music_playlist_ref: null },
})
