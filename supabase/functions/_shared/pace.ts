/** Time, so that tests can bring their own. */
export interface Clock {
  /** Milliseconds since 1970. */
  now(): number
  wait(milliseconds: number): Promise<void>
}

export const systemClock: Clock = {
  now: Date.now,
  wait: (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds)),
}

/** Spreads requests evenly over time. */
export interface Pace {
  /** Waits for the next turn. Returns false at once when that would come after `end`. */
  turn(end: number): Promise<boolean>
  /** Lets no turn come for so long, however many were already given out. */
  pause(seconds: number): void
  /** How many milliseconds of a pause are left. */
  pauseLeft(): number
}

/** @returns a pace of at most so many turns in a second */
export function createPace(perSecond: number, { now, wait }: Clock): Pace {
  const gap = 1000 / perSecond
  let next = 0
  let pausedUntil = 0
  return {
    async turn(end) {
      for (;;) {
        const at = Math.max(now(), next)
        if (at > end) return false
        next = at + gap
        await wait(Math.max(0, at - now()))
        // A pause may have begun meanwhile.
        if (now() >= pausedUntil) return true
      }
    },
    pause(seconds) {
      pausedUntil = Math.max(pausedUntil, now() + seconds * 1000)
      next = Math.max(next, pausedUntil)
    },
    pauseLeft: () => Math.max(0, pausedUntil - now()),
  }
}
