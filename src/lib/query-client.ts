import { MutationCache, QueryClient } from '@tanstack/react-query'
import { errorCode, errorSentence } from './errors'
import { type ToastWords, toastDone, toastProblem } from './toasts'

declare module '@tanstack/react-query' {
  interface Register {
    mutationMeta: {
      /** Toast after success. */
      success?: ToastWords
      /** Title of the toast after failure; "Error" when left out. Its sentence comes from lib/errors. */
      errorTitle?: string
      /** The screen says the failure too, beside the field or in the dialog: the toast goes away by itself. */
      errorOnScreen?: boolean
      /** No toast after failure: the screen itself says it, beside the field or in the dialog. */
      quietError?: boolean
    }
  }
}

const patient = new Set(['network', 'unknown'])

/**
 * Makes the cache for one signed-in person. One policy for all: reads are fresh for 30 seconds and tried three
 * times when the connection is at fault; writes are tried once and speak through their meta. Nothing waits in
 * silence for a connection: a lost one is an error the person can see.
 */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    mutationCache: new MutationCache({
      onSuccess: (_data, _variables, _context, mutation) => {
        if (mutation.meta?.success) toastDone(mutation.meta.success)
      },
      onError: (error, _variables, _context, mutation) => {
        // Whoever cancels knows it.
        if (mutation.meta?.quietError || errorCode(error) === 'upload_cancelled') return
        toastProblem(
          { title: mutation.meta?.errorTitle ?? 'Error', description: errorSentence(error) },
          { passing: mutation.meta?.errorOnScreen ?? false },
        )
      },
    }),
    defaultOptions: {
      queries: {
        networkMode: 'always',
        staleTime: 30_000,
        retry: (failures, error) => failures < 2 && patient.has(errorCode(error)),
      },
      mutations: { networkMode: 'always' },
    },
  })
}
