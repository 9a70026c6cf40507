import { Fragment } from 'react'
import type { Facts, Shown } from '@/plan/facts/facts'
import { type Loadable, RetryNotice } from '@/ui/page/loaded'

interface HeadPart {
  facts: Facts
  query: Loadable<unknown>
}

/**
 * What stands at the head of a memorial: the parts that have no tab. Nothing is shown while they load, because most
 * plans have none.
 * @param parts the parts that the reader may see
 */
export function MemorialHead({ parts, shown }: { parts: readonly HeadPart[]; shown: Shown }) {
  return parts.map(({ facts, query }) => {
    if (facts.tab) return null
    if (query.data !== undefined) return <Fragment key={facts.key}>{facts.show(query.data, shown)}</Fragment>
    return query.error === null ? null : (
      <RetryNotice key={facts.key} query={query} title={facts.errorTitle} className="mb-6" />
    )
  })
}
