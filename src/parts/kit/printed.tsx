import type { ReactNode } from 'react'
import type { Designation } from '@/data/people/designations'
import type { Enums } from '@/lib/database.types'
import { PRODUCT_NAME } from '@/lib/text'
import { cx } from '@/ui/base/cx'
import { DescriptionList } from '@/ui/lists/description-list'

const NOT_FILLED_IN = 'Not filled in'
/** The binder's term for an uploaded file. */
export const copyTerm = `Copy in ${PRODUCT_NAME}`

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

/** The person for whom a part is printed, and the part's place in the binder. */
interface Printed {
  reader: 'owner' | Enums<'designation_role'>
  /** The owner, as named inside a sentence. */
  who: string
  /** The people that the owner has named; null unless the owner is the reader. */
  people: readonly Designation[] | null
  /** The number of this section in the binder. */
  number: number
}

/** A part in the printed binder. */
export interface PrintedPart {
  content: ReactNode
  /** The first thing to do with it, for the page "Start here". */
  step?: string | undefined
}

/** A part's print.tsx: the part as a section of the binder. */
export interface Print<Data> {
  /** Its title in the binder. */
  title: string
  print: (data: Data, printed: Printed) => PrintedPart
}

interface PrintedListSpec<Row> extends Pick<Print<unknown>, 'title'> {
  none: string
  look?: 'columns' | 'flowing'
  /** Printed above the rows. */
  intro?: string
  step?: (rows: readonly Row[], printed: Printed) => string | undefined
  item: (row: Row, printed: Printed) => ReactNode
}

/** Builds the binder's section of a part that is a list. */
export function printedList<Row extends { id: string }>(spec: PrintedListSpec<Row>): Print<Row[]> {
  const { title, none, look, intro, step, item } = spec
  return {
    title,
    print: (rows, given) => ({
      step: step?.(rows, given),
      content: (
        <>
          {intro && rows.length > 0 ? <p className="mb-5">{intro}</p> : null}
          <PrintedList rows={rows} none={none} look={look}>
            {(row) => item(row, given)}
          </PrintedList>
        </>
      ),
    }),
  }
}
