import { count } from '@/lib/count'
import { paths } from '@/lib/paths'
import { missing, type SectionDescription, there } from '@/parts/kit/part'

export const section: SectionDescription = {
  key: 'contacts',
  rowName: 'name',
  viewed: 'the contacts',
  gained: 'contacts',
  state: ({ contacts: all }) =>
    all ? there(`${count(all, 'person', 'people')} listed.`) : missing('Nothing here yet.'),
  gap: {
    found: 'who to call',
    missing: ({ contacts: all }) =>
      all
        ? null
        : {
            what: 'Who to call',
            why: 'The people to tell, with their numbers.',
            ask: 'who should be called?',
            action: 'Add Contact',
            to: paths.adding(paths.contacts),
          },
  },
  lost: ({ contacts: all }) => (all ? count(all, 'contact') : null),
}
