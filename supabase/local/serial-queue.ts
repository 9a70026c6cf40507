import { keepingExitCode } from './database/exit-code.ts'

/**
 * Runs tasks strictly one after the other.
 * PGlite is one connection, and lite opens transactions on it without waiting for other requests: two requests at once
 * would run inside each other's transaction, under each other's role. So every access to the database goes through one
 * queue.
 */
export class SerialQueue {
  #last: Promise<unknown> = Promise.resolve()

  /**
   * @param task started when every earlier task has succeeded or failed
   * @returns what the task returns
   * @throws what the task throws
   */
  run<T>(task: () => Promise<T>): Promise<T> {
    const alone = () => keepingExitCode(task)
    const result = this.#last.then(alone, alone)
    this.#last = result.catch(() => undefined)
    return result
  }
}
