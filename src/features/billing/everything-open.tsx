import { paths } from '@/lib/paths'
import { ButtonLink } from '@/ui/base/button'
import { Notice } from '@/ui/base/notice'

/** Replaces offers and prices when billing is off. */
export function EverythingOpen() {
  return (
    <Notice
      tone="good"
      title="Every feature is open"
      action={<ButtonLink to={paths.dashboard}>Go to your plan</ButtonLink>}
    >
      Everything is free here. There’s nothing to choose and nothing to pay.
    </Notice>
  )
}
