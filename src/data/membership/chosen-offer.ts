import { setReturnTarget } from '@/data/session/session'
import { Constants } from '@/lib/database.types'
import { paths } from '@/lib/paths'

/**
 * Remembers the offer that a person chose before signing in. After sign-in it takes precedence over the page that they
 * were sent to sign-in from. Anything but an offer's id is ignored.
 */
export function rememberOffer(offer: string | null): void {
  const chosen = Constants.public.Enums.plan_id.find((id) => id === offer)
  if (chosen) setReturnTarget(paths.choosing(chosen), { personal: false })
}
