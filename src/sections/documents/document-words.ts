import type { Enums } from '@/lib/database.types'

/** The name and explanation of each kind of document. */
export const documentWords: Record<Enums<'document_type'>, { name: string; explanation: string }> = {
  will: {
    name: 'Will',
    explanation: 'Says who receives what you own, and who carries that out (your executor).',
  },
  trust: {
    name: 'Trust',
    explanation:
      'Gives property to somebody (a trustee) to look after it for others, now or after your death.',
  },
  poa: {
    name: 'Power of attorney',
    explanation:
      'Lets somebody act for you while you are alive, for instance when you are too ill to. It ends with your death.',
  },
  other: {
    name: 'Other',
    explanation: 'Anything else your family will need: a deed, a marriage certificate, a letter of wishes.',
  },
}
