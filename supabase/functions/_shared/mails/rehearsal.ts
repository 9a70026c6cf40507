import type { MailContent } from '../mail.ts'
import { composeMail } from './frame.ts'
import type { Notice } from './payload.ts'
import { roleWords } from './words.ts'

/** Asks a designee to practise the way to a plan, with sample content in its place. Returns the mail. */
export function rehearsal({ owner, role, practiceUrl }: Notice): MailContent {
  const a = role ? roleWords[role].a : 'one of the people named'
  return composeMail(`Practice: ${owner} asks you to try the way to their plan`, [
    `This is a practice. Nobody has died, and there is nothing to worry about.`,
    `You are ${a} in the plan of ${owner} in Heartwood. ${owner} would like to know that you will find your way when it is needed.`,
    { heading: 'What to do' },
    `Open the page below and sign in with this address; we send you a 6-digit code for it. It takes a few minutes, and you can do it on any day.`,
    { link: 'Begin the practice', url: practiceUrl },
    `You will see the real pages, filled with samples. Nothing of the plan of ${owner} is opened, and nothing you press there has any effect.`,
    `${owner} sees whether you managed it. If you get stuck, tell ${owner}: that is what the practice is for.`,
  ])
}
