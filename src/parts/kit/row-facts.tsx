import { Loaded } from '@/ui/base/loaded'
import { EmptyState } from '@/ui/base/states'
import type { Facts } from './facts'

interface RowSpec<Data> {
  show: Facts<Data>['show']
  /** The words of the memorial for an empty part. */
  empty: (ownerName: string) => { title: string; words: string }
  /** How many skeleton cards are shown while it loads. */
  cards?: number
}

/** Builds the facts of a part that is one row of the plan. */
export function rowFacts<Data>({ show, empty, cards = 2 }: RowSpec<Data>): Facts<Data> {
  return {
    show,
    tab: (query, shown, part) => {
      const { title, words } = empty(shown.ownerName)
      return (
        <Loaded query={query} loading={part.loading} errorTitle={part.errorTitle} cards={cards}>
          {(data) => show(data, shown, part) ?? <EmptyState title={title}>{words}</EmptyState>}
        </Loaded>
      )
    },
  }
}
