import { Fragment, type ReactNode } from 'react'
import type { Shown } from '@/parts/kit/facts'
import { cx } from '@/ui/base/cx'
import { allLoaded, RetryNotice } from '@/ui/base/loaded'
import { useLate } from '@/ui/late'
import { allPieces } from './all-pieces'
import type { ReadPart } from './use-plan'

/** The parts that are shown at the head. */
export const heads = allPieces(({ head }) => head)
// Every reader sees them first, so their code comes along with their data.
heads.ahead()

interface Props {
  /** The parts that the reader may see. */
  parts: readonly ReadPart[]
  shown: Shown
  /** The heading with the owner's name, where the page has no other. @param className its size */
  heading?: (className: string) => ReactNode
  /** One row with face and name, for a page whose content is something else. */
  isFolded?: boolean
  /** What is said to the reader under the dates. */
  children?: ReactNode
}

/**
 * The head of a memorial: the name, and from the parts that have no tab the face, the dates and a line. While they load, the
 * name stands alone, because many plans have none.
 */
export function MemorialHead({ parts, shown, heading, isFolded = false, children }: Props) {
  const code = useLate(heads)
  const ofHead = parts
    .filter(({ head }) => head)
    .map((part) => {
      const both = allLoaded(code, part.query)
      return { ...part, both, data: both.data?.[1], head: code.data?.get(part.key) }
    })
  const isThere = ofHead.filter(({ both }) => both.data !== undefined || both.error !== null)
  return (
    <div className="mb-4 break-inside-avoid">
      {ofHead.map(({ key, both, words }) =>
        both.data === undefined && both.error !== null ? (
          <RetryNotice key={key} query={both} title={words.errorTitle} className="mb-6" />
        ) : null,
      )}
      <div className="grid grid-cols-[auto_minmax(0,1fr)] items-center">
        <div className={cx('self-start not-empty:mr-4', !isFolded && 'sm:row-span-2 sm:not-empty:mr-8')}>
          {isThere.map(({ key, head, data }) => (
            <Fragment key={key}>
              {head?.face(data, shown, isFolded ? 'size-12' : 'size-16 sm:size-40')}
            </Fragment>
          ))}
        </div>
        {/* Beside a face that is higher than both, what is under the name stays at the name. */}
        {heading?.(isFolded ? 'text-title' : 'text-page sm:self-end')}
        {isFolded ? null : (
          <div className="mt-3 grid max-w-prose gap-2 max-sm:col-span-2 sm:col-start-2 sm:self-start">
            {isThere.map(({ key, head, data }) => (
              <Fragment key={key}>{head?.life(data, shown)}</Fragment>
            ))}
            {children}
          </div>
        )}
      </div>
    </div>
  )
}
