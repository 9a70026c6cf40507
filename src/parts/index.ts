import { accounts } from './accounts'
import { contacts } from './contacts'
import { documents } from './documents'
import { funeral } from './funeral'
import { health, healthPapers } from './health'
import { home } from './home'
import { insurance } from './insurance'
import type { Part } from './kit/part'
import { messages } from './messages'
import { music } from './music'
import { portrait } from './portrait'

/**
 * Every part of a plan, by its key. Routes, navigation, dashboard, memorial, binder, export and history are built from
 * this list. Its order is the order of the dashboard and the navigation: what is worth doing first comes first. Everything
 * else about a part is in its folder.
 */
const parts = {
  funeral,
  contacts,
  messages,
  portrait,
  insurance,
  accounts,
  documents,
  home,
  healthPapers,
  health,
  music,
} satisfies Record<string, Part>

type PartKey = keyof typeof parts

/** A part of a plan with its key. */
export interface PlanPart extends Part {
  key: PartKey
}

const isPartKey = (key: string): key is PartKey => Object.hasOwn(parts, key)

/** Every part of a plan, in the order of the list. */
export const planParts: readonly PlanPart[] = Object.keys(parts)
  .filter(isPartKey)
  .map((key) => ({ key, ...parts[key] }))

/** The tables that hold a plan. */
export const planTables = new Set(planParts.map(({ table }) => table))

/** The parts that a family needs first: they lead the binder and the list of what deleting the account deletes. */
export const familyFirst = ['funeral', 'music'] as const
