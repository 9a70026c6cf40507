import { PrintedValues, printedList } from '@/parts/kit/printed'
import type { HomeItem } from './data'
import { homeItemValues, kindWords } from './words'

export const print = printedList<HomeItem>({
  title: 'Home and pets',
  none: 'Nothing is listed.',
  step: (items, { number }) => {
    const pets = items.filter(({ kind }) => kind === 'pet')
    if (pets.length === 0) return undefined
    const isKnown = pets.every(({ care, caretaker }) => care && caretaker)
    return `Look after the animals today: section ${number} ${isKnown ? 'says what they need and who takes them' : 'lists them'}.`
  },
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
