import { formatDate } from '@/lib/dates'
import { fileNameOf } from '@/lib/files/stored-names'
import { copyTerm, PrintedValues, printedList } from '@/parts/kit/printed'
import type { EstateDocument } from './data'
import { documentNames } from './words'

const isWill = ({ doc_type }: EstateDocument) => doc_type === 'will'

export const print = printedList<EstateDocument>({
  title: 'Wills and trusts',
  none: 'No documents are listed.',
  step: (documents, { number }) =>
    documents.some(isWill)
      ? `Find the will: section ${number} says where it is.`
      : 'No will is listed here. Look through the papers, and ask the family lawyer if there is one.',
  item: ({ doc_type, description, original_location, file_path, created_at }) => (
    <>
      <h3>{description}</h3>
      <PrintedValues
        values={{
          'What it is': documentNames[doc_type],
          'Where is the original?': original_location,
          [copyTerm]: `${fileNameOf(file_path)}, added ${formatDate(created_at)}`,
        }}
      />
    </>
  ),
})
