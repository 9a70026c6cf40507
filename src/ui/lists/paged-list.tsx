import { type ReactNode, useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { formatNumber } from '@/lib/text'
import { Button } from '@/ui/base/button'
import { cx } from '@/ui/base/cx'

interface Identified {
  id: string | number
}

/** Showing more rows at once is slow to draw and tiring to read. */
const PAGE = 100

export interface PagedListProps<Item extends Identified> {
  /** Names the list for assistive technology: "Contacts". */
  label: string
  /** All items, in order. To start at the first page again, such as after a search, give the list a new `key`. */
  items: readonly Item[]
  /** What stands in the item's `<li>`. */
  children: (item: Item) => ReactNode
  /** How many stand on a page. */
  size?: number
  /** True when the items share one frame; otherwise each draws its own. */
  framed?: boolean | undefined
  className?: string
  itemClassName?: string
}

/**
 * A list of any length, a hundred rows at a time unless said otherwise. When a row is added at the top, the list returns to its first page to
 * show it. Printing shows all rows.
 */
export function PagedList<Item extends Identified>({
  label,
  items,
  children,
  size = PAGE,
  framed = false,
  className = framed
    ? 'divide-y divide-line rounded-card border border-line bg-sheet shadow-card'
    : 'grid grid-cols-1 gap-4',
  itemClassName,
}: PagedListProps<Item>) {
  const [wanted, setWanted] = useState(0)
  const list = useRef<HTMLUListElement>(null)
  const front = items[0]?.id
  const [knownFront, setKnownFront] = useState(front)
  if (front !== knownFront) {
    setKnownFront(front)
    // If the row that was first is gone, nothing was added.
    if (items.some(({ id }) => id === knownFront)) setWanted(0)
  }
  const printing = usePrinting()
  const last = Math.max(0, Math.ceil(items.length / size) - 1)
  // Rows may have been deleted since this page was chosen.
  const page = Math.min(wanted, last)
  const first = page * size
  const shown = printing ? items : items.slice(first, first + size)

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
        {shown.map((item) => (
          <li key={item.id} className={itemClassName}>
            {children(item)}
          </li>
        ))}
      </ul>
      {last > 0 && !printing ? (
        <nav aria-label={`Pages of ${label}`} className="mt-6 flex flex-wrap items-center gap-x-4 gap-y-3">
          <Button icon="arrow-left" disabled={page === 0} onClick={() => turn(page - 1)}>
            Previous
          </Button>
          <p role="status">
            Showing {formatNumber(first + 1)}–{formatNumber(first + shown.length)} of{' '}
            {formatNumber(items.length)}
          </p>
          <Button disabled={page === last} onClick={() => turn(page + 1)}>
            Next
          </Button>
        </nav>
      ) : null}
    </>
  )
}

/** True while the page is laid out for printing. */
function usePrinting(): boolean {
  const [printing, setPrinting] = useState(false)
  useEffect(() => {
    // The browser prints what is on the page when the listener returns.
    const before = () => flushSync(() => setPrinting(true))
    const after = () => setPrinting(false)
    window.addEventListener('beforeprint', before)
    window.addEventListener('afterprint', after)
    return () => {
      window.removeEventListener('beforeprint', before)
      window.removeEventListener('afterprint', after)
    }
  }, [])
  return printing
}
