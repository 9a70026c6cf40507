import { type ComponentType, lazy } from 'react'

/* The parts of other screens that few people ever see. Their code comes when it is needed, all of it in one piece. */

const load = () => import('./rarely-shown-chunk')

/** Where the code cannot be loaded, the part is left out: the screen around it does not fail with it. */
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
