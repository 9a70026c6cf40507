import {
  MutationCache,
  QueryClient,
  type QueryFunction,
  type QueryFunctionContext,
  type QueryKey,
} from '@tanstack/react-query'
import { errorCode, isDatabaseAway, isLostAnswer } from '@/lib/errors'
import { errorSentence } from '@/words/refusals'
import { afterPresses } from './after-presses'
import { type ToastWords, toastDone, toastProblem } from './toasts'

declare module '@tanstack/react-query' {
  interface Register {
    mutationMeta: {
      /** Toast after success. */
      success?: ToastWords
      /** The keys of the queries to read again afterwards, also after failure. The mutation waits for them. */
      refreshes?: readonly QueryKey[]
      /** Title of the toast after failure; "Error" when left out. Its sentence comes from lib/errors. */
      errorTitle?: string
      /** The screen also shows the failure, beside the button, so the toast disappears by itself. */
      errorOnScreen?: boolean
      /** No toast after failure: the dialog or the form shows it, with its title. A toast would repeat it. */
      quietError?: boolean
    }
  }
}

/** Whether a read is tried again: its answer was lost, or the database can't be reached for a moment. */
const isWorthAnotherTry = (error: Error) =>
  isLostAnswer(error) || errorCode(error) === 'unknown' || isDatabaseAway(error)

/** When the read that was asked for last may begin. */
let turn = Promise.resolve()

/**
 * A screen reads a dozen things at once, and preparing and sending each takes a slow phone 10 ms. Each waits for the one
 * before it: to ask the browser for a dozen turns at once would take 20 ms by itself.
 */
async function readAfterPresses<Data, Key extends QueryKey>(
  read: QueryFunction<Data, Key>,
  context: QueryFunctionContext<Key>,
): Promise<Data> {
  turn = turn.then(afterPresses)
  await turn
  return read(context)
}

/**
 * Makes the cache for one signed-in person. All queries follow one policy: data stays fresh for 30 seconds, and a read
 * is tried three times when the connection fails. Writes are tried once unless they say otherwise, and their meta holds
 * the words of their toasts and what is read again afterwards. No request waits silently for a connection: a lost
 * connection is an error that the person can see.
 */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    mutationCache: new MutationCache({
      onSuccess: (_data, _variables, _context, mutation) => {
        if (mutation.meta?.success) toastDone(mutation.meta.success)
      },
      onError: (error, _variables, _context, mutation) => {
        // A person who cancels an upload needs no message about it.
        if (mutation.meta?.quietError || errorCode(error) === 'upload_cancelled') return
        const { errorTitle: title = 'Error', errorOnScreen: passing = false } = mutation.meta ?? {}
        toastProblem({ title, description: errorSentence(error) }, { passing })
      },
      onSettled: (_data, _error, _variables, _result, { meta }, { client }) =>
        Promise.all((meta?.refreshes ?? []).map((queryKey) => client.invalidateQueries({ queryKey }))),
    }),
    defaultOptions: {
      queries: {
        networkMode: 'always',
        staleTime: 30_000,
        persister: readAfterPresses,
        retry: (failures, error) => failures < 2 && isWorthAnotherTry(error),
      },
      mutations: { networkMode: 'always' },
    },
  })
}
