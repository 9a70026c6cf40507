import { type Loadable, RetryButton } from '@/ui/base/loaded'
import { Strip } from '@/ui/base/notice'

interface Props {
  query: Loadable<unknown>
  /** What could not be checked, as a sentence. */
  children: string
}

/** In place of a banner of which it is not known whether it has something to say. */
export function NotChecked({ query, children }: Props) {
  return (
    <Strip>
      <div role="status" className="flex flex-wrap items-center gap-x-4 gap-y-2 text-ink-soft">
        <p>{children}</p>
        <RetryButton query={query} />
      </div>
    </Strip>
  )
}
