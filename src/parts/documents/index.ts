import { ownedRows } from '@/data/rows/owned-rows'
import { paths } from '@/lib/paths'
import { count } from '@/lib/text'
import { missing, part, started, there } from '@/parts/kit/part'
import type { EstateDocument } from './data'
import { documentNames } from './words'

/** How its rows are read, by the owner and by others. */
export const rows = ownedRows<EstateDocument>('estate_documents')

export const documents = part<EstateDocument[]>({
  table: 'estate_documents',
  title: 'Wills & Trusts',
  icon: 'document',
  group: 'Your plan',
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
  sample: () => import('./facts'),
  incoming: () => import('./data'),
})
