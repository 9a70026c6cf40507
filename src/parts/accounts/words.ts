import type { Enums } from '@/lib/database.types'

export const accountCategoryWords: Record<Enums<'account_category'>, string> = {
  bank: 'Bank',
  investment: 'Investment',
  retirement: 'Retirement',
  crypto: 'Crypto',
  other: 'Other',
}
