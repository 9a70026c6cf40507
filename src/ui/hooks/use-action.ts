import { useState } from 'react'

/**
 * Follows what a button has started.
 * @returns `busy`, until it has ended; `problem`, why it failed (null: it did not); `follow`, which takes its promise;
 * and `forget`, which removes the problem
 */
export function useAction() {
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<unknown>(null)
  const settle = async (doing: Promise<unknown>) => {
    setBusy(true)
    setProblem(null)
    try {
      await doing
    } catch (error) {
      setProblem(error)
    } finally {
      setBusy(false)
    }
  }
  return {
    busy,
    problem,
    follow: (doing: Promise<unknown>) => void settle(doing),
    forget: () => setProblem(null),
  }
}
