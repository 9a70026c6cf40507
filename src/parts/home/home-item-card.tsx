import type { ReactNode } from 'react'
import { Badge } from '@/ui/base/badge'
import { Card } from '@/ui/base/card'
import { DescriptionList } from '@/ui/lists/description-list'
import type { HomeItem } from './data'
import { kindWords } from './kind-words'

/** The filled-in details of an item, labeled with the words of its kind. */
export function homeItemValues(item: HomeItem): { term: string; value: string }[] {
  const words = kindWords[item.kind]
  return (['caretaker', 'care', 'location', 'contact'] as const).flatMap((field) => {
    const value = item[field]
    return value ? [{ term: words[field], value }] : []
  })
}

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
