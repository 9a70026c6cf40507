import type { Enums } from '@/lib/database.types'

export const dispositionWords: Record<Enums<'disposition_type'>, string> = {
  burial: 'Burial',
  cremation: 'Cremation',
  donation: 'Donation to science',
  other: 'Something else',
}

/** The question whether anyone may imitate the owner, and its answers as readers see them. */
export const likenessTitle = 'Imitating voice or face'

export const likenessWords: Record<Enums<'likeness_wish'>, string> = {
  no: 'No, please no one',
  family: 'Only my family, among themselves',
  yes: 'Yes, my family may decide',
}

export const serviceWords: Record<Enums<'service_type'>, string> = {
  traditional: 'Traditional funeral',
  memorial: 'Memorial service',
  celebration: 'Celebration of life',
  none: 'No service',
  other: 'Something else',
}
