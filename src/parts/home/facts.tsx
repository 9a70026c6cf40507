import type { ReactNode } from 'react'
import { listFacts } from '@/parts/kit/facts'
import { Badge } from '@/ui/base/badge'
import { Card } from '@/ui/base/card'
import { DescriptionList } from '@/ui/lists/description-list'
import type { HomeItem } from './data'
import { homeItemValues, kindWords } from './words'

/** One item that needs looking after. */
export function HomeItemCard({ item, actions }: { item: HomeItem; actions?: ReactNode }) {
  return (
    <Card
      className="wrap-anywhere"
      title={item.name}
      headingLevel={3}
      aside={<Badge>{kindWords[item.kind].label}</Badge>}
      actions={actions}
    >
      <DescriptionList items={homeItemValues(item)} />
    </Card>
  )
}

export const facts = listFacts<HomeItem>({
  intro: () => 'What needs looking after in the first days. Codes and passwords aren’t stored here.',
  empty: (ownerName) => `${ownerName} hasn’t left any notes about home or pets.`,
  item: (item) => <HomeItemCard item={item} />,
})
