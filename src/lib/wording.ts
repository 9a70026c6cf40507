import type { Enums } from './database.types'

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
