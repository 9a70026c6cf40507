/**
 * Names the way to the first hours of a plan. Once the death is verified, no one has to ask any more what has happened: it is
 * only about what can't wait until the plan opens.
 */
export function firstHoursTitle(owner: string, isDeceased: boolean): string {
  return isDeceased ? 'What can’t wait until the plan opens' : `If something has happened to ${owner}`
}
