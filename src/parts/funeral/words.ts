import type { Enums } from '@/lib/database.types'

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
