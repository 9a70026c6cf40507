import type { CodePurpose } from '../email-codes.ts'
import type { MailContent } from '../mail.ts'
import { composeMail } from './layout.ts'

const howToUse = `Type it into the page where you asked for it. It works once, for 10 minutes. Never tell the code to anybody, not even to us.`
const somebodyIsSignedIn = `If you did not ask for it, do not use the code, and tell it to nobody. Somebody else is signed in to your account: sign in yourself, open Settings and choose "Sign out everywhere".`

const codeWords: Record<CodePurpose, { subject: string; whatFor: string; ifNotYou: string }> = {
  'email-change-old': {
    subject: 'Your Heartwood code to change your e-mail address',
    whatFor:
      'You asked to change the e-mail address of your Heartwood account. This code shows that you can read the mail of the address you have now:',
    ifNotYou: somebodyIsSignedIn,
  },
  'email-change-new': {
    subject: 'Your Heartwood code to confirm this address',
    whatFor:
      'Somebody asked to use this address for their Heartwood account. If it was you, this code shows that the address is yours:',
    ifNotYou: 'If it was not you, ignore this mail: without the code nothing happens.',
  },
  'account-deletion': {
    subject: 'Your Heartwood code to delete your account',
    whatFor:
      'You asked to delete your Heartwood account, with everything in it. This code shows that it is you:',
    ifNotYou: somebodyIsSignedIn,
  },
}

/**
 * Words the mail with a code.
 * @returns the mail; it carries no link and no name
 */
export function codeMail(purpose: CodePurpose, code: string): MailContent {
  const { subject, whatFor, ifNotYou } = codeWords[purpose]
  return composeMail(subject, [whatFor, { code }, howToUse, ifNotYou])
}

/**
 * Words the mail that replaces a code when the address already belongs to an account. Only the holder of the account
 * learns that it exists; the person who asked does not.
 */
export function addressTakenMail(): MailContent {
  return composeMail('Somebody asked to use this address in Heartwood', [
    'Somebody who is signed in to Heartwood asked to use this address for their account. It belongs to an account already, so nothing happens: your account is as it was, and whoever asked does not learn that it exists.',
    'If it was you, with a second account: an address can have one account only. Sign in with this address, and change it there first, or delete that account.',
    'If it was not you, there is nothing you need to do.',
  ])
}
