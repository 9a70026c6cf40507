import { type MouseEvent, type PointerEvent, useRef } from 'react'

/** The longest time between the two halves of a double tap, in milliseconds. */
const DOUBLE_TAP = 500
/** How far apart they may be, in pixels: a finger never meets the same one twice. */
const NEAR = 24

interface Tap {
  x: number
  y: number
  at: number
  target: EventTarget
}

/**
 * Keeps the second half of a double tap from pressing something else. A form that refuses what was entered scrolls to the
 * first field with a problem, and then a radio button may lie where the button was: what no one chose would be chosen.
 * @returns props for the form
 */
export function useOneTap() {
  const last = useRef<Tap | null>(null)
  const isAstray = useRef(false)
  return {
    onPointerDownCapture: ({ clientX: x, clientY: y, timeStamp: at, target }: PointerEvent) => {
      const before = last.current
      last.current = { x, y, at, target }
      isAstray.current =
        before !== null &&
        before.target !== target &&
        // Without a place, as a screen reader may press.
        x + y > 0 &&
        at - before.at < DOUBLE_TAP &&
        Math.hypot(x - before.x, y - before.y) < NEAR
    },
    onClickCapture: (event: MouseEvent) => {
      // Keys click, too.
      if (!isAstray.current || event.detail === 0) return
      event.preventDefault()
      event.stopPropagation()
    },
  }
}
