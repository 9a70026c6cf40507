import { count } from '@/lib/count'
import type { Tables } from '@/lib/database.types'
import { paths } from '@/lib/paths'
import { missing, type SectionDescription, there } from '@/parts/kit/part'

export const section: SectionDescription = {
  key: 'insurance',
  rowName: 'provider',
  opened: (title) => `the${title} insurance document`,
  gained: 'life insurance',
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
  files: {
    folder: 'Life insurance',
    of: ({ id, provider, document_path: path }: Tables<'insurance_policies'>) =>
      path === null ? null : { title: provider, bucket: 'documents', path, row: id },
  },
  lost: ({ insurance: all }) => (all ? count(all, 'life insurance policy', 'life insurance policies') : null),
}
