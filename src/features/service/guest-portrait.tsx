import type { GuestPage } from '@/data/service/guest-link'
import { PortraitHead } from '@/parts/portrait/head'

interface Props {
  ownerName: string
  portrait: NonNullable<GuestPage['portrait']>
}

/** The head of the memorial, for a guest. */
export function GuestPortrait({ ownerName, portrait: { picture, died_on, ...facts } }: Props) {
  return (
    <PortraitHead
      ownerName={ownerName}
      // Each change of the page brings another link to the same picture, which stays on the screen.
      portrait={{ ...facts, picture_path: picture && 'portrait' }}
      diedOn={died_on}
      link={async () => picture ?? ''}
    />
  )
}
