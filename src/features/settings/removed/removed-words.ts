import type { RemovedRow } from '@/data/rows/removed-rows'
import { planParts } from '@/parts'

const PEOPLE = 'designations'

/** "Contacts: Carl Ellis", "Person you named: Tom Ellis"; for a part with one row its title alone. */
export function removedName({ table_name, removed }: Pick<RemovedRow, 'table_name' | 'removed'>): string {
  const part = planParts.find(({ table }) => table === table_name)
  const title = table_name === PEOPLE ? 'Person you named' : (part?.title ?? 'Part of your plan')
  const column = table_name === PEOPLE ? 'person_name' : part?.rowName
  const name: unknown =
    column && typeof removed === 'object' && removed ? Reflect.get(removed, column) : undefined
  return typeof name === 'string' ? `${title}: ${name}` : title
}

/** Why a row could not be brought back, to follow a colon. */
export function refusalWords({ table_name, refused }: Pick<RemovedRow, 'table_name' | 'refused'>): string {
  switch (refused) {
    case '23505':
      return table_name === PEOPLE
        ? 'someone with this email address is on your list again.'
        : 'your plan already has a new one.'
    case '23503':
      return 'the person it was for is no longer on your list.'
    case 'HW010':
      return 'it has the email address you sign in with.'
    case 'HW040':
      return 'the list is full. Delete something you no longer need, then try again.'
    case 'HW080':
      return 'this browser is new to your account. Use one you have used before, or try again in a day.'
    default:
      return 'it no longer fits in your plan.'
  }
}

/** "3 were brought back; 1 could not be. See why below." */
export function outcomeWords(broughtBack: number, left: number): string {
  const back = `${broughtBack} ${broughtBack === 1 ? 'was' : 'were'} brought back`
  return left === 0 ? `${back}.` : `${back}; ${left} couldn't be. See why below.`
}
