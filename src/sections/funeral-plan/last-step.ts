/** The step of the wizard that this person was at last, on this device, so that it can be taken up there. */
function keyOf(userId: string): string {
  return `heartwood.wizard-step.${userId}`
}

/** The remembered step as it stands in an address; null when the wizard was not begun, or was completed. */
export function readLastStep(userId: string): string | null {
  return localStorage.getItem(keyOf(userId))
}

/** Remembers a step; null forgets it. */
export function rememberStep(userId: string, step: number | null): void {
  if (step === null) localStorage.removeItem(keyOf(userId))
  else localStorage.setItem(keyOf(userId), String(step))
}
