import { z } from 'zod'

export const roleSchema = z.enum(['beneficiary', 'trustee', 'executor'])
export type Role = z.infer<typeof roleSchema>

interface RoleWords {
  withArticle: string
  /** The sentence that the screens show under the role. */
  short: string
  /** What the role lets a person do once the plan is open. */
  plain: string
  /** What it doesn't, so that no one learns that only when they need it. */
  limits: string
  /** What the owner asks of them, as the screens say it where they answer. */
  asked: string
}

export const roleWords: Record<Role, RoleWords> = {
  beneficiary: {
    withArticle: 'a beneficiary',
    short: 'Can view memorial plans and shared memories',
    plain:
      'Once the plan is open to you, you can see the portrait, funeral wishes, music, documents and contacts in it, and the messages left for you or for everyone.',
    limits:
      'You can’t see the financial accounts, the life insurance or the notes about home and pets, and you can’t change the plan.',
    asked: 'They’re leaving you something, even if it’s only a message.',
  },
  trustee: {
    withArticle: 'a trustee',
    short: 'Helps manage plans and sensitive information',
    plain:
      'Once the plan is open to you, you can see it, including the financial accounts and life insurance, except messages for someone else. That lets you help put things in order.',
    limits: 'You can’t change the plan.',
    asked: 'You look after money or property for others.',
  },
  executor: {
    withArticle: 'an executor',
    short: 'Full access to manage everything',
    plain:
      'Once the plan is open to you, you can see it, including the financial accounts and life insurance, except messages for someone else. That lets you carry it out.',
    limits: 'You can’t change the plan.',
    asked: 'You carry out their wishes and settle their affairs.',
  },
}
