import { copyTerm, PrintedValues, printedList } from '@/parts/kit/printed'
import { paperNames } from '..'
import type { HealthPaper } from '../data'

export const print = printedList<HealthPaper>({
  title: 'Signed health papers',
  none: 'No signed papers are listed.',
  intro: 'Hospital staff act on signed papers. Take the originals along.',
  item: ({ kind, place, file_path: path }) => (
    <>
      <h3>{paperNames[kind]}</h3>
      <PrintedValues values={{ 'Where the original is': place, ...(path ? { [copyTerm]: 'Yes' } : {}) }} />
    </>
  ),
})
