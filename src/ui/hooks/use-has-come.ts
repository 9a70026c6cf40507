import { useCallback, useSyncExternalStore } from 'react'
import { parseTimestamp } from '@/lib/dates'

/** The longest a browser's timer can wait: 24 days. */
const LONGEST = 24 * 60 * 60 * 1000

/**
 * Whether a moment has passed; renders the component again when it does.
 * @param moment an ISO timestamp; null for never
 */
export function useHasCome(moment: string | null | undefined): boolean {
  const time = parseTimestamp(moment)?.getTime() ?? null
  const wait = useCallback((onCome: () => void) => callAt(time, onCome), [time])
  return useSyncExternalStore(wait, () => time !== null && time <= Date.now())
}

/** Calls back once at a time in milliseconds; never for null. @returns a function that cancels the call */
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
