import { type ReactNode, useDeferredValue } from 'react'
import { errorSentenceOfReading } from '@/words/refusals'
import { Button } from './button'
import { Notice } from './notice'
import { SkeletonCards, SkeletonList } from './skeletons'
import { ErrorPanel } from './states'

/** A query from the cache, or an object with the same fields. */
export interface Loadable<Data> {
  data: Data | undefined
  error: unknown
  isFetching: boolean
  refetch: () => Promise<unknown>
}

/** What is there already, in the form of a query. */
export const asLoaded = <Data,>(data: Data): Loadable<Data> => ({
  data,
  error: null,
  isFetching: false,
  refetch: async () => {},
})

/** Treats several queries as one: loaded when all of them are, failed when one is. */
export function allLoaded<Data extends readonly unknown[]>(
  ...queries: { [Index in keyof Data]: Loadable<Data[Index]> }
): Loadable<Data> {
  const data: readonly unknown[] = queries.map((query) => query.data)
  return {
    data: isComplete<Data>(data) ? data : undefined,
    error: queries.find(({ error }) => error !== null)?.error ?? null,
    isFetching: queries.some(({ isFetching }) => isFetching),
    refetch: () => Promise.all(queries.map(({ refetch }) => refetch())),
  }
}

function isComplete<Data extends readonly unknown[]>(data: readonly unknown[]): data is Data {
  return data.every((one) => one !== undefined)
}

/**
 * Whether Loaded shows what has come. A slow phone takes a tenth of a second to draw a screen for the first time, and must be
 * able to answer a press meanwhile, so that it comes a little later than its data: a button that prints it has to wait, too.
 */
export function useIsDrawn({ data }: Pick<Loadable<unknown>, 'data'>): boolean {
  return useDeferredValue(data !== undefined)
}

export interface LoadedProps<Data> {
  query: Loadable<Data>
  /** "Loading your contacts" */
  loading: string
  /** "Unable to load contacts" */
  errorTitle: string
  children: (data: Data) => ReactNode
  /** How many cards to expect; without it, a list. */
  cards?: number | undefined
  /** Shown while loading, for what is neither cards nor a list. */
  skeleton?: ReactNode
}

/**
 * Shows the loaded data; a skeleton while it loads; or the problem and a "Try again" button if it could not be loaded.
 * Loaded data stays on the screen when loading it again fails, with a message above it.
 */
export function Loaded<Data>({ query, loading, errorTitle, children, cards, skeleton }: LoadedProps<Data>) {
  const { data, error } = query
  const isDrawn = useIsDrawn(query)
  if (data === undefined || !isDrawn) {
    if (error !== null) return <LoadFailed title={errorTitle} query={query} />
    if (skeleton) return skeleton
    return cards ? <SkeletonCards label={loading} count={cards} /> : <SkeletonList label={loading} />
  }
  return (
    <>
      {error === null ? null : (
        <RetryNotice query={query} title="What you see may be out of date" className="mb-5" />
      )}
      {children(data)}
    </>
  )
}

interface RetryNoticeProps {
  query: Omit<Loadable<unknown>, 'data'>
  title: string
  className: string
}

/** Says above other content why a query failed, with a "Try again" button. */
export function RetryNotice({ query, title, className }: RetryNoticeProps) {
  return (
    <Notice
      tone="warning"
      role="status"
      className={className}
      title={title}
      action={<RetryButton query={query} />}
    >
      {errorSentenceOfReading(query.error)}
    </Notice>
  )
}

/** Says why a query failed, in place of what it should have loaded. @param props title: "Unable to load contacts" */
function LoadFailed({ title, query }: { title: string; query: Loadable<unknown> }) {
  return (
    <ErrorPanel title={title} action={<RetryButton query={query} />}>
      {errorSentenceOfReading(query.error)}
    </ErrorPanel>
  )
}

/** "Try again", beside the words about a query that failed. */
export function RetryButton({ query }: { query: Pick<Loadable<unknown>, 'isFetching' | 'refetch'> }) {
  return (
    <Button
      icon="retry"
      busy={query.isFetching}
      busyLabel="Trying again..."
      onClick={() => void query.refetch()}
    >
      Try again
    </Button>
  )
}
