import { z } from 'zod'

export const roleSchema = z.enum(['beneficiary', 'trustee', 'executor'])
export type Role = z.infer<typeof roleSchema>

interface RoleWords {
  withArticle: string
  /** The sentence that the screens show under the role. */
  short: string
  /** What the role lets a person do once the plan is open. */
  plain: string
}

export const roleWords: Record<Role, RoleWords> = {
  beneficiary: {
    withArticle: 'a beneficiary',
    short: 'Can view memorial plans and shared memories',
    plain:
      'Once the plan is open to you, you can read the wishes for the funeral and the music, documents and contacts in it, and see the messages left for you.',
  },
  trustee: {
    withArticle: 'a trustee',
    short: 'Helps manage plans and sensitive information',
    plain:
      'Once the plan is open to you, you can read it, and you also see the financial accounts and life insurance in it, so that you can help to put things in order.',
  },
  executor: {
    withArticle: 'an executor',
    short: 'Full access to manage everything',
    plain:
      'Once the plan is open to you, you can read all of it, financial accounts and life insurance included, so that you can carry it out.',
  },
}
