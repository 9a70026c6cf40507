import { count } from '@/lib/count'
import type { Tables } from '@/lib/database.types'
import { paths } from '@/lib/paths'
import { missing, type SectionDescription, started, there } from '@/parts/kit/part'
import { documentWords } from './document-words'

export const section: SectionDescription = {
  key: 'documents',
  rowName: 'description',
  viewed: 'the list of documents',
  opened: (title) => `the document${title}`,
  gained: 'documents',
  state: ({ documents: all, wills }) => {
    if (!all) return missing('Nothing here yet.')
    const kept = count(all, 'document')
    return wills ? there(`${kept}.`) : started(`${kept}, no will among them.`)
  },
  gap: {
    found: 'your will',
    missing: ({ wills }) =>
      wills
        ? null
        : {
            what: 'Where your will is',
            why: 'Upload a copy, and say where the original is.',
            ask: 'where is your will?',
            action: 'Add Document',
            to: paths.adding(paths.documents),
          },
  },
  files: {
    folder: 'Wills and trusts',
    of: ({ id, doc_type, description, file_path }: Tables<'estate_documents'>) => ({
      title: `${documentWords[doc_type].name} - ${description}`,
      bucket: 'documents',
      path: file_path,
      row: id,
    }),
  },
  lost: ({ documents: all }) => (all ? count(all, 'document') : null),
}
