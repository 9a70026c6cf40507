import { paths } from '@/lib/paths'
import { reachIn } from '@/lib/ways-to-contact'
import { filledIn, type Step, type Steps } from '@/parts/kit/step'
import type { InsurancePolicy } from './data'
import { formatMoney } from './money'

function claim({
  id,
  provider,
  policy_number,
  coverage_amount,
  agent_contact,
  notes,
}: InsurancePolicy): Step {
  return {
    key: `insurance_policies:${id}`,
    when: 'weeks',
    rank: 20,
    title: `Claim the life insurance from ${provider}`,
    words: [
      'Insurers pay only when someone asks. Call and ask for the claim form; some policies have a deadline, so it’s worth doing in the first weeks.',
      `Have ready: a certified copy of the death certificate, ${policy_number ? 'the policy number' : 'the full name and date of birth (the policy number isn’t in the plan)'}, and your ID.`,
    ],
    facts: filledIn({
      'Policy number': policy_number,
      Coverage: coverage_amount === null ? null : formatMoney(coverage_amount),
      'Who to call': agent_contact,
      Notes: notes,
    }),
    reach: reachIn(agent_contact),
    ...(policy_number
      ? {}
      : { missing: { what: `the policy number of ${provider}`, to: paths.editing(paths.insurance, id) } }),
    letter: {
      to: provider,
      about: 'life insurance policy',
      references: [{ term: 'Policy number', value: policy_number }],
      asks: [
        'Please send me the claim form. If you can, tell me who the policy names to receive the payment.',
        'Please also tell me about any other policy with you in this name, and stop taking premiums.',
      ],
      encloses: [],
    },
  }
}

export const steps: Steps<InsurancePolicy[]> = (policies) =>
  policies.length > 0
    ? policies.map(claim)
    : [
        {
          key: 'insurance_policies:look',
          when: 'weeks',
          rank: 20,
          title: 'Look for life insurance',
          words: [
            'The plan lists no policy. The bank statements show premiums, and employers, unions and loans often come with one.',
            'In many countries the office that oversees insurers, or the insurers’ association, helps families look for a policy.',
          ],
          missing: { what: 'which life insurance there is', to: paths.adding(paths.insurance) },
        },
      ]
