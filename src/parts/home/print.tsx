import { PrintedValues, printedList } from '@/parts/kit/printed'
import type { HomeItem } from './data'
import { homeItemValues, kindWords } from './words'

export const print = printedList<HomeItem>({
  title: 'Home and pets',
  noun: ['thing'],
  none: 'Nothing is listed.',
  missing: (items) => [
    ...(items.length === 0 ? ['Anything that needs looking after'] : []),
    ...items.flatMap(({ kind, name, caretaker }) =>
      kind === 'pet' && !caretaker ? [`${name}: who takes them`] : [],
    ),
  ],
  step: (items, { number }) =>
    items.some(({ kind }) => kind === 'pet')
      ? `Look after the animals today: section ${number} says what they need and who takes them.`
      : undefined,
  item: (item) => (
    <>
      <h3>
        {item.name} ({kindWords[item.kind].label})
      </h3>
      <PrintedValues
        values={Object.fromEntries(homeItemValues(item).map(({ term, value }) => [term, value]))}
      />
    </>
  ),
})
