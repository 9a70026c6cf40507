import { useState } from 'react'
import type { SaveProblemProps } from '@/ui/forms/save-problem'

interface Options<Value, Input> {
  /** The setting as it was last read. */
  saved: Value
  /** Reads it again. Rejects when that fails. */
  reread: () => Promise<Value>
  /** What is saved; undefined when what was entered is not valid, which is said then. */
  parse: (value: Value) => Input | undefined
  /** Saves over what was loaded, and over nothing else. */
  mutation: {
    mutate: (save: { input: Input; loaded: Value }, then: { onSuccess: () => void }) => void
    error: unknown
    isPending: boolean
    reset: () => void
  }
}

/**
 * One setting while it is edited. What was entered stays until it is saved, over what stood there when the editing
 * began; while nothing is entered, what is saved elsewhere shows.
 */
export function useSetting<Value, Input>({ saved, reread, parse, mutation }: Options<Value, Input>) {
  const [draft, setDraft] = useState<{ value: Value; loaded: Value } | null>(null)
  const { value, loaded } = draft ?? { value: saved, loaded: saved }

  const save = (over: Value) => {
    if (mutation.isPending) return
    const input = parse(value)
    if (input !== undefined) mutation.mutate({ input, loaded: over }, { onSuccess: () => setDraft(null) })
  }
  const problem: Omit<SaveProblemProps, 'what'> = {
    problem: mutation.error,
    saving: mutation.isPending,
    onLoadOther: async () => {
      await reread()
      setDraft(null)
      mutation.reset()
    },
    // Without an answer it is tried as before, which then says what is wrong.
    onSaveMine: () => void reread().then(save, () => save(loaded)),
  }
  return {
    value,
    isChanged: draft !== null,
    change: (next: Value) => setDraft({ value: next, loaded }),
    submit: () => save(loaded),
    problem,
  }
}
