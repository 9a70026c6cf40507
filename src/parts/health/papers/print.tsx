import { fileNameOf } from '@/lib/files/stored-names'
import { copyTerm, PrintedValues, printedList } from '@/parts/kit/printed'
import type { HealthPaper } from '../data'
import { paperWords } from '../words'

export const print = printedList<HealthPaper>({
  title: 'Signed health papers',
  noun: ['paper'],
  none: 'No signed papers are listed.',
  intro: 'Hospital staff act on signed papers. Take the originals along.',
  missing: (papers) =>
    papers.flatMap(({ kind, place }) => (place ? [] : `${paperWords[kind].name}: where the original is`)),
  item: ({ kind, place, file_path: path }) => (
    <>
      <h3>{paperWords[kind].name}</h3>
      <PrintedValues
        values={{ 'Where the original is': place, ...(path ? { [copyTerm]: fileNameOf(path) } : {}) }}
      />
    </>
  ),
})
