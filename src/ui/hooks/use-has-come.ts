import { useEffect, useState } from 'react'
import { parseTimestamp } from '@/lib/dates'

/** A browser's timer cannot wait for longer than 24 days. */
const LONGEST = 24 * 60 * 60 * 1000

/**
 * Whether a moment has come; draws the component again when it does.
 * @param moment an ISO timestamp; null never comes
 */
export function useHasCome(moment: string | null | undefined): boolean {
  const time = parseTimestamp(moment)?.getTime() ?? null
  const [come, setCome] = useState<number | null>(null)
  useEffect(() => {
    if (time === null) return
    let timer: ReturnType<typeof setTimeout> | undefined
    const wait = () => {
      const left = time - Date.now()
      if (left <= 0) setCome(time)
      else timer = setTimeout(wait, Math.min(left, LONGEST))
    }
    wait()
    return () => clearTimeout(timer)
  }, [time])
  return time !== null && (come === time || time <= Date.now())
}
