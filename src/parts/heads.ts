import type { Facts } from './kit/facts'

interface Head extends Pick<Facts, 'show'> {
  /** The key of its entry in the list of parts. */
  key: string
}

/** The head.tsx of every folder that has one: parts without a tab, shown at the head of memorial and binder. */
const heads = Object.values(import.meta.glob<Head>('./*/head.tsx', { eager: true, import: 'head' }))

/** What shows a part at the head; undefined for every other part. @param key the key of its entry in the list */
export function headOf(key: string): Head | undefined {
  return heads.find((head) => head.key === key)
}
