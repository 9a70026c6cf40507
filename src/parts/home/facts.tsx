import { listFacts } from '@/parts/kit/facts'
import type { HomeItem } from './data'
import { HomeItemCard } from './home-item-card'
import { source } from './source'

export const facts = listFacts<HomeItem>({
  ...source,
  intro: () => "What needs looking after in the first days. Codes and passwords aren't stored here.",
  empty: (ownerName) => `${ownerName} hasn't left any notes about home or pets.`,
  item: (item) => <HomeItemCard item={item} />,
})
