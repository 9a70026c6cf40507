import { Fragment } from 'react'
import { headOf } from '@/parts/heads'
import type { Shown } from '@/parts/kit/facts'
import { RetryNotice } from '@/ui/base/loaded'
import type { ReadPart } from './use-plan'

/**
 * What stands at the head of a memorial: the parts that have no tab. Nothing is shown while they load, because most
 * plans have none.
 * @param parts the parts that the reader may see
 */
export function MemorialHead({ parts, shown }: { parts: readonly ReadPart[]; shown: Shown }) {
  return parts.map(({ key, source, query }) => {
    const head = headOf(key)
    if (!head) return null
    if (query.data !== undefined) return <Fragment key={key}>{head.show(query.data, shown)}</Fragment>
    if (query.error === null) return null
    return (
      <Fragment key={key}>
        <RetryNotice query={query} title={source.errorTitle} className="mb-6" />
        {/* What is known without its rows, such as the date of death. */}
        {head.show([], shown)}
      </Fragment>
    )
  })
}
