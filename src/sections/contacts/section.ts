import { count } from '@/lib/count'
import { paths } from '@/lib/paths'
import { missing, type SectionDescription, there } from '@/plan/section'

export const section: SectionDescription = {
  key: 'contacts',
  rowName: 'name',
  viewed: 'the contacts',
  gained: 'contacts',
  state: ({ contacts: all }) =>
    all
      ? there(`${count(all, 'person', 'people')} to be told.`)
      : missing('Nothing here yet: your family would not know whom to call.'),
  gap: {
    found: 'who to call',
    missing: ({ contacts: all }) =>
      all
        ? null
        : {
            what: 'who to call',
            why: 'The people to tell, with their numbers.',
            to: paths.adding(paths.contacts),
          },
  },
  lost: ({ contacts: all }) => (all ? count(all, 'contact') : null),
}
