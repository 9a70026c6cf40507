import type { CodePurpose } from '../email-codes.ts'
import type { MailContent } from '../mail.ts'
import { type Block, composeMail } from './frame.ts'

const rules = `Type it into the page where you asked for it. It works once, for 10 minutes. Never tell the code to anybody, not even to us.`
const stranger = `If you did not ask for it, do not use the code, and tell it to nobody. Somebody else is signed in to your account: sign in yourself, open Settings and choose "Sign out everywhere".`

/**
 * The mail with a code.
 * @returns the mail; it carries no link, and names nobody
 */
export function codeMail(purpose: CodePurpose, code: string): MailContent {
  const withCode = (subject: string, before: string, after: Block) =>
    composeMail(subject, [before, { code }, rules, after])
  switch (purpose) {
    case 'email-change-old':
      return withCode(
        'Your Heartwood code to change your e-mail address',
        'You asked to change the e-mail address of your Heartwood account. This code shows that you can read the mail of the address you have now:',
        stranger,
      )
    case 'email-change-new':
      return withCode(
        'Your Heartwood code to confirm this address',
        'Somebody asked to use this address for their Heartwood account. If it was you, this code shows that the address is yours:',
        'If it was not you, ignore this mail: without the code nothing happens.',
      )
    case 'account-deletion':
      return withCode(
        'Your Heartwood code to delete your account',
        'You asked to delete your Heartwood account, with everything in it. This code shows that it is you:',
        stranger,
      )
  }
}

/**
 * Takes the place of a code when the address has an account already: its holder is told, whoever asked is not.
 * @returns the mail
 */
export function addressTakenMail(): MailContent {
  return composeMail('Somebody asked to use this address in Heartwood', [
    'Somebody who is signed in to Heartwood asked to use this address for their account. It belongs to an account already, so nothing happens: your account is as it was, and whoever asked does not learn that it exists.',
    'If it was you, with a second account: an address can have one account only. Sign in with this address, and change it there first, or delete that account.',
    'If it was not you, there is nothing you need to do.',
  ])
}
