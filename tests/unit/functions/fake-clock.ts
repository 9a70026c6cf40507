import type { Clock } from '../../../supabase/functions/_shared/pace.ts'

/** A clock that moves to the next time someone waits for, once everything else has been done. */
export class FakeClock implements Clock {
  #now = 0
  #waiting: { at: number; wake: () => void }[] = []
  #isMoving = false

  now = () => this.#now

  wait = (milliseconds: number): Promise<void> =>
    new Promise((wake) => {
      this.#waiting.push({ at: this.#now + Math.max(0, milliseconds), wake })
      void this.#move()
    })

  /** Moves to a time that is not in the past. */
  skipTo(time: number): void {
    this.#now = Math.max(this.#now, time)
  }

  async #move(): Promise<void> {
    if (this.#isMoving) return
    this.#isMoving = true
    while (this.#waiting.length > 0) {
      // A turn of the event loop lets all other work run until it waits as well.
      await new Promise((resolve) => setImmediate(resolve))
      this.#waiting.sort((one, other) => one.at - other.at)
      const next = this.#waiting.shift()
      if (!next) break
      this.skipTo(next.at)
      next.wake()
    }
    this.#isMoving = false
  }
}
