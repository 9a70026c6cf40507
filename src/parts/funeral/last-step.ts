/** The storage key of the wizard step that this person was last at on this device, so that the wizard resumes there. */
function keyOf(userId: string): string {
  return `heartwood.wizard-step.${userId}`
}

/** The remembered step as text for an address; null when the wizard was not started or was completed. */
export function readLastStep(userId: string): string | null {
  return localStorage.getItem(keyOf(userId))
}

/** Remembers a step; null forgets it. */
export function rememberStep(userId: string, step: number | null): void {
  if (step === null) localStorage.removeItem(keyOf(userId))
  else localStorage.setItem(keyOf(userId), String(step))
}
