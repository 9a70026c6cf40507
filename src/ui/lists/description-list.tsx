import type { ReactNode } from 'react'

export interface DescriptionListProps {
  items: readonly DescriptionItem[]
  /** Shown for a value that is null, undefined or ''. */
  empty?: string
  /** Names what is empty in one line after the list instead, behind these words: "Still missing". */
  folded?: string | undefined
}

interface DescriptionItem {
  term: string
  value: ReactNode
  /** What the term is called in the line of what is empty; the term itself when left out. */
  inLine?: string
}

const isEmpty = ({ value }: DescriptionItem) => value === null || value === undefined || value === ''
const inLine = ({ term, inLine: words }: DescriptionItem) =>
  words ?? term.charAt(0).toLowerCase() + term.slice(1)

/** The names and values of a saved item, one pair per row; line breaks in a text are kept. */
export function DescriptionList({ items, empty = 'Not specified', folded }: DescriptionListProps) {
  if (folded === undefined) return <Pairs items={items} empty={empty} />
  const missing = items.filter(isEmpty)
  return (
    <>
      <Pairs items={items.filter((item) => !isEmpty(item))} empty={empty} />
      {missing.length > 0 ? (
        <p className="mt-4 text-ink-soft">
          {folded}: {missing.map(inLine).join(', ')}
        </p>
      ) : null}
    </>
  )
}

function Pairs({ items, empty }: { items: readonly DescriptionItem[]; empty: string }) {
  return (
    <dl className="grid gap-x-8 gap-y-4 sm:grid-cols-[minmax(8rem,1fr)_2fr]">
      {items.map((item) => (
        <div key={item.term} className="sm:contents">
          <dt className="font-semibold text-ink-soft">{item.term}</dt>
          <dd className="min-w-0 whitespace-pre-line">
            {isEmpty(item) ? <span className="text-ink-soft italic">{empty}</span> : item.value}
          </dd>
        </div>
      ))}
    </dl>
  )
}
