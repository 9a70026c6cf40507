/** Calls work once the browser has nothing else to do; where it cannot tell (Safari), two seconds later. */
export function whenIdle(work: () => void): void {
  if ('requestIdleCallback' in window) window.requestIdleCallback(work)
  else setTimeout(work, 2000)
}
