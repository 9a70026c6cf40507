import type { Tables } from '@/lib/database.types'
import { missing, type SectionDescription, started, there } from '@/parts/kit/part'

export const section: SectionDescription = {
  key: 'portrait',
  viewed: 'the portrait',
  opened: () => 'the portrait',
  gained: 'portrait',
  state: ({ portrait, portrait_picture }) => {
    if (!portrait) return missing('Nothing here yet.')
    return portrait_picture ? there('Picture added.') : started('A few words, but no picture yet.')
  },
  files: {
    folder: 'Portrait',
    of: ({ id, picture_path: path }: Tables<'portraits'>) =>
      path === null ? null : { title: 'Portrait', bucket: 'pictures', path, row: id },
  },
  lost: ({ portrait }) => (portrait ? 'your portrait' : null),
}
