import type { Facts } from '@/plan/facts/facts'
import { inOrder, type PlanPart } from '@/plan/section'
import { familyFirst, planParts } from '.'

/** A part of a plan with its facts: what its readers see. */
export interface PartFacts extends PlanPart {
  /** The path of its source folder. */
  folder: string
  facts: Facts
}

/** The facts.tsx of every folder. Each receives only the data that the query of its own folder returns. */
const modules = Object.entries(import.meta.glob<Facts>('./*/facts.tsx', { eager: true, import: 'facts' }))

const parts: readonly PartFacts[] = planParts.flatMap((part) =>
  modules
    .filter(([, { key }]) => key === part.key)
    .map(([path, facts]) => ({ ...part, facts, folder: path.replace('/facts.tsx', '') })),
)

/** The owner's day of birth, as yyyy-MM-dd; null where these parts don't say it. */
export const bornOn = (read: readonly { facts: Facts; data: unknown }[]): string | null =>
  read.map(({ facts, data }) => (data === undefined ? null : facts.bornOn?.(data))).find(Boolean) ?? null

/** The parts in the order of a memorial. */
export const memorialParts = inOrder(
  parts,
  'funeral',
  'music',
  'documents',
  'messages',
  'contacts',
  'accounts',
)
/** The parts in the order of a binder. */
export const binderParts = inOrder(parts, ...familyFirst)
