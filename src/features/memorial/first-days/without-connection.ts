import type { UseQueryResult } from '@tanstack/react-query'
import { isNetworkError } from '@/lib/errors'

/** Whether a page shows what this device kept: nothing was read, and for now nothing can be. */
export const isWithoutConnection = (query: Pick<UseQueryResult, 'data' | 'error' | 'fetchStatus'>) =>
  query.data === undefined &&
  (isNetworkError(query.error) || query.fetchStatus === 'paused' || !navigator.onLine)
