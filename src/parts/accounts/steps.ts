import type { Enums } from '@/lib/database.types'
import { paths } from '@/lib/paths'
import { reachIn } from '@/lib/ways-to-contact'
import { filledIn, type Step, type Steps } from '@/parts/kit/step'
import type { FinancialAccount } from './data'

const categoryWords: Record<Enums<'account_category'>, string> = {
  bank: 'The bank will close the account for payments and tell you what it needs. First check what’s paid from it, such as heating or insurance for the home. Most banks pay the funeral bill from it when asked.',
  investment:
    'Nothing has to be sold now. Ask for the value on the day of the death; the tax office will want it.',
  retirement:
    'Tell them soon: what is paid after the death usually has to be given back. Ask whether the family receives anything.',
  crypto:
    'Don’t move anything yet. Without the keys no one can bring it back, so keep devices and papers as they are and ask someone who knows before you try.',
  other: 'Ask what they need to close it or to pass it on.',
}

function tell({ id, category, institution, account_name, account_number, notes }: FinancialAccount): Step {
  const number = account_number ? `ends in ${account_number}` : null
  return {
    key: `financial_accounts:${id}`,
    when: 'weeks',
    rank: 30,
    title: `Tell ${institution} (${account_name})`,
    words: [
      categoryWords[category],
      'Have ready: a certified copy of the death certificate, proof that you’re the executor, and your ID. What counts as proof differs by country; the probate office or court issues it.',
    ],
    facts: filledIn({ 'Account number': number, Notes: notes }),
    reach: reachIn(notes),
    letter: {
      to: institution,
      about: account_name,
      references: [{ term: 'Account number', value: number }],
      asks: [
        'Please tell me the balance on the day of the death, what is still paid from this account, and whether anyone else is named on it.',
        'Please also tell me about any other account, loan or safe deposit box with you in this name, and what you need to close them.',
      ],
      encloses: ['Proof that I may act for the estate'],
    },
  }
}

export const steps: Steps<FinancialAccount[]> = (accounts) =>
  accounts.length > 0
    ? accounts.map(tell)
    : [
        {
          key: 'financial_accounts:look',
          when: 'weeks',
          rank: 30,
          title: 'Find out which banks to tell',
          words: [
            'The plan lists no account. Look for bank cards, letters and statements, and ask at the bank nearest to the home. Many countries have an office that searches for forgotten accounts.',
          ],
          missing: { what: 'which banks to tell', to: paths.adding(paths.accounts) },
        },
      ]
