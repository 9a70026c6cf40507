import type { MailContent } from '../mail.ts'
import { composeMail } from './frame.ts'
import type { Notice } from './payload.ts'
import { roleWords } from './words.ts'

/** Tells a designee that there is no plan any more. Returns the mail. */
export function planDeleted({ owner, role }: Notice): MailContent {
  const a = role ? roleWords[role].a : 'one of the people named'
  return composeMail(`The plan of ${owner} no longer exists`, [
    `The Heartwood account of ${owner} was deleted, and the plan with everything in it. You were ${a} in it; that has ended too.`,
    `Nothing can be opened there any more, now or later. There is nothing you need to do.`,
    `If this surprises you, please ask ${owner}. Deleting an account takes a code that is sent to its own address.`,
  ])
}
