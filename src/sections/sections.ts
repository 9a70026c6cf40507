import type { Section, SectionDescription } from '@/plan/section'
import { type PartKey, planParts } from '.'

/** The section.ts of every folder. Kept out of the list itself, which the sign-in page loads too. */
const descriptions = Object.values(
  import.meta.glob<SectionDescription>('./*/section.ts', { eager: true, import: 'section' }),
)

/** Every part of a plan with what its folder says of it, in the order of the list. */
export const sections: readonly Section[] = planParts.flatMap((part) =>
  descriptions.filter(({ key }) => key === part.key).map((description) => ({ ...part, ...description })),
)

/** The same in another order: a part that is not named keeps its place behind those that are. */
function beginningWith(...first: PartKey[]): readonly Section[] {
  const rank = ({ key }: Section) => [...first, key].indexOf(key)
  return [...sections].sort((one, other) => rank(one) - rank(other))
}
/** What an executor needs first. */
export const byNeed = beginningWith('funeral', 'documents')
/** In a binder, and in the list of what goes with an account. */
export const inBinder = beginningWith('funeral', 'music')
/** In a memorial. */
export const inMemorial = beginningWith('funeral', 'music', 'documents', 'messages', 'contacts', 'accounts')
