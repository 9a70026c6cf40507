import { useSyncExternalStore } from 'react'
import { errorSentence, hasAllSentences, onAllSentences } from '@/lib/errors'

/** The sentence of an error, as errorSentence has it; drawn again when the rarer sentences come after the error. */
export function useErrorSentence(error: unknown): string {
  useSyncExternalStore(onAllSentences, hasAllSentences)
  return errorSentence(error)
}
