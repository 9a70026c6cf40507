import type { Enums } from '@/lib/database.types'

/** The name and explanation of each kind of document. */
export const documentWords: Record<Enums<'document_type'>, { name: string; explanation: string }> = {
  will: {
    name: 'Will',
    explanation: 'Says who gets what you own, and who makes sure of it (your executor).',
  },
  trust: {
    name: 'Trust',
    explanation:
      'Puts property in the care of someone (a trustee) who looks after it for others, now or after your death.',
  },
  poa: {
    name: 'Power of attorney',
    explanation:
      "Lets someone act for you while you're alive, such as when you're too ill to. It ends with your death.",
  },
  other: {
    name: 'Other',
    explanation: 'Anything else your family will need: a deed, a marriage certificate, a letter of wishes.',
  },
}
