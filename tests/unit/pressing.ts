import { onTestFinished, vi } from 'vitest'

/**
 * As if a person had just pressed: everything that lets the browser go first waits, until the end of the test at most.
 * @returns what ends the answer to that press
 */
export function pressing(): () => void {
  let end = () => {}
  const answered = new Promise<void>((resolve) => {
    end = resolve
  })
  vi.stubGlobal('scheduler', { yield: () => answered })
  onTestFinished(() => {
    end()
    vi.unstubAllGlobals()
  })
  return end
}
