import { useCallback, useSyncExternalStore } from 'react'
import { parseTimestamp } from '@/lib/dates'

/** A browser's timer cannot wait for longer than 24 days. */
const LONGEST = 24 * 60 * 60 * 1000

/**
 * Whether a moment has come; draws the component again when it does.
 * @param moment an ISO timestamp; null never comes
 */
export function useHasCome(moment: string | null | undefined): boolean {
  const time = parseTimestamp(moment)?.getTime() ?? null
  const wait = useCallback((onCome: () => void) => callAt(time, onCome), [time])
  return useSyncExternalStore(wait, () => time !== null && time <= Date.now())
}

/** Calls back once at a time in milliseconds; null never comes. @returns what stops the waiting */
function callAt(time: number | null, onCome: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  const wait = () => {
    if (time === null) return
    const left = time - Date.now()
    if (left <= 0) onCome()
    else timer = setTimeout(wait, Math.min(left, LONGEST))
  }
  wait()
  return () => clearTimeout(timer)
}
