import { ownedRows } from '@/data/rows/owned-rows'
import { paths } from '@/lib/paths'
import { count } from '@/lib/text'
import { firstNames, part } from '@/parts/kit/part'
import type { InsurancePolicy } from './data'

/** How its rows are read, by the owner and by others. */
export const rows = ownedRows<InsurancePolicy>('insurance_policies', (row) => ({
  ...row,
  // The embedded stack sends an amount as text, so that no digit is lost; hosted Supabase sends a number.
  coverage_amount: row.coverage_amount === null ? null : Number(row.coverage_amount),
}))

export const insurance = part<InsurancePolicy[]>({
  table: 'insurance_policies',
  title: 'Life Insurance',
  icon: 'shield',
  group: 'Where things are',
  screens: [{ path: paths.insurance, lazy: () => import('./page') }],
  choice: 'money',
  tab: 'accounts',
  rowName: 'provider',
  opened: (title) => `the${title} insurance document`,
  gained: 'life insurance',
  words: {
    name: 'Life insurance',
    loading: 'Loading the policies',
    errorTitle: 'Unable to load insurance policies',
  },
  query: rows.query,
  held: (all) => firstNames(all.map(({ provider }) => provider)),
  next: (all) =>
    all.some(({ policy_number }) => policy_number)
      ? null
      : {
          ask: 'what are your policy numbers?',
          why: 'Life insurance can’t pay out if no one knows about it.',
          action: all.length > 0 ? 'Add the numbers' : 'Add Policy',
          // If there are policies, only their numbers are missing, so the link does not open the "add" dialog.
          to: all.length > 0 ? paths.insurance : paths.adding(paths.insurance),
        },
  lost: ({ insurance: all }) => (all ? count(all, 'life insurance policy', 'life insurance policies') : null),
  files: {
    folder: 'Life insurance',
    of: ({ id, provider, document_path: path }) =>
      path === null ? null : { title: provider, bucket: 'documents', path, row: id },
  },
  facts: () => import('./facts'),
  print: () => import('./print'),
  steps: () => import('./steps'),
  sample: () => import('./sample'),
  incoming: () => import('./data'),
})
