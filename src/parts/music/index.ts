import { type FuneralPlan, funeralPlanQuery } from '@/data/funeral-plan'
import { paths } from '@/lib/paths'
import { part } from '@/parts/kit/part'

export const music = part<FuneralPlan | null>({
  table: 'funeral_plan',
  title: 'Music',
  icon: 'music',
  group: 'After my death',
  screens: [{ path: paths.music, lazy: () => import('./page') }],
  choice: 'funeral',
  tab: 'music',
  viewed: 'the music',
  words: {
    name: 'Music',
    loading: 'Loading the music',
    errorTitle: 'Unable to load music',
  },
  query: funeralPlanQuery,
  held: (plan) => (plan?.music_playlist_ref ? (plan.music_playlist_provider ?? 'A playlist') : null),
  next: () => null,
  lost: ({ music_chosen }) => (music_chosen ? 'your music' : null),
  files: null,
  facts: () => import('./facts'),
  print: () => import('./print'),
  steps: () => import('./steps'),
  sample: () => import('@/parts/kit/sample-plan'),
  incoming: () => import('./incoming'),
})
