import { type ReactNode, useRef, useState } from 'react'
import { Button } from './button'
import { cx } from './cx'

/** More rows than this at once are slow to draw and tiring to read. */
const PAGE = 100

export interface PagedListProps<Item> {
  /** Names the list for assistive technology: "Contacts". */
  label: string
  /** All of them, in their order. To begin at the first page again, such as after a search, give the list a new `key`. */
  items: readonly Item[]
  /** Draws one as an `<li>` with a key. */
  children: (item: Item) => ReactNode
  className?: string | undefined
}

/** A list of any length, a hundred at a time. What is printed is the page on the screen. */
export function PagedList<Item>({ label, items, children, className = 'grid gap-4' }: PagedListProps<Item>) {
  const [wanted, setWanted] = useState(0)
  const list = useRef<HTMLUListElement>(null)
  const last = Math.max(0, Math.ceil(items.length / PAGE) - 1)
  // Rows may have been deleted since the page was turned.
  const page = Math.min(wanted, last)
  const first = page * PAGE
  const shown = items.slice(first, first + PAGE)

  const turn = (to: number) => {
    setWanted(to)
    list.current?.focus({ preventScroll: true })
    list.current?.scrollIntoView({ block: 'start' })
  }

  return (
    <>
      <ul
        ref={list}
        tabIndex={-1}
        aria-label={label}
        className={cx('scroll-mt-20 focus:outline-none', className)}
      >
        {shown.map(children)}
      </ul>
      {last > 0 ? (
        <nav aria-label={`Pages of ${label}`} className="mt-6 flex flex-wrap items-center gap-x-4 gap-y-3">
          <Button icon="arrow-left" disabled={page === 0} onClick={() => turn(page - 1)}>
            Previous
          </Button>
          <p role="status">
            Showing {(first + 1).toLocaleString('en-US')}–{(first + shown.length).toLocaleString('en-US')} of{' '}
            {items.length.toLocaleString('en-US')}
          </p>
          <Button disabled={page === last} onClick={() => turn(page + 1)}>
            Next
          </Button>
        </nav>
      ) : null}
    </>
  )
}
