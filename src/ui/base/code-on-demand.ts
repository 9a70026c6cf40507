import { useEffect, useState } from 'react'
import type { Loadable } from './loaded'

/** A part of the app whose code does not come with the page. */
export interface CodeOnDemand<Code> {
  /** The code, once it has come. */
  loaded: Code | undefined
  /** Loads it. A failure is forgotten: the next call loads it again. */
  load: () => Promise<Code>
}

/** @param load imports the code */
export function codeOnDemand<Code>(load: () => Promise<Code>): CodeOnDemand<Code> {
  const code: CodeOnDemand<Code> = {
    loaded: undefined,
    load: async () => {
      code.loaded ??= await load()
      return code.loaded
    },
  }
  return code
}

/** Loads code ahead of time. A failure shows only where the code is used, which asks for it again. */
export function prepare({ load }: CodeOnDemand<unknown>): void {
  load().catch(() => {})
}

/** Code in the form of loaded data: there at once where it has come before. It starts to load where it is first used. */
export function useCode<Code>(source: CodeOnDemand<Code>): Loadable<Code> {
  // An object, because code that is a function would be called by the setter.
  const [{ code, error }, setState] = useState<{ code: Code | undefined; error: unknown }>(() => ({
    code: source.loaded,
    error: null,
  }))
  const [tries, setTries] = useState(0)
  const isMissing = code === undefined

  // biome-ignore lint/correctness/useExhaustiveDependencies: each "Try again" loads again.
  useEffect(() => {
    if (!isMissing) return
    let isGone = false
    source.load().then(
      (come) => isGone || setState({ code: come, error: null }),
      (failure: unknown) => isGone || setState({ code: undefined, error: failure }),
    )
    return () => {
      isGone = true
    }
  }, [source, isMissing, tries])

  return {
    data: code,
    error,
    isFetching: isMissing && error === null,
    refetch: async () => {
      setState({ code: undefined, error: null })
      setTries((count) => count + 1)
    },
  }
}
