import { formatNumber } from '@/lib/text'

/** "$150,000" or "$150,000.50". @param missing the text for null */
export function formatMoney(dollars: number | null, missing = ''): string {
  return dollars === null ? missing : `$${formatAmount(dollars)}`
}

/** "150,000" or "150,000.50", for a field. */
export function formatAmount(dollars: number): string {
  return formatNumber(dollars, Number.isInteger(dollars) ? 0 : 2)
}
