/**
 * Lets the browser go first: on a slow phone, work that takes long in one piece would keep a press waiting. Browsers that
 * can't tell (Safari) go on at once.
 */
export async function afterPresses(): Promise<void> {
  if ('scheduler' in globalThis) await globalThis.scheduler.yield?.()
}
