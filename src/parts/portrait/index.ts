import { ownedRows } from '@/data/rows/owned-rows'
import { paths } from '@/lib/paths'
import { part } from '@/parts/kit/part'
import type { Portrait } from './data'

/** How its rows are read, by the owner and by others. */
export const rows = ownedRows<Portrait>('portraits')

export const portrait = part<Portrait[]>({
  table: 'portraits',
  title: 'Portrait',
  icon: 'portrait',
  group: 'After my death',
  screens: [{ path: paths.portrait, lazy: () => import('./page') }],
  choice: 'portrait',
  tab: 'portrait',
  viewed: 'the portrait',
  opened: () => 'the portrait',
  gained: 'portrait',
  words: {
    name: 'Portrait',
    loading: 'Loading the portrait',
    errorTitle: 'Unable to load the portrait',
  },
  query: rows.query,
  held: ([portrait]) =>
    portrait ? (portrait.remembered_by ?? (portrait.picture_path ? 'A picture' : 'A few words')) : null,
  next: () => null,
  lost: ({ portrait }) => (portrait ? 'your portrait' : null),
  files: {
    folder: 'Portrait',
    of: ({ id, picture_path: path }) =>
      path === null ? null : { title: 'Portrait', bucket: 'pictures', path, row: id },
  },
  bornOn: ([portrait]) => portrait?.born_on ?? null,
  obituary: ([portrait]) => ({ line: portrait?.remembered_by ?? null }),
  head: () => import('./head'),
  steps: null,
  sample: () => import('./sample'),
  incoming: () => import('./data'),
})
