import { formatDay } from '@/lib/dates'

/** The account that is exported. */
export interface Account {
  id: string
  email: string
}

/** "heartwood-data-2026-11-21.json", "heartwood-everything-2026-11-21.zip" */
export function exportFileName(what: 'data' | 'everything', today: Date): string {
  return `heartwood-${what}-${formatDay(today)}.${what === 'data' ? 'json' : 'zip'}`
}
