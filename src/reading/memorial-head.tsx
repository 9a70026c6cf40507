import { Fragment } from 'react'
import type { Shown } from '@/parts/kit/facts'
import { allLoaded, RetryNotice } from '@/ui/base/loaded'
import { useLate } from '@/ui/late'
import { allPieces } from './all-pieces'
import type { ReadPart } from './use-plan'

/** The parts that are shown at the head. */
export const heads = allPieces(({ head }) => head)
// Every reader sees them first, so their code comes along with their data.
heads.ahead()

/**
 * What stands at the head of a memorial: the parts that have no tab. Nothing is shown while they load, because most
 * plans have none.
 * @param parts the parts that the reader may see
 */
export function MemorialHead({ parts, shown }: { parts: readonly ReadPart[]; shown: Shown }) {
  const code = useLate(heads)
  return parts
    .filter(({ head }) => head)
    .map(({ key, words, query }) => {
      const both = allLoaded(code, query)
      const head = code.data?.get(key)
      if (both.data) return <Fragment key={key}>{head?.show(both.data[1], shown)}</Fragment>
      if (both.error === null) return null
      return (
        <Fragment key={key}>
          <RetryNotice query={both} title={words.errorTitle} className="mb-6" />
          {head?.show(undefined, shown)}
        </Fragment>
      )
    })
}
