import { type FuneralPlan, funeralPlanQuery } from '@/data/funeral-plan'
import { paths } from '@/lib/paths'
import { missing, part, there } from '@/parts/kit/part'

export const music = part<FuneralPlan | null>({
  table: 'funeral_plan',
  title: 'Music',
  icon: 'music',
  group: 'Your plan',
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
  state: ({ music_chosen }) =>
    music_chosen
      ? there('Playlist added.')
      : missing('Nothing here yet. Without it, someone else will have to choose.'),
  gap: null,
  lost: ({ music_chosen }) => (music_chosen ? 'your music' : null),
  files: null,
  facts: () => import('./facts'),
  print: () => import('./print'),
  steps: () => import('./steps'),
  sample: () => import('@/parts/kit/sample-plan'),
})
