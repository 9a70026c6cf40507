import { type BillingDeps, customerOf, portalUrl, readContext } from '../_shared/billing.ts'
import type { Handler } from '../_shared/http.ts'
import { withStripe } from '../_shared/stripe.ts'

/**
 * Opens Stripe's portal for the caller.
 * @returns the handler; it answers `{url}` and refuses with 401 `unauthorized`, 409 `billing_off` for a person who never paid,
 *   502 `stripe_unavailable`, 503 `payments_not_set_up`
 */
export function billingPortal({ requireUser, rpc, stripe, appOrigin }: BillingDeps): Handler {
  return async (request) => {
    const user = await requireUser(request)
    const context = await readContext(rpc, 'billing_context', user)
    const url = await withStripe('billing-portal', stripe, async (stripe) =>
      portalUrl(stripe, await customerOf(user, context, { rpc, stripe }), appOrigin),
    )
    return { url }
  }
}
