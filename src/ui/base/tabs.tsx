import * as Radix from '@radix-ui/react-tabs'
import { type ReactNode, useLayoutEffect, useRef, useState } from 'react'
import { Link } from 'react-router-dom'
import { cx } from './cx'
import { Icon } from './icons'

/** One tab and what it shows. */
export interface TabItem {
  value: string
  label: string
  content: ReactNode
  /** Keeps the tab's content mounted once it was shown, because an upload may be running there. */
  keep?: boolean
}

export interface TabsProps {
  /** Names the row of tabs for assistive technology. */
  label: string
  items: readonly TabItem[]
  /** The open tab, best kept in the URL, so that a reload keeps it. */
  value: string
  onValueChange: (value: string) => void
  /** What stands above the open tab. Where the tabs are a rail, it's beside them, so that its height moves none of them. */
  head?: ReactNode
  /** Another page that belongs to them. */
  link?: { to: string; label: string } | undefined
  /** Whether the tabs are those of the whole page: they stay in view, and become a rail where there is room. */
  staysInView?: boolean
}

const box =
  'inline-flex min-h-11 shrink-0 items-center rounded-control border border-line bg-sheet px-3 py-1.5 hover:bg-well hover:text-ink'

/** Tabs in one row that scrolls sideways where there is no room. Arrow keys move between them. */
export function Tabs({ label, items, value, onValueChange, head, link, staysInView = false }: TabsProps) {
  const [shown, setShown] = useState<ReadonlySet<string>>(new Set([value]))
  if (!shown.has(value)) setShown(new Set([...shown, value]))
  const bar = useRef<HTMLDivElement>(null)
  const row = useRef<HTMLDivElement>(null)
  const panels = useRef<HTMLDivElement>(null)
  // Others may come before the open one, which moves away then.
  const names = items.map((item) => item.value).join()
  /** Whether the tabs are below each other. */
  const [isRail, setRail] = useState(false)
  const [more, setMore] = useState<ReturnType<typeof whereIsMore>>('nowhere')
  // A row with one tab is no choice. Its content stays where it is, so that others can come beside it.
  const isAlone = items.length === 1 && !link
  // As high as from here to the end of the window: a shorter tab would move the row of tabs, away from under the finger.
  const [room, setRoom] = useState(0)
  /** Whether the tab that is left was read beyond its beginning: the next one then begins at its own. */
  const isBeyond = useRef(false)
  const change = (next: string) => {
    const top = panels.current?.getBoundingClientRect().top ?? 0
    const above = staysInView && !isRail ? (bar.current?.offsetHeight ?? 0) : 0
    isBeyond.current = staysInView && top < above
    setRoom(window.innerHeight - Math.max(top, above))
    onValueChange(next)
  }
  useLayoutEffect(() => {
    if (isBeyond.current) panels.current?.scrollIntoView()
    isBeyond.current = false
    const list = row.current
    if (!list) return
    const look = () => {
      // Arrow keys and screen readers have to know, and only the style does.
      const isColumn = getComputedStyle(list).flexDirection === 'column'
      setRail(isColumn)
      if (!isColumn) bringIntoRow(list, names.split(',').indexOf(value))
      setMore(whereIsMore(list))
    }
    look()
    // A phone is turned, or the letters come.
    const observer = new ResizeObserver(look)
    for (const box of [list, ...list.children]) observer.observe(box)
    return () => observer.disconnect()
  }, [value, names])
  return (
    <Radix.Root
      value={value}
      onValueChange={change}
      orientation={isRail ? 'vertical' : 'horizontal'}
      className={cx(
        staysInView && 'lg:grid lg:grid-cols-[12.5rem_minmax(0,1fr)] lg:grid-rows-[auto_1fr] lg:gap-x-10',
      )}
    >
      {head ? <div className="min-w-0 lg:col-start-2">{head}</div> : null}
      <div
        ref={bar}
        data-stays={staysInView || undefined}
        hidden={isAlone}
        className={cx(
          'mb-4 flex flex-wrap items-start gap-1 print:hidden',
          staysInView &&
            'sticky top-0 z-10 -mx-4 border-b border-line bg-paper px-4 max-2xs:static sm:-mx-6 sm:px-6 lg:top-0 lg:col-start-1 lg:row-span-2 lg:row-start-1 lg:mx-0 lg:-mt-2 lg:-ml-2 lg:max-h-dvh lg:flex-col lg:flex-nowrap lg:items-stretch lg:self-start lg:overflow-y-auto lg:border-0 lg:p-2',
        )}
      >
        <div
          className={cx(
            // On the narrowest phones the link stands below: beside it, only the open tab would be seen.
            'relative -mx-1 min-w-0 grow basis-48',
            staysInView && 'lg:mx-0 lg:shrink-0 lg:grow-0 lg:basis-auto',
          )}
        >
          <Radix.List
            ref={row}
            aria-label={label}
            onScroll={({ currentTarget }) => setMore(whereIsMore(currentTarget))}
            className={cx(
              'relative flex gap-1 overflow-x-auto px-1 py-2 [scrollbar-width:thin]',
              staysInView
                ? 'lg:flex-col lg:overflow-visible lg:p-0'
                : 'sm:flex-wrap sm:border-b sm:border-line sm:pb-3',
            )}
          >
            {items.map((item) => (
              <Radix.Trigger
                key={item.value}
                value={item.value}
                className={cx(
                  box,
                  'text-ink-soft focus-visible:relative focus-visible:z-1 data-[state=active]:border-forest data-[state=active]:bg-forest-wash data-[state=active]:font-semibold data-[state=active]:text-ink',
                )}
              >
                {item.label}
              </Radix.Trigger>
            ))}
          </Radix.List>
          {more === 'left' || more === 'both' ? <More side="left" /> : null}
          {more === 'right' || more === 'both' ? <More side="right" /> : null}
        </div>
        {link ? (
          <Link to={link.to} className={cx(box, 'my-2 lg:my-0')}>
            {link.label}
          </Link>
        ) : null}
      </div>
      <div ref={panels} style={{ minHeight: room }} className="min-w-0 lg:col-start-2 print:min-h-0!">
        {items.map((item) => (
          <Radix.Content
            key={item.value}
            value={item.value}
            // Higher than the window, it would take the focus and show no sign of it.
            tabIndex={-1}
            className="rounded-small"
            {...(isAlone ? { role: undefined, 'aria-labelledby': undefined } : {})}
            {...(item.keep && shown.has(item.value)
              ? { forceMount: true, hidden: item.value !== value }
              : {})}
          >
            {item.content}
          </Radix.Content>
        ))}
      </div>
    </Radix.Root>
  )
}

