import type { Section, SectionDescription } from '@/plan/section'
import { planParts } from '.'

/** The section.ts of every folder. Kept out of the list itself, which the sign-in page loads too. */
const descriptions = Object.values(
  import.meta.glob<SectionDescription>('./*/section.ts', { eager: true, import: 'section' }),
)

/** Every part of a plan with what its folder says of it, in the order of the list. */
export const sections: readonly Section[] = planParts.flatMap((part) =>
  descriptions.filter(({ key }) => key === part.key).map((description) => ({ ...part, ...description })),
)
