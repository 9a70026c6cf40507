import { type ComponentType, lazy } from 'react'

/* Parts of other screens that few people ever see. Their code is loaded when needed, all of it in one file. */

const load = () => import('./rarely-shown-chunk')

/** If the code cannot be loaded, the part is left out, so that the screen around it does not fail. */
function later<Props extends object>(
  pick: (parts: Awaited<ReturnType<typeof load>>) => ComponentType<Props>,
) {
  return lazy<ComponentType<Props>>(() =>
    load().then(
      (parts) => ({ default: pick(parts) }),
      () => ({ default: Nothing }),
    ),
  )
}

function Nothing() {
  return null
}

export const TrialEnded = later((parts) => parts.TrialEnded)
export const PaymentNotice = later((parts) => parts.PaymentNotice)
export const PricingMembership = later((parts) => parts.PricingMembership)