/** At which ends of what is seen of a row of tabs there are more. */
function whereIsMore({ scrollLeft, clientWidth, scrollWidth }: HTMLElement) {
  // What is scrolled to its end may be a part of a pixel short of it.
  const isLeft = scrollLeft > 1
  const isRight = scrollLeft + clientWidth < scrollWidth - 1
  return isLeft && isRight ? 'both' : isLeft ? 'left' : isRight ? 'right' : 'nowhere'
}

/**
 * Says that the row of tabs goes on: an arrow, under which the tabs fade out. A press goes through to the tab below. One with
 * the focus lies above, so that its ring is whole.
 */
function More({ side }: { side: 'left' | 'right' }) {
  return (
    <span
      aria-hidden="true"
      data-more={side}
      className={cx(
        'pointer-events-none absolute inset-y-1.5 flex w-7 items-center from-paper from-70% to-transparent text-heart forced-colors:bg-[Canvas]',
        side === 'left' ? 'left-0 bg-linear-to-r' : 'right-0 justify-end bg-linear-to-l',
      )}
    >
      <Icon name="chevron-down" className={cx('shrink-0', side === 'left' ? 'rotate-90' : '-rotate-90')} />
    </span>
  )
}

/**
 * Scrolls a row of tabs, and nothing else, until the open one is in its middle, or the row at an end. With the first
 * and the last tab it's always there, so that no arrow points further.
 */
function bringIntoRow(row: HTMLElement, at: number): void {
  const open = row.children[at]
  if (!(open instanceof HTMLElement)) return
  row.scrollLeft = !open.previousElementSibling
    ? 0
    : open.nextElementSibling
      ? open.offsetLeft - (row.clientWidth - open.offsetWidth) / 2
      : row.scrollWidth
}
