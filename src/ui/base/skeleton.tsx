import { bars, Loading } from './skeleton-page'

/** Replaces a list while it loads. @param props label is announced, not shown: "Loading your plan" */
export function SkeletonList({ label }: { label: string }) {
  return (
    <Loading label={label} className="divide-y divide-line rounded-card border border-line bg-sheet">
      {[1, 2, 3].map((row) => (
        <div key={row} className="grid gap-3 p-5">
          {bars(['w-2/5', 'w-3/4'])}
        </div>
      ))}
    </Loading>
  )
}

/** Replaces cards while they load. @param props label is announced, not shown; count is how many to expect */
export function SkeletonCards({ label, count }: { label: string; count: number }) {
  return (
    <Loading label={label} className="grid gap-5 md:grid-cols-2">
      {Array.from({ length: count }, (_, index) => index).map((card) => (
        <div key={card} className="grid gap-3.5 rounded-card border border-line bg-sheet p-6">
          {bars(['w-1/2', 'w-full', 'w-11/12', 'w-2/3'])}
        </div>
      ))}
    </Loading>
  )
}
