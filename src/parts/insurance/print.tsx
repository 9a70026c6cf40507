import { fileNameOf } from '@/lib/files/stored-names'
import { copyTerm, PrintedValues, printedList } from '@/parts/kit/printed'
import type { InsurancePolicy } from './data'
import { formatMoney } from './money'

export const print = printedList<InsurancePolicy>({
  title: 'Life insurance',
  none: 'No policies are listed.',
  item: ({ provider, coverage_amount, policy_number, agent_contact, document_path, notes }) => (
    <>
      <h3>{provider}</h3>
      <PrintedValues
        values={{
          Coverage: formatMoney(coverage_amount),
          'Policy number': policy_number,
          'Agent contact': agent_contact,
          ...(document_path ? { [copyTerm]: fileNameOf(document_path) } : {}),
          ...(notes ? { Notes: notes } : {}),
        }}
      />
    </>
  ),
})
