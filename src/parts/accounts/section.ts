import { count } from '@/lib/count'
import { paths } from '@/lib/paths'
import { missing, type SectionDescription, there } from '@/parts/kit/part'

export const section: SectionDescription = {
  key: 'accounts',
  rowName: 'account_name',
  viewed: 'the accounts and insurance',
  gained: 'financial accounts',
  state: ({ accounts: all }) =>
    all ? there(`${count(all, 'account')} listed.`) : missing('Nothing here yet.'),
  gap: {
    found: 'your accounts',
    missing: ({ accounts: all }) =>
      all
        ? null
        : {
            what: 'Where your accounts are',
            why: 'Just the name of each bank is enough.',
            ask: 'where are your accounts?',
            action: 'Add Account',
            to: paths.adding(paths.accounts),
          },
  },
  lost: ({ accounts: all }) => (all ? count(all, 'financial account') : null),
}
