import { ownedRows } from '@/data/rows/owned-rows'
import { paths } from '@/lib/paths'
import { count } from '@/lib/text'
import { missing, part, there } from '@/parts/kit/part'
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
  group: 'Your plan',
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
  state: ({ insurance: all }) =>
    all ? there(`${count(all, 'policy', 'policies')} listed.`) : missing('Nothing here yet.'),
  gap: {
    found: 'your policies',
    missing: ({ insurance: all, policy_numbers }) =>
      policy_numbers
        ? null
        : {
            what: 'Your insurance policy numbers',
            why: "Life insurance can't pay out if no one knows about it.",
            ask: 'what are your policy numbers?',
            action: all ? 'Add the numbers' : 'Add Policy',
            // If there are policies, only their numbers are missing, so the link does not open the "add" dialog.
            to: all ? paths.insurance : paths.adding(paths.insurance),
          },
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
  sample: () => import('./facts'),
  incoming: () => import('./data'),
})
