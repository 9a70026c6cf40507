import type { ReactNode } from 'react'
import { PRODUCT_NAME } from '@/lib/product'
import { cx } from '@/ui/cx'
import { DescriptionList } from '@/ui/lists/description-list'

const NOT_FILLED_IN = 'Not filled in'
/** The binder's term for an uploaded file. */
export const copyTerm = `Copy in ${PRODUCT_NAME}`

/** The names of the values that are empty. */
export function emptyNames(values: Record<string, unknown>): string[] {
  return Object.entries(values).flatMap(([name, value]) => (value ? [] : name))
}

/** Prints names and values, one pair per row. */
export function PrintedValues({ values }: { values: Record<string, ReactNode> }) {
  const items = Object.entries(values).map(([term, value]) => ({ term, value }))
  return <DescriptionList items={items} empty={NOT_FILLED_IN} />
}

/** Prints a longer text with its heading. */
export function PrintedText({ title, children }: { title: string; children: string | null | undefined }) {
  return (
    <>
      <h3>{title}</h3>
      {children ? (
        <p className="wrap-anywhere whitespace-pre-line">{children}</p>
      ) : (
        <p className="text-ink-soft italic">{NOT_FILLED_IN}</p>
      )}
    </>
  )
}

interface PrintedListProps<Row> {
  rows: readonly Row[]
  /** The sentence for an empty list. */
  none: string
  /** "columns" for short rows, "flowing" for rows that may be longer than a page. */
  look?: 'columns' | 'flowing' | undefined
  children: (row: Row) => ReactNode
}

/** Prints a list of rows. */
export function PrintedList<Row extends { id: string | number }>({
  rows,
  none,
  look,
  children,
}: PrintedListProps<Row>) {
  if (rows.length === 0) return <p className="text-ink-soft italic">{none}</p>
  return (
    <ul className={look === 'columns' ? 'binder-columns grid gap-x-8 sm:grid-cols-2' : undefined}>
      {rows.map((row) => (
        <li
          key={row.id}
          className={cx(
            'border-b border-line',
            look === 'columns' ? 'py-3' : 'py-5 first:pt-0 last:border-0',
            look === 'flowing' && 'binder-flowing',
          )}
        >
          {children(row)}
        </li>
      ))}
    </ul>
  )
}
