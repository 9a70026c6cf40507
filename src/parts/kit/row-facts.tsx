import { Loaded } from '@/ui/base/loaded'
import { EmptyState } from '@/ui/base/states'
import type { Facts, Words } from './facts'

interface RowSpec<Data> extends Words {
  show: Facts<Data>['show']
  /** The words of the memorial for an empty part. */
  empty: (ownerName: string) => { title: string; words: string }
  /** How many skeleton cards are shown while it loads. */
  cards?: number
}

/** Builds the facts of a part that is one row of the plan. */
export function rowFacts<Data>({ loading, errorTitle, show, empty, cards = 2 }: RowSpec<Data>): Facts<Data> {
  return {
    show,
    tab: (query, shown) => {
      const { title, words } = empty(shown.ownerName)
      return (
        <Loaded query={query} loading={loading} errorTitle={errorTitle} cards={cards}>
          {(data) => show(data, shown) ?? <EmptyState title={title}>{words}</EmptyState>}
        </Loaded>
      )
    },
  }
}
