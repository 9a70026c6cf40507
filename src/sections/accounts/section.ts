import { count } from '@/lib/count'
import { paths } from '@/lib/paths'
import { missing, type SectionDescription, there } from '@/plan/section'

export const section: SectionDescription = {
  key: 'accounts',
  rowName: 'account_name',
  viewed: 'the accounts and insurance',
  gained: 'financial accounts',
  state: ({ accounts: all }) =>
    all
      ? there(`${count(all, 'account')} listed.`)
      : missing('Nothing here yet: your family would have to search for your accounts.'),
  gap: {
    found: 'where your accounts are',
    missing: ({ accounts: all }) =>
      all
        ? null
        : {
            what: 'where your accounts are',
            why: 'The names of the banks are enough.',
            to: paths.adding(paths.accounts),
          },
  },
  lost: ({ accounts: all }) => (all ? count(all, 'financial account') : null),
}
