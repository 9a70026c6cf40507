/** How far code that comes later is. */
interface Progress<Code> {
  data: Code | undefined
  error: unknown
  isFetching: boolean
}

/** Code that does not come with the page. */
export interface Late<Code> {
  /** Loads it, once. A failure is forgotten: the next call loads it again. */
  get: () => Promise<Code>
  /** Loads it ahead of time: a failure shows only where the code is used, which asks for it again. */
  ahead: () => void
  now: () => Progress<Code>
  /** Calls back with every change of `now`. @returns a function that stops that */
  listen: (tell: () => void) => () => void
}

/** @param load imports the code */
export function late<Code>(load: () => Promise<Code>): Late<Code> {
  let state: Progress<Code> = { data: undefined, error: null, isFetching: false }
  let running: Promise<Code> | null = null
  const listeners = new Set<() => void>()
  const become = (next: typeof state) => {
    state = next
    for (const tell of listeners) tell()
  }
  const fetch = async () => {
    become({ data: undefined, error: null, isFetching: true })
    try {
      const data = await load()
      become({ data, error: null, isFetching: false })
      return data
    } catch (error) {
      running = null
      // A failure that no one waited for must not show when the code is wanted later.
      become({ data: undefined, error: listeners.size > 0 ? error : null, isFetching: false })
      throw error
    }
  }
  const get = () => {
    running ??= fetch()
    return running
  }
  return {
    get,
    ahead: () => void get().catch(() => {}),
    now: () => state,
    listen: (tell) => {
      listeners.add(tell)
      return () => {
        listeners.delete(tell)
        if (listeners.size === 0) state = { ...state, error: null }
      }
    },
  }
}
