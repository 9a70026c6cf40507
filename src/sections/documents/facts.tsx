import { formatDate } from '@/lib/dates'
import { fileNameOf } from '@/lib/files/stored-names'
import { listFacts } from '@/plan/facts/facts'
import { copyTerm, PrintedValues } from '@/plan/facts/printed'
import { sampleTimes } from '@/plan/facts/sample'
import type { EstateDocument } from './data'
import { DocumentCard } from './document-card'
import { documentWords } from './document-words'

const isWill = ({ doc_type }: EstateDocument) => doc_type === 'will'

export const facts = listFacts<EstateDocument>({
  key: 'documents',
  title: 'Wills and trusts',
  name: 'Documents',
  sample: [
    {
      id: 'document',
      doc_type: 'other',
      description: 'Sample document',
      file_path: 'sample-document.pdf',
      original_location: 'Sample place: the second drawer of the desk',
      ...sampleTimes,
    },
  ],
  loading: 'Loading the documents',
  errorTitle: 'Unable to load documents',
  intro: () => 'These are copies. Only the signed original counts.',
  empty: (ownerName) => `${ownerName} hasn't left any documents here.`,
  item: (document, { open }) => (
    <DocumentCard
      document={document}
      link={() => open(document.id, { bucket: 'documents', path: document.file_path })}
    />
  ),
  printed: {
    noun: ['document'],
    none: 'No documents are listed.',
    missing: (documents) => [
      ...(documents.some(isWill) ? [] : ['A will']),
      ...documents.flatMap(({ description, original_location }) =>
        original_location ? [] : `${description}: where the original is`,
      ),
    ],
    step: (documents, { number }) =>
      documents.some(isWill)
        ? `Find the will: section ${number} says where it is.`
        : 'No will is listed here. Look through the papers, and ask the family lawyer if there is one.',
    item: ({ doc_type, description, original_location, file_path, created_at }) => (
      <>
        <h3>{description}</h3>
        <PrintedValues
          values={{
            'What it is': documentWords[doc_type].name,
            'Where is the original?': original_location,
            [copyTerm]: `${fileNameOf(file_path)}, added ${formatDate(created_at)}`,
          }}
        />
      </>
    ),
  },
})
