import type { UseQueryOptions } from '@tanstack/react-query'
import { onFirstTouch } from '@/browser/first-touch'
import { type CodeOnDemand, codeOnDemand, prepare } from '@/ui/base/code-on-demand'
import { familyFirst, planParts } from '.'
import type { Facts } from './kit/facts'
import { inOrder, type PartSource, type PlanPart } from './kit/part'

interface Source extends PartSource {
  query: (ownerId: string) => UseQueryOptions<unknown>
}

/** A part of a plan as its readers get it: how it is read, and what shows it. */
export interface PartToRead extends PlanPart {
  source: Source
  /** What shows it on a screen, which comes when it is first shown; left out by a part at the head of the memorial. */
  facts?: CodeOnDemand<Facts>
}

/** The source.ts of every folder. */
const sources = Object.entries(import.meta.glob<Source>('./*/source.ts', { eager: true, import: 'source' }))

/** The facts.tsx of every folder that has one. Each receives only the data that the query of its own folder returns. */
const facts = import.meta.glob<Facts>('./*/facts.tsx', { import: 'facts' })

const parts: readonly PartToRead[] = planParts.flatMap((part) =>
  sources
    .filter(([, { key }]) => key === part.key)
    .map(([path, source]) => {
      const load = facts[path.replace('/source.ts', '/facts.tsx')]
      return { ...part, source, ...(load ? { facts: codeOnDemand(load) } : {}) }
    }),
)

// So that each tab opens at once, also if the connection is lost by then.
onFirstTouch(() => {
  for (const part of parts) if (part.facts) prepare(part.facts)
})

/** The owner's day of birth, as yyyy-MM-dd; null where these parts don't say it. */
export const bornOn = (read: readonly { source: PartSource; data: unknown }[]): string | null =>
  read.map(({ source, data }) => (data === undefined ? null : source.bornOn?.(data))).find(Boolean) ?? null

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
