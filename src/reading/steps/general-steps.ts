import type { Step, StepsGiven } from '@/parts/kit/step'

/** The steps that every family has, whatever a plan says. Nothing here is legal advice. */
export function generalSteps({ who }: StepsGiven): Step[] {
  return [
    {
      key: 'general:leave-alone',
      when: 'hours',
      rank: 90,
      title: 'Leave the rest alone for now',
      words: [
        'Nearly everything else can wait a few days, and nothing is lost by resting first.',
        `Until the executor has the papers: don't pay ${who}'s debts from your own money, don't hand out belongings, don't use the bank cards, and don't cancel the phone. Codes for other accounts are often sent to it.`,
      ],
    },
    {
      key: 'general:certificates',
      when: 'days',
      rank: 60,
      title: 'Ask for certified copies of the death certificate',
      words: [
        'Ask for about ten. Each bank, insurer and office wants its own, and more copies later take weeks.',
        'The funeral home usually orders them. Otherwise ask the office that records deaths. Its name differs by country: the vital records office in the United States, the register office in Britain, the registrar at the town hall in much of Europe.',
      ],
    },
    {
      key: 'general:government',
      when: 'weeks',
      rank: 10,
      title: 'Tell the government offices',
      words: [
        "Pension or social security, health insurance, the tax office, and the offices for the passport, driver's license and voting.",
        `In the United States the funeral home often tells Social Security; ask if it has. In Britain the service “Tell Us Once” tells most offices. Elsewhere, ask at the town hall. Payments that arrive after the death usually have to be paid back, so leave them in the account.`,
      ],
    },
    {
      key: 'general:work',
      when: 'weeks',
      rank: 12,
      title: `Tell ${who}'s employer, union or clubs`,
      words: [
        'Ask an employer for the last pay, the pension, and any life insurance that came with the job. Former employers count too.',
      ],
    },
    {
      key: 'general:credit',
      when: 'weeks',
      rank: 50,
      title: 'Ask the credit bureaus to note the death',
      words: [
        "It keeps strangers from opening accounts in the name of someone who has died. In the United States one bureau tells the others. In other countries a bank can tell you whether there's such an office.",
      ],
    },
    {
      key: 'general:online',
      when: 'later',
      rank: 10,
      title: 'Close subscriptions and online accounts',
      words: [
        "The bank statements of the last year show what was paid for. Save photos and messages first. They can't be brought back once an account is closed.",
      ],
    },
    {
      key: 'general:taxes',
      when: 'later',
      rank: 20,
      title: 'File the last tax return',
      words: [
        'It covers the year of the death up to that day. Whether the estate has to file one of its own differs by country: ask a tax adviser or the tax office.',
      ],
    },
  ]
}
