import type { Enums } from '@/lib/database.types'

/** The words for the values of the database's enums, as they stand on every screen. */
export const dispositionWords: Record<Enums<'disposition_type'>, string> = {
  burial: 'Burial',
  cremation: 'Cremation',
  donation: 'Donation to science',
  other: 'Something else',
}

export const serviceWords: Record<Enums<'service_type'>, string> = {
  traditional: 'Traditional funeral',
  memorial: 'Memorial service',
  celebration: 'Celebration of life',
  none: 'No service',
  other: 'Something else',
}

export const roleWords: Record<Enums<'designation_role'>, { name: string; description: string }> = {
  beneficiary: { name: 'Beneficiary', description: 'Can view memorial plans and shared memories' },
  trustee: { name: 'Trustee', description: 'Helps manage plans and sensitive information' },
  executor: { name: 'Executor', description: 'Full access to manage everything' },
}

export const accountCategoryWords: Record<Enums<'account_category'>, string> = {
  bank: 'Bank',
  investment: 'Investment',
  retirement: 'Retirement',
  crypto: 'Crypto',
  other: 'Other',
}

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
