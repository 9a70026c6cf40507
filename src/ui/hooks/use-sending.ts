import { useRef, useState } from 'react'

/**
 * Sends one thing at a time, and holds what the last try threw.
 * @returns `busy`, `problem` (null when nothing went wrong), and `run`, which does nothing while another one is running
 */
export function useSending() {
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<unknown>(null)
  const inFlight = useRef(false)

  /** @param onFailure takes what was thrown, in place of `problem` */
  const run = async (send: () => Promise<unknown>, onFailure: (error: unknown) => void = setProblem) => {
    if (inFlight.current) return
    inFlight.current = true
    setBusy(true)
    setProblem(null)
    try {
      await send()
    } catch (error) {
      onFailure(error)
    } finally {
      inFlight.current = false
      setBusy(false)
    }
  }

  return {
    busy,
    problem,
    run: (...sending: Parameters<typeof run>) => void run(...sending),
    /** Takes back what was said of the last try. */
    forgetProblem: () => setProblem(null),
  }
}
