import { type ReactNode, useEffect, useId, useRef } from 'react'
import { Link, useLocation } from 'react-router-dom'
import { PRODUCT_NAME } from '@/lib/text'
import { cx } from './cx'
import { Icon } from './icons'

export interface PageProps {
  /** The page's only h1. Keep it on screen while loading too, with a skeleton as children. */
  title: string
  /** A sentence or two under the heading. */
  intro?: ReactNode
  /** Badges or a date beside the heading. */
  aside?: ReactNode
  /** Buttons and links for the whole page. */
  actions?: ReactNode
  /** A link above the heading, to the page that this one belongs to. */
  back?: { to: string; label: string } | undefined
  /** Narrow for forms and reading, normal for lists and cards, full where what is around it sets the width. */
  width?: 'narrow' | 'normal' | 'full'
  /** For document.title, where it should differ from the heading. */
  documentTitle?: string | undefined
  /** The heading is not printed, because the printed content has its own. */
  printsOwnHeading?: boolean
  children?: ReactNode
}

const widths = { narrow: 'max-w-prose', normal: 'max-w-page', full: '' }

/** The frame of every screen: sets document.title, and moves the focus to the heading after a navigation. */
export function Page({
  title,
  intro,
  aside,
  actions,
  back,
  width = 'normal',
  documentTitle,
  printsOwnHeading = false,
  children,
}: PageProps) {
  useDocumentTitle(documentTitle ?? title)
  return (
    <div className={cx('mx-auto w-full', widths[width])}>
      {back ? (
        <div className="mb-3">
          <BackLink {...back} />
        </div>
      ) : null}
      <div
        className={cx(
          'mb-8 flex flex-wrap items-end justify-between gap-x-8 gap-y-4',
          printsOwnHeading && 'print:hidden',
        )}
      >
        <div className="min-w-0 max-w-prose">
          <PageHeading className="text-page">{title}</PageHeading>
          {aside ? <div className="mt-3 flex flex-wrap items-center gap-2.5">{aside}</div> : null}
          {intro ? <div className="mt-2.5 text-lead text-ink-soft">{intro}</div> : null}
        </div>
        {actions ? <div className="row-of-actions print:hidden">{actions}</div> : null}
      </div>
      {children}
    </div>
  )
}

/** The link above a heading, to the page that this one belongs to. */
export function BackLink({ to, label }: NonNullable<PageProps['back']>) {
  return (
    <Link to={to} className="tall-link -ml-1 gap-2 px-1 print:hidden">
      <Icon name="arrow-left" />
      {label}
    </Link>
  )
}

/** The page's only h1, for a page that lays out its own head. It takes the focus after a navigation. */
export function PageHeading({ className, children }: { className: string; children: string }) {
  const heading = useRef<HTMLHeadingElement>(null)
  useFocusAfterNavigation(heading)
  return (
    <h1 ref={heading} tabIndex={-1} className={className}>
      {children}
    </h1>
  )
}

/** Sets document.title to "title · product" for as long as the component is on screen. */
export function useDocumentTitle(title: string): void {
  useEffect(() => {
    document.title = title === PRODUCT_NAME ? title : `${title} · ${PRODUCT_NAME}`
  }, [title])
}

/** Moves the focus to the screen's own heading, for a button that is gone once it was pressed, or that leads there. */
export function focusHeading(): void {
  document.querySelector('h1')?.focus()
}

/** Moves the focus to a heading when the path has changed, so that a screen reader reads the new page. */
function useFocusAfterNavigation(heading: { current: HTMLHeadingElement | null }) {
  const { pathname, key } = useLocation()
  // The first page of a visit has the key "default": the browser itself announces that document.
  const arrived = useRef(key === 'default' ? pathname : null)
  useEffect(() => {
    if (arrived.current === pathname) return
    arrived.current = pathname
    const node = heading.current
    const main = node?.closest('main')
    // Keep the focus in a field that took it by itself, or in an open dialog.
    if (!node || (main?.contains(document.activeElement) && document.activeElement !== main)) return
    node.focus({ preventScroll: true })
  }, [pathname, heading])
}

export interface SectionProps {
  title: string
  /** The title repeats the page's or the tab's: it is there for a screen reader and for the order of headings, and not seen. */
  titleHidden?: boolean
  intro?: ReactNode
  /** Buttons to the right of the heading. */
  actions?: ReactNode
  children: ReactNode
}

/** A part of a page under an h2, listed by name among a screen reader's regions. */
export function PageSection({ title, titleHidden = false, intro, actions, children }: SectionProps) {
  const id = useId()
  return (
    <section aria-labelledby={id} className="mt-10 first:mt-0">
      <div
        className={cx(
          'flex flex-wrap items-end justify-between gap-x-6 gap-y-3',
          !titleHidden || intro || actions ? 'mb-4' : null,
        )}
      >
        <div className="min-w-0 max-w-prose">
          <h2 id={id} className={titleHidden ? 'sr-only print:not-sr-only' : 'text-heading'}>
            {title}
          </h2>
          {intro ? <div className="mt-1 text-ink-soft sm:text-balance">{intro}</div> : null}
        </div>
        {actions ? <div className="row-of-actions print:hidden">{actions}</div> : null}
      </div>
      {children}
    </section>
  )
}
