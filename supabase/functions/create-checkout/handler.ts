import type Stripe from 'stripe'
import { z } from 'zod'
import {
  type BillingDeps,
  customerOf,
  findContext,
  noSuchPerson,
  portalUrl,
  readContext,
} from '../_shared/billing.ts'
import { type Handler, HttpError, readBody } from '../_shared/http.ts'
import {
  cancelMembership,
  closeCheckout,
  isRunning,
  type MembershipState,
  syncMembership,
} from '../_shared/membership.ts'
import { type OfferId, offerIdSchema, type PriceOf } from '../_shared/offers.ts'
import { withStripe } from '../_shared/stripe.ts'

interface CheckoutDeps extends BillingDeps {
  priceOf: PriceOf
  now?: () => number
}

// The public contract names an offer "plan".
const bodySchema = z.object({ plan: z.string() })

const minute = 60_000
const hour = 60 * minute
/** Stripe's checkout refuses a trial that ends within 48 hours; some minutes more, as the request takes time. */
const shortestTrial = 48 * hour + 10 * minute

/**
 * Opens Stripe's checkout for an offer, or the portal for a person who already has a membership.
 * @returns the handler; it answers `{url}` and refuses with 400 `unknown_plan`, 401 `unauthorized`, 409 `billing_off`
 *   or HW005 once the death is verified, 502 `stripe_unavailable`, 503 `payments_not_set_up`
 */
export function createCheckout(deps: CheckoutDeps): Handler {
  const { requireUser, rpc, appOrigin, priceOf, now = Date.now } = deps
  return async (request) => {
    const user = await requireUser(request)
    const { plan } = await readBody(request, bodySchema)
    const { data: offer } = offerIdSchema.safeParse(plan)
    if (!offer) throw new HttpError('unknown_plan', 'There is no such plan.')
    const context = await readContext(rpc, 'begin_checkout', user)
    if (context.is_deceased) throw new HttpError('HW005', 'This plan can no longer be changed.')

    const url = await withStripe('create-checkout', deps.stripe, async (stripe) => {
      const customer = await customerOf(user, context, { rpc, stripe })
      // Stripe is asked and not the database: the event of a payment may still be on its way, and the person must not
      // pay twice.
      const state = await syncMembership({ rpc, stripe }, customer)
      if (!state || wouldPayTwice(state, offer)) return portalUrl(stripe, customer, appOrigin)
      const trialEnd = offer === 'lifetime' ? null : trialEndOf(context.free_trial_end, now())
      const purchase = { customer, offer, price: await priceOf(offer), trialEnd }
      const checkout = await openCheckout(stripe, purchase, appOrigin, now())
      // If the account was deleted meanwhile, that has closed only the checkouts which were open then.
      if (!(await findContext(rpc, 'billing_context', user))) {
        await cancelMembership(stripe, customer)
        throw noSuchPerson()
      }
      return checkout
    })
    return { url }
  }
}

/** A subscriber may still buy the lifetime offer: the subscription then ends. */
function wouldPayTwice({ subscriptions, lifetime }: MembershipState, offer: OfferId): boolean {
  if (lifetime.isPaid || lifetime.isPending) return true
  return offer !== 'lifetime' && subscriptions.some((one) => isRunning(one) && one.status !== 'incomplete')
}

/** When the first payment is due, in seconds: when the free trial ends, or later where Stripe requires it. */
function trialEndOf(freeTrialEnd: string | null, now: number): number | null {
  const end = freeTrialEnd === null ? 0 : Date.parse(freeTrialEnd)
  if (end <= now) return null
  // Rounded up to the full hour, so that repeated calls send Stripe the same request.
  const earliest = Math.ceil((now + shortestTrial) / hour) * hour
  return Math.ceil(Math.max(end, earliest) / 1000)
}

interface Purchase {
  customer: string
  offer: OfferId
  price: string
  trialEnd: number | null
}

/** Reuses a fresh open checkout for the same purchase or opens a new one; a person never has two open checkouts. */
async function openCheckout(
  stripe: Stripe,
  { customer, offer, price, trialEnd }: Purchase,
  appOrigin: string,
  now: number,
): Promise<string> {
  const { data: sessions } = await stripe.checkout.sessions.list({ customer, limit: 100 })
  const open = sessions.filter(({ status }) => status === 'open')
  const reusable = open.find(
    ({ metadata, created, url }) =>
      url && metadata?.plan === offer && metadata.price === price && created * 1000 > now - hour,
  )
  for (const { id } of open) if (id !== reusable?.id) await closeCheckout(stripe, id)
  if (reusable?.url) return reusable.url

  const metadata = { plan: offer, price }
  const { url } = await stripe.checkout.sessions.create(
    {
      customer,
      line_items: [{ price, quantity: 1 }],
      success_url: `${appOrigin}/billing?checkout=success&plan=${offer}`,
      cancel_url: `${appOrigin}/billing?checkout=cancelled`,
      metadata,
      ...(offer === 'lifetime'
        ? { mode: 'payment', payment_intent_data: { metadata }, invoice_creation: { enabled: true } }
        : {
            mode: 'subscription',
            subscription_data: { metadata, ...(trialEnd === null ? {} : { trial_end: trialEnd }) },
          }),
    },
    // Overlapping calls have seen the same latest checkout, so this key gives them the same new one.
    { idempotencyKey: ['checkout', customer, offer, price, trialEnd, sessions[0]?.id].join(' ') },
  )
  if (!url) throw new Error('Stripe gave no address for the checkout')
  return url
}
