import type { CodePurpose } from '../email-codes.ts'
import type { MailContent } from '../mail.ts'
import { composeMail } from './layout.ts'

const howToUse = `Enter it on the page where you asked for it. It works once and expires in 10 minutes. Never share it with anyone, including us.`
const someoneIsSignedIn = `If you didn’t ask for it, don’t use the code and don’t share it. Someone else is signed in to your account: sign in, open Profile and choose “Sign out everywhere”.`

const codeWords: Record<CodePurpose, { subject: string; whatFor: string; ifNotYou: string }> = {
  'email-change-old': {
    subject: 'Your Heartwood code to change your email address',
    whatFor:
      'You asked to change the email address of your Heartwood account. Here’s the code that confirms you can read email at your current address:',
    ifNotYou: someoneIsSignedIn,
  },
  'email-change-new': {
    subject: 'Your Heartwood code to confirm this address',
    whatFor:
      'Someone asked to use this address for their Heartwood account. If it was you, here’s the code that confirms the address is yours:',
    ifNotYou: 'If it wasn’t you, you can ignore this email: without the code, nothing will happen.',
  },
  'account-deletion': {
    subject: 'Your Heartwood code to delete your account',
    whatFor:
      'You asked to delete your Heartwood account and everything in it. Here’s the code that confirms it’s you:',
    ifNotYou: someoneIsSignedIn,
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
  return composeMail('Someone asked to use this address in Heartwood', [
    'Someone who is signed in to Heartwood asked to use this address for their account. It already belongs to an account, so nothing has happened: your account hasn’t changed, and the person who asked won’t learn that it exists.',
    'If it was you, with a second account: an address can have only one account. Sign in with this address and change it there first, or delete that account.',
    'If it wasn’t you, you don’t need to do anything.',
  ])
}
