import { afterPresses } from './after-presses'

/** What a person does first on a page. Not the focus, which the app itself moves to each new page. */
const firstTouches = ['pointermove', 'pointerdown', 'keydown', 'click'] as const

let waiting: (() => void)[] = []

async function touched(): Promise<void> {
  for (const name of firstTouches) window.removeEventListener(name, touched, true)
  const calls = waiting
  waiting = []
  // The touch itself is answered first.
  for (const call of calls) {
    await afterPresses()
    call()
  }
}

/**
 * Calls back when the person next moves the pointer, touches the screen or presses a key. For what the page does not need
 * to be read, but needs at once when something on it is used.
 */
export function onFirstTouch(call: () => void): void {
  // The build draws the public pages without a window.
  if (typeof window === 'undefined') return
  if (waiting.length === 0)
    for (const name of firstTouches) window.addEventListener(name, touched, { capture: true, passive: true })
  waiting.push(call)
}
