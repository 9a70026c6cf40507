import { inWords } from '@/lib/text'

/** Says whom our email doesn't reach, so that someone calls them; empty if it reaches everyone. */
export function untoldWords(names: readonly string[]): string {
  return names.length > 0 ? `Our emails don’t reach ${inWords(names)}. Please call.` : ''
}
