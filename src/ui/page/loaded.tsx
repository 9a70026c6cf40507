import type { ReactNode } from 'react'
import { errorSentence } from '@/lib/errors'
import { Button } from '@/ui/button'
import { Notice } from '@/ui/notice'
import { SkeletonList } from './skeleton'
import { ErrorPanel } from './states'

/** A query from the cache, or an object with the same fields. */
export interface Loadable<Data> {
  data: Data | undefined
  error: unknown
  isFetching: boolean
  refetch: () => Promise<unknown>
}

export interface LoadedProps<Data> {
  query: Loadable<Data>
  /** "Loading your contacts" */
  loading: string
  /** "Unable to load contacts" */
  errorTitle: string
  children: (data: Data) => ReactNode
  /** Shown while loading; a list's skeleton when left out. */
  skeleton?: ReactNode
}

/**
 * Shows the loaded data; a skeleton while it loads; or the problem and a "Try again" button if it could not be loaded.
 * Loaded data stays on the screen when loading it again fails, with a message above it.
 */
export function Loaded<Data>({ query, loading, errorTitle, children, skeleton }: LoadedProps<Data>) {
  const { data, error, isFetching, refetch } = query
  const retry = () => void refetch()
  if (data === undefined) {
    if (error === null) return skeleton ?? <SkeletonList label={loading} />
    return (
      <ErrorPanel title={errorTitle} onRetry={retry} retrying={isFetching}>
        {errorSentence(error)}
      </ErrorPanel>
    )
  }
  return (
    <>
      {error === null ? null : (
        <Notice
          tone="warning"
          role="status"
          className="mb-5"
          title="What you see may be out of date"
          action={
            <Button icon="retry" onClick={retry} busy={isFetching} busyLabel="Trying again…">
              Try again
            </Button>
          }
        >
          {errorSentence(error)}
        </Notice>
      )}
      {children(data)}
    </>
  )
}
