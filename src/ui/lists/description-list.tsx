import type { ReactNode } from 'react'

export interface DescriptionListProps {
  items: readonly { term: string; value: ReactNode }[]
  /** Shown for a value that is null, undefined or ''. */
  empty?: string
}

/** The names and values of a saved item, one pair per row; line breaks in a text are kept. */
export function DescriptionList({ items, empty = 'Not specified' }: DescriptionListProps) {
  return (
    <dl className="grid gap-x-8 gap-y-4 sm:grid-cols-[minmax(8rem,1fr)_2fr]">
      {items.map(({ term, value }) => (
        <div key={term} className="sm:contents">
          <dt className="font-semibold text-ink-soft">{term}</dt>
          <dd className="min-w-0 whitespace-pre-line">
            {value === null || value === undefined || value === '' ? (
              <span className="text-ink-soft italic">{empty}</span>
            ) : (
              value
            )}
          </dd>
        </div>
      ))}
    </dl>
  )
}
