import { z } from 'zod'
import { setReturnTarget } from '@/data/session/session'
import { Constants } from '@/lib/database.types'
import { paths } from '@/lib/paths'

/** An offer's id; anything else, as an address may hold it, is null. */
export const offerIdSchema = z.enum(Constants.public.Enums.plan_id).nullable().catch(null)

/**
 * Remembers the offer that a person chose before signing in: they go on with it afterwards, whatever page had sent them
 * to sign-in before. Anything but an offer's id is ignored.
 */
export function rememberOffer(offer: string | null): void {
  const chosen = offerIdSchema.parse(offer)
  if (chosen) setReturnTarget(paths.choosing(chosen), { personal: false })
}
