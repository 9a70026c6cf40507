import type { Facts } from '@/plan/facts/facts'
import { inOrder, type PlanPart } from '@/plan/section'
import { familyFirst, planParts } from '.'

/** A part of a plan and what its readers see of it. */
export interface PartFacts extends PlanPart {
  /** Where its files lie. */
  folder: string
  facts: Facts
}

/** The facts.tsx of every folder. Each is only ever given what the query of its own folder has read. */
const modules = Object.entries(import.meta.glob<Facts>('./*/facts.tsx', { eager: true, import: 'facts' }))

const parts: readonly PartFacts[] = planParts.flatMap((part) =>
  modules
    .filter(([, { key }]) => key === part.key)
    .map(([path, facts]) => ({ ...part, facts, folder: path.replace('/facts.tsx', '') })),
)

/** In the order of a memorial. */
export const memorialParts = inOrder(
  parts,
  'funeral',
  'music',
  'documents',
  'messages',
  'contacts',
  'accounts',
)
/** In the order of a binder. */
export const binderParts = inOrder(parts, ...familyFirst)
