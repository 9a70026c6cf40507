import type { MailContent } from '../mail.ts'
import { composeMail } from './frame.ts'
import type { Notice } from './payload.ts'
import { roleWords } from './words.ts'

/** Tells an owner that somebody they named has deleted their account. Returns the mail. */
export function designeeLeft({ actor, role, appOrigin }: Notice): MailContent {
  const a = role ? roleWords[role].a : 'one of the people named'
  return composeMail(`${actor} can no longer open your plan`, [
    `${actor} is ${a} in your plan, and has deleted the Heartwood account that your plan would open to.`,
    `You can invite ${actor} again, or name somebody else. Please see to it that one person at least can open your plan when it is needed.`,
    { link: 'See the people you named', url: `${appOrigin}/beneficiaries` },
  ])
}
