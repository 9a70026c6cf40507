import { useQuery } from '@tanstack/react-query'
import { profileQuery } from '@/data/account/profiles'
import { fileLink } from '@/data/files/storage'
import { useUser } from '@/data/session/session'
import { ListPage } from '@/parts/kit/list-page'
import { Card } from '@/ui/base/card'
import { inDialog, onDemand } from '@/ui/late'
import { type Portrait, portraits } from './data'
import { PortraitHead } from './head'

const PortraitDialog = onDemand(async () => (await import('./dialog')).PortraitDialog, inDialog)

const words = {
  title: 'Portrait',
  intro: 'A picture, the date and place of your birth, and a line in your own words.',
  heading: 'Your portrait',
  add: 'Add Portrait',
  loading: 'Loading your portrait',
  failed: 'Unable to load your portrait',
  none: 'No portrait yet',
  why: 'Choose the picture you’d like your family to see first, and a line to remember you by.',
  visibility:
    'Only the people you’ve named can see this, and only after your death unless you share it sooner. An executor may also show it to the guests of your service. It comes at the top of your memorial and on the first page of your printed plan.',
  name: () => 'your portrait',
  consequence: ({ picture_path }: Portrait) =>
    `${picture_path ? 'The picture and the words' : 'The words'} will be taken out of your plan. This can’t be undone, but you can add them again.`,
}

/** /portrait: what the owner wants at the head of their memorial. */
export function Component() {
  const { id } = useUser()
  const { data: profile } = useQuery(profileQuery(id))
  return (
    <ListPage list={portraits} words={words} drawing="people" dialog={PortraitDialog} single>
      {(all, actionsOf) =>
        all.map((portrait) => (
          <Card key={portrait.id} actions={actionsOf(portrait)}>
            <PortraitHead ownerName={profile?.full_name ?? 'you'} portrait={portrait} link={fileLink} />
          </Card>
        ))
      }
    </ListPage>
  )
}
