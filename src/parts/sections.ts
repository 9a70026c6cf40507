import { planParts } from '.'
import type { Section, SectionDescription } from './kit/part'

/** The section.ts of every folder, kept out of the list itself because the sign-in page loads the list, too. */
const descriptions = Object.values(
  import.meta.glob<SectionDescription>('./*/section.ts', { eager: true, import: 'section' }),
)

/** Every part of a plan combined with its section.ts, in the order of the list. */
export const sections: readonly Section[] = planParts.flatMap((part) =>
  descriptions.filter(({ key }) => key === part.key).map((description) => ({ ...part, ...description })),
)
