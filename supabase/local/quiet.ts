import { AsyncLocalStorage } from 'node:async_hooks'

/**
 * Keeps the console for what a person can act on. lite prints every refused request with its stack, and warns of its
 * experimental storage and of Node 20 at each start. Import this file before anything that imports lite.
 */
const silenced = new AsyncLocalStorage<boolean>()
const notices = [/^EXPERIMENTAL FEATURES ENABLED/, /Node\.js 20 and below are deprecated/]

const { error, warn } = console
console.error = (...words: unknown[]) => {
  if (!silenced.getStore()) error(...words)
}
console.warn = (...words: unknown[]) => {
  if (!silenced.getStore() && !notices.some((notice) => notice.test(String(words[0])))) warn(...words)
}

/**
 * Runs a task whose complaints on the console are not shown (its answer says what was wrong).
 * @returns what the task returns
 */
export function quietly<T>(task: () => T): T {
  return silenced.run(true, task)
}
