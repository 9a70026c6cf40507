import { count } from '@/lib/text'

/** A waiting period in words. @param days 0 for none */
export function periodWords(days: number): string {
  return days === 0 ? 'No waiting period' : count(days, 'day')
}
