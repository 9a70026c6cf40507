import { ownedRows } from '@/data/rows/owned-rows'
import { paths } from '@/lib/paths'
import { count } from '@/lib/text'
import { firstNames, part } from '@/parts/kit/part'
import type { HomeItem } from './data'

/** How its rows are read, by the owner and by others. */
export const rows = ownedRows<HomeItem>('home_items')

export const home = part<HomeItem[]>({
  table: 'home_items',
  title: 'Home & Pets',
  icon: 'key',
  group: 'If I’m ill',
  screens: [{ path: paths.homeItems, lazy: () => import('./page') }],
  choice: 'home',
  tab: 'home',
  rowName: 'name',
  viewed: 'home and pets',
  gained: 'home and pets',
  words: {
    name: 'Home & Pets',
    loading: 'Loading home and pets',
    errorTitle: 'Unable to load home and pets',
  },
  query: rows.query,
  held: (all) => firstNames(all.map(({ name }) => name)),
  next: (all) =>
    all.length > 0
      ? null
      : {
          ask: 'who feeds your pets, and where are the keys?',
          why: 'What your family will need to know on the very first day.',
          action: 'Add to Home & Pets',
          to: paths.adding(paths.homeItems),
        },
  lost: ({ home_items: all }) => (all ? `${count(all, 'note')} about your home and pets` : null),
  files: null,
  facts: () => import('./facts'),
  print: () => import('./print'),
  steps: () => import('./steps'),
  sample: () => import('./sample'),
  incoming: () => import('./data'),
})
