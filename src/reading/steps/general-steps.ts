import type { Step, StepsGiven } from '@/parts/kit/step'
import { type Country, officesOf } from './countries'

/**
 * The steps that every family has, whatever a plan says. Nothing here is legal advice.
 * @param country whose offices are named; null: none by name
 */
export function generalSteps({ who }: StepsGiven, country: Country | null): Step[] {
  const offices = officesOf(country)
  return [
    {
      key: 'general:phone',
      when: 'hours',
      rank: 85,
      title: 'Keep the phone paid for, and don’t cancel the cards yet',
      words: [
        `Codes for ${who}’s email, bank and photos arrive by text message. Keep the phone charged, and let its contract run for some months: a number that isn’t paid for is given to someone else.`,
        'Don’t use the bank cards, and don’t cancel them yet. What is paid with them shows which subscriptions, insurance and accounts there are, and the insurance for the home mustn’t run out. Once the executor has told the bank, it’ll say what to end and when. Only a card that’s lost or stolen should be blocked at once.',
      ],
    },
    {
      key: 'general:leave-alone',
      when: 'hours',
      rank: 90,
      title: 'Leave the rest alone for now',
      words: [
        'Nearly everything else can wait a few days, and nothing is lost by resting first.',
        `Until the executor has the papers: don’t pay ${who}’s debts from your own money, don’t hand out belongings, and don’t use the bank cards.`,
      ],
    },
    {
      key: 'general:certificates',
      when: 'days',
      rank: 60,
      title: 'Ask for certified copies of the death certificate',
      words: [
        'Ask for about ten. Each bank, insurer and office wants its own, and more copies later take weeks.',
        offices.certificates,
      ],
      byCountry: true,
    },
    {
      key: 'general:government',
      when: 'weeks',
      rank: 10,
      title: 'Tell the government offices',
      words: [
        'Pension or social security, health insurance, the tax office, and the offices for the passport, driver’s license and voting.',
        ...offices.government,
        'Payments that arrive after the death usually have to be paid back, so leave them in the account.',
      ],
      byCountry: true,
    },
    {
      key: 'general:work',
      when: 'weeks',
      rank: 12,
      title: `Tell ${who}’s employer, union or clubs`,
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
        'It keeps strangers from opening accounts in the name of someone who has died.',
        offices.credit,
      ],
      byCountry: true,
    },
    {
      key: 'general:online',
      when: 'later',
      rank: 10,
      title: 'Close subscriptions and online accounts',
      words: [
        'The bank statements of the last year show what was paid for. Save photos and messages first. They can’t be brought back once an account is closed.',
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
