import type { ReactNode } from 'react'

/** Of the files in public/pictures, which `npm run pictures:drawings` makes. */
export type DrawingName = 'people' | 'video' | 'papers' | 'home' | 'flowers'

export interface EmptyStateProps {
  title: string
  headingLevel?: 2 | 3
  /** What belongs here, drawn; growth rings without one. */
  drawing?: DrawingName | undefined
  /** Why this part of the plan matters, and how to start; left out where nothing can be. */
  children?: ReactNode
  /** The one button or link that starts it. */
  action?: ReactNode
}

/** Shown in place of an empty list or plan. */
export function EmptyState({ title, headingLevel = 2, drawing, children, action }: EmptyStateProps) {
  const Heading = headingLevel === 2 ? 'h2' : 'h3'
  return (
    <div className="relative overflow-hidden rounded-card border border-line bg-sheet px-5 py-8 sm:px-10 sm:py-10">
      {drawing ? null : (
        <div
          aria-hidden="true"
          className="rings absolute -right-52 -bottom-28 size-80 text-heart opacity-15 max-lg:hidden"
        />
      )}
      <div className="relative flex flex-col gap-x-10 gap-y-5 sm:flex-row-reverse sm:items-center sm:justify-end">
        {drawing ? <Drawing name={drawing} /> : null}
        <div className="max-w-prose min-w-0 flex-1">
          <Heading className="text-heading">{title}</Heading>
          <p className="mt-2 text-ink-soft empty:hidden">{children}</p>
          {action ? <div className="row-of-actions mt-5 empty:hidden">{action}</div> : null}
        </div>
      </div>
    </div>
  )
}

/** It says nothing that the words beside it don't. */
function Drawing({ name }: { name: DrawingName }) {
  return (
    <img
      src={`/pictures/${name}.webp`}
      alt=""
      width={432}
      height={400}
      decoding="async"
      className="drawing h-auto w-36 shrink-0 sm:w-48"
    />
  )
}

export interface ErrorPanelProps {
  /** A title of the error catalogue, such as "Unable to load funeral plan". */
  title: string
  /** What happened and what to do, in a sentence from lib/errors; never a server's own message. */
  children: ReactNode
  /** The button or link that goes on from here. */
  action?: ReactNode
}

/** Shown in place of content that cannot be shown. */
export function ErrorPanel({ title, children, action }: ErrorPanelProps) {
  return (
    <div
      role="alert"
      className="rounded-card border border-line border-l-4 border-l-danger bg-sheet p-5 sm:p-6"
    >
      <h2 className="text-title">{title}</h2>
      <div className="mt-1 max-w-prose">{children}</div>
      {action ? <div className="mt-4 flex flex-wrap gap-3">{action}</div> : null}
    </div>
  )
}
