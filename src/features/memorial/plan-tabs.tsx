import { Fragment } from 'react'
import type { Shown } from '@/plan/facts/facts'
import type { ReadPart } from '@/sections/plan'
import type { TabItem } from '@/ui/tabs'

/**
 * The tabs of an open memorial. Parts that share a tab are shown one below the other.
 * @param parts what the reader may see, in the reader's order
 * @param shownIn what the parts of a tab are shown with
 */
export function planTabs(parts: readonly ReadPart[], shownIn: (tab: string) => Shown): TabItem[] {
  const tabs = new Set(parts.map((part) => part.tab))
  return [...tabs].map((tab) => {
    const inTab = parts.filter((part) => part.tab === tab)
    return {
      value: tab,
      label: inTab[0]?.facts.name ?? tab,
      content: inTab.map(({ facts, query }) => (
        <Fragment key={facts.key}>{facts.tab(query, shownIn(tab))}</Fragment>
      )),
    }
  })
}
