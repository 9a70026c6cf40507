import { formatDate } from '@/lib/dates'
import { fileNameOf } from '@/lib/files/stored-names'
import { copyTerm, PrintedValues, printedList } from '@/parts/kit/printed'
import type { EstateDocument } from './data'
import { documentNames } from './words'

/** Where the executor begins: with the original, as far as the plan says where it is. */
function firstStep(documents: readonly EstateDocument[], section: number): string {
  const wills = documents.filter(({ doc_type }) => doc_type === 'will')
  if (wills.length === 0)
    return 'No will is listed here. Look through the papers, and ask the family lawyer if there is one.'
  if (wills.every(({ original_location }) => original_location))
    return `Find the will: section ${section} says where it is.`
  return `Find the will. The plan doesn’t say where ${wills.length === 1 ? 'the' : 'each'} original is: look through the papers, and ask the family lawyer if there is one.`
}

export const print = printedList<EstateDocument>({
  title: 'Wills and trusts',
  none: 'No documents are listed.',
  step: (documents, { number }) => firstStep(documents, number),
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
