import { bars, Loading } from './skeleton-page'

interface SkeletonProps {
  /** Announced by assistive technology, not shown: "Loading your plan". */
  label: string
  /** How many rows or cards to expect. */
  count?: number
}

function numbers(count: number) {
  return Array.from({ length: count }, (_, index) => index)
}

/** Replaces a list while it loads. */
export function SkeletonList({ label, count = 3 }: SkeletonProps) {
  return (
    <Loading label={label} className="divide-y divide-line rounded-card border border-line bg-sheet">
      {numbers(count).map((row) => (
        <div key={row} className="grid gap-3 p-5">
          {bars(['w-2/5', 'w-3/4'])}
        </div>
      ))}
    </Loading>
  )
}

/** Replaces cards while they load. */
export function SkeletonCards({ label, count = 2 }: SkeletonProps) {
  return (
    <Loading label={label} className="grid gap-5 md:grid-cols-2">
      {numbers(count).map((card) => (
        <div key={card} className="grid gap-3.5 rounded-card border border-line bg-sheet p-6">
          {bars(['w-1/2', 'w-full', 'w-11/12', 'w-2/3'])}
        </div>
      ))}
    </Loading>
  )
}
