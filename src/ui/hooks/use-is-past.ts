import { useCallback, useSyncExternalStore } from 'react'
import { parseTimestamp } from '@/lib/dates'

/** The longest a browser's timer can wait: 24 days. */
const LONGEST = 24 * 60 * 60 * 1000

/**
 * Whether a moment has passed; renders the component again when it does.
 * @param time in milliseconds; null for never
 */
export function useIsPast(time: number | null): boolean {
  const wait = useCallback((onPast: () => void) => callAt(time, onPast), [time])
  return useSyncExternalStore(wait, () => time !== null && time <= Date.now())
}

/**
 * Whether a moment of the database has passed; renders the component again when it does.
 * @param moment an ISO timestamp; null for never
 */
export function useHasCome(moment: string | null | undefined): boolean {
  return useIsPast(parseTimestamp(moment)?.getTime() ?? null)
}

/** Calls back at a time in milliseconds; never for null. @returns a function that cancels the call */
function callAt(time: number | null, onPast: () => void): () => void {
  if (time === null) return () => {}
  let timer: ReturnType<typeof setTimeout> | undefined
  const wait = () => {
    clearTimeout(timer)
    const left = time - Date.now()
    if (left <= 0) onPast()
    else timer = setTimeout(wait, Math.min(left, LONGEST))
  }
  wait()
  // Timers pause while a phone sleeps or another app is in front.
  document.addEventListener('visibilitychange', wait)
  return () => {
    clearTimeout(timer)
    document.removeEventListener('visibilitychange', wait)
  }
}
