import { count } from '@/lib/count'
import { paths } from '@/lib/paths'
import { missing, type SectionDescription, there } from '@/parts/kit/part'

export const section: SectionDescription = {
  key: 'home',
  rowName: 'name',
  viewed: 'home and pets',
  gained: 'home and pets',
  state: ({ home_items: all }) =>
    all ? there(`${count(all, 'thing')} to look after.`) : missing('Nothing here yet.'),
  gap: {
    found: 'what your home needs first',
    missing: ({ home_items: all }) =>
      all
        ? null
        : {
            what: 'Who feeds your pets, and where the keys are',
            why: 'What your family will need to know on the very first day.',
            ask: 'who feeds your pets, and where are the keys?',
            action: 'Add to Home & Pets',
            to: paths.adding(paths.homeItems),
          },
  },
  lost: ({ home_items: all }) => (all ? `${count(all, 'note')} about your home and pets` : null),
}
