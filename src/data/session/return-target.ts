import { readFromTab } from '@/browser/tab-storage'
import { isAppPath } from '@/lib/app-path'

/*
 * The page that sign-in leads to, as the tab keeps it. The public frame asks for it too, and must not bring what knows who
 * is signed in.
 */

export const RETURN_TARGET = 'heartwood.return-target'

/** The page to return to, and the user whose session ended on it; null when it was opened without a session. */
interface ReturnTarget {
  path: string
  userId: string | null
}

function parseReturnTarget(value: unknown): ReturnTarget | null {
  if (typeof value !== 'object' || value === null || !('path' in value) || !('userId' in value)) return null
  const { path, userId } = value
  return isAppPath(path) && (userId === null || typeof userId === 'string') ? { path, userId } : null
}

/** The page that sign-in leads to; null when there is none. */
export function readReturnTarget(): ReturnTarget | null {
  return readFromTab(RETURN_TARGET, parseReturnTarget)
}

/**
 * Whether sign-in leads to an invitation, as the links of emails do. A link proves neither who sent it nor to whom: it
 * holds a number that can be guessed. So whoever is not signed in learns no name from it.
 */
export function leadsToInvitation(): boolean {
  return /^\/invites(?:$|\?.*(?:token|designation)=)/.test(readReturnTarget()?.path ?? '')
}

/** Whether sign-in leads to a page of those who were named: they come to help, and are asked neither to pay nor to plan. */
export function leadsToHelp(): boolean {
  return /^\/(?:invites|memorial|legacy|practice)\b/.test(readReturnTarget()?.path ?? '')
}
