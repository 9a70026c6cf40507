import type { PartPrint } from './kit/printed'

/** The print.tsx of every folder that has one. Each receives only the data that the query of its own folder returns. */
const prints = Object.values(import.meta.glob<PartPrint>('./*/print.tsx', { eager: true, import: 'print' }))

/** A part as a section of the binder; undefined for a part at its head. @param key the key of its entry in the list */
export function printOf(key: string): PartPrint | undefined {
  return prints.find((print) => print.key === key)
}
