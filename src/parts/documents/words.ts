import type { Enums } from '@/lib/database.types'

export const documentNames: Record<Enums<'document_type'>, string> = {
  will: 'Will',
  trust: 'Trust',
  poa: 'Power of attorney',
  other: 'Other',
}
