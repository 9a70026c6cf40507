import { AsyncLocalStorage } from 'node:async_hooks'

/**
 * Silences console messages that need no action: lite prints every refused request with its stack, and warns about its
 * experimental storage and Node 20 at each start. Import this file before any file that imports lite.
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
 * Runs a task without showing its errors and warnings on the console; its result says what was wrong.
 * @returns what the task returns
 */
export function withoutConsole<T>(task: () => T): T {
  return silenced.run(true, task)
}
