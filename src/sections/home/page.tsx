import { useQuery } from '@tanstack/react-query'
import { useUser } from '@/data/session/session'
import { ListPage, RowCards } from '@/plan/list-page'
import { type HomeItem, homeItems } from './data'
import { HomeItemCard } from './facts'
import { HomeItemDialog } from './home-item-dialog'

const words = {
  title: 'Home & Pets',
  intro: 'What someone has to look after in the first days: animals, keys, the car, the mail, the bills.',
  heading: 'What needs looking after',
  add: 'Add',
  loading: 'Loading home and pets',
  failed: 'Unable to load home and pets',
  empty: {
    title: 'Nothing here yet',
    text: 'A cat is hungry on the first evening, and a house needs its keys. Begin with whoever depends on you; then where the keys are.',
  },
  visibility:
    "Only the trustees and executors you've named can see this: after your death, or sooner if you choose. Beneficiaries never can.",
  deletion: ({ name }: HomeItem) => ({
    title: `Delete ${name}?`,
    consequence: `What you wrote about “${name}” will be taken out of your plan. This can't be undone, but you can add it again.`,
  }),
}

/** /home-and-pets: the items that need looking after in the first days. */
export function Component() {
  const user = useUser()
  return (
    <ListPage
      ownerId={user.id}
      list={homeItems}
      rows={useQuery(homeItems.query(user.id))}
      words={words}
      form={(item, onClose) => <HomeItemDialog ownerId={user.id} item={item} onClose={onClose} />}
    >
      {(all, buttonsOf) => (
        <RowCards label="Home and pets" rows={all} buttonsOf={buttonsOf} nameOf={({ name }) => name}>
          {(item, actions) => <HomeItemCard item={item} actions={actions} />}
        </RowCards>
      )}
    </ListPage>
  )
}
