import { paths } from '@/lib/paths'
import type { Step } from '@/parts/kit/step'

/** Where the letter is that a step needs; undefined for a step without one. */
export const letterLink = (ownerId: string, { key, letter }: Pick<Step, 'key' | 'letter'>) =>
  letter && {
    to: paths.memorialLetter(ownerId, key),
    label: 'Write the letter',
    name: `Write the letter to ${letter.to}`,
  }
