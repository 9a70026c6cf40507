import { ownedRows } from '@/data/rows/owned-rows'
import { paths } from '@/lib/paths'
import { count } from '@/lib/text'
import { firstNames, part } from '@/parts/kit/part'
import type { EstateDocument } from './data'
import { documentNames } from './words'

/** How its rows are read, by the owner and by others. */
export const rows = ownedRows<EstateDocument>('estate_documents')

export const documents = part<EstateDocument[]>({
  table: 'estate_documents',
  title: 'Wills & Trusts',
  icon: 'document',
  group: 'Where things are',
  screens: [{ path: paths.documents, lazy: () => import('./page') }],
  choice: 'documents',
  tab: 'documents',
  rowName: 'description',
  viewed: 'the list of documents',
  opened: (title) => `the document${title}`,
  gained: 'documents',
  words: {
    name: 'Documents',
    loading: 'Loading the documents',
    errorTitle: 'Unable to load documents',
  },
  query: rows.query,
  held: (all) => firstNames(all.map(({ description }) => description)),
  next: (all) =>
    all.some(({ doc_type }) => doc_type === 'will')
      ? null
      : {
          ask: 'where is your will?',
          why: 'A will only counts if someone finds it.',
          how: 'Upload a copy, and say where the original is.',
          action: 'Add Document',
          to: paths.adding(paths.documents),
        },
  lost: ({ documents: all }) => (all ? count(all, 'document') : null),
  files: {
    folder: 'Wills and trusts',
    of: ({ id, doc_type, description, file_path }) => ({
      title: `${documentNames[doc_type]} - ${description}`,
      bucket: 'documents',
      path: file_path,
      row: id,
    }),
  },
  facts: () => import('./facts'),
  print: () => import('./print'),
  steps: () => import('./steps'),
  sample: () => import('./sample'),
  incoming: () => import('./data'),
})
