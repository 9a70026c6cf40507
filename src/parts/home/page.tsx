import { ListPage } from '@/parts/kit/list-page'
import { readOnlyBy } from '@/parts/kit/visibility-note'
import { inDialog, onDemand } from '@/ui/late'
import { PagedList } from '@/ui/lists/paged-list'
import { type HomeItem, homeItems } from './data'
import { HomeItemCard } from './facts'

const HomeItemDialog = onDemand(async () => (await import('./dialog')).HomeItemDialog, inDialog)

const words = {
  title: 'Home & Pets',
  intro: 'What will need looking after in the first few days: pets, keys, the car, the mail, the bills.',
  heading: 'What needs looking after',
  add: 'Add',
  loading: 'Loading home and pets',
  failed: 'Unable to load home and pets',
  none: 'Nothing here yet',
  why: 'A cat will be hungry on the first evening, and someone will need the keys. Start with the people and pets who depend on you, then say where the keys are.',
  visibility: `${readOnlyBy('trustees and executors')} Beneficiaries can’t, unless you choose otherwise for someone.`,
  name: ({ name }: HomeItem) => name,
  consequence: ({ name }: HomeItem) =>
    `What you wrote about “${name}” will be taken out of your plan. This can’t be undone.`,
}

/** /home-and-pets: the items that need looking after in the first days. */
export function Component() {
  return (
    <ListPage list={homeItems} words={words} drawing="home" dialog={HomeItemDialog}>
      {(all, actionsOf) => (
        <PagedList label="Home and pets" items={all}>
          {(item) => <HomeItemCard item={item} actions={actionsOf(item)} />}
        </PagedList>
      )}
    </ListPage>
  )
}
