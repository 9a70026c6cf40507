import type Stripe from 'stripe'
import { z } from 'zod'
import { atStripe, type BillingDeps, customerOf, portalUrl, readContext } from '../_shared/billing.ts'
import { type Handler, HttpError, readBody } from '../_shared/http.ts'
import { type AtStripe, closeCheckout, isRunning, syncMembership } from '../_shared/membership.ts'
import { type PlanId, plans } from '../_shared/plans.ts'
import { WrongPriceError } from '../_shared/prices.ts'

export interface CheckoutDeps extends BillingDeps {
  /** The id of a plan's price at Stripe. Throws WrongPriceError when it is not the one that is shown. */
  priceOf(plan: PlanId): Promise<string>
  now?: () => number
}

const bodySchema = z.object({ plan: z.string() })

const minute = 60_000
const hour = 60 * minute
/** Checkout takes no earlier end of a trial; some minutes more, as the request takes time. */
const shortestTrial = 48 * hour + 10 * minute

/**
 * Opens Stripe's checkout for a plan, or the portal for somebody who has a membership.
 * @returns the handler; it answers `{url}` and refuses with 400 `unknown_plan`, 401 `unauthorized`, 409 `billing_off`
 *   or `plan_frozen`, 502 `stripe_unavailable`
 */
export function createCheckout(deps: CheckoutDeps): Handler {
  const { requireUser, rpc, appOrigin, priceOf, now = Date.now } = deps
  return async (request) => {
    const user = await requireUser(request)
    const { plan } = await readBody(request, bodySchema)
    if (!isPlan(plan)) throw new HttpError(400, 'unknown_plan', 'There is no such plan.')
    const context = await readContext(rpc, 'begin_checkout', user)
    if (context.is_deceased) throw new HttpError(409, 'plan_frozen', 'This plan can no longer be changed.')

    const url = await atStripe('create-checkout', deps.stripe, async (stripe) => {
      const customer = await customerOf(user, context, { rpc, stripe })
      // Stripe is asked, not the database: the news of a payment may still be on its way, and nobody pays twice.
      const found = await syncMembership({ rpc, stripe }, customer)
      if (!found || hasMembership(found, plan)) return portalUrl(stripe, customer, appOrigin)
      const trialEnd = plan === 'lifetime' ? null : trialEndOf(context.free_trial_end, now())
      return openCheckout(stripe, { customer, plan, price: await priceOf(plan), trialEnd }, appOrigin, now())
    }).catch((error) => {
      if (!(error instanceof WrongPriceError)) throw error
      throw new HttpError(502, 'stripe_unavailable', error.message)
    })
    return { url }
  }
}

function isPlan(name: string): name is PlanId {
  return Object.hasOwn(plans, name)
}

/** Whether buying this plan would be paying twice. A subscription may be left for the lifetime plan. */
function hasMembership({ subscriptions, lifetime }: AtStripe, plan: PlanId): boolean {
  if (lifetime.isPaid || lifetime.isPending) return true
  return plan !== 'lifetime' && subscriptions.some((one) => isRunning(one) && one.status !== 'incomplete')
}

/** When the first payment is due, in seconds: when the free days end, or a little later where Stripe wants it so. */
function trialEndOf(freeTrialEnd: string | null, now: number): number | null {
  const end = freeTrialEnd === null ? 0 : Date.parse(freeTrialEnd)
  if (end <= now) return null
  // On the full hour, so that two calls ask for the same.
  const earliest = Math.ceil((now + shortestTrial) / hour) * hour
  return Math.ceil(Math.max(end, earliest) / 1000)
}

interface Wish {
  customer: string
  plan: PlanId
  price: string
  trialEnd: number | null
}

/** One open checkout a person: the one that is there if it fits, otherwise a new one, and the others are closed. */
async function openCheckout(stripe: Stripe, wish: Wish, appOrigin: string, now: number): Promise<string> {
  const { customer, plan, price, trialEnd } = wish
  const { data: sessions } = await stripe.checkout.sessions.list({ customer, limit: 100 })
  const open = sessions.filter(({ status }) => status === 'open')
  const fitting = open.find(
    ({ metadata, created, url }) =>
      url && metadata?.plan === plan && metadata.price === price && created * 1000 > now - hour,
  )
  for (const { id } of open) if (id !== fitting?.id) await closeCheckout(stripe, id)
  if (fitting?.url) return fitting.url

  const metadata = { plan, price }
  const { url } = await stripe.checkout.sessions.create(
    {
      customer,
      line_items: [{ price, quantity: 1 }],
      success_url: `${appOrigin}/billing?checkout=success&plan=${plan}`,
      cancel_url: `${appOrigin}/billing?checkout=cancelled`,
      metadata,
      ...(plan === 'lifetime'
        ? {
            mode: 'payment',
            payment_intent_data: { metadata },
            invoice_creation: { enabled: true },
          }
        : {
            mode: 'subscription',
            subscription_data: { metadata, ...(trialEnd === null ? {} : { trial_end: trialEnd }) },
          }),
    },
    // Two calls at once have seen the same last checkout, and get the same new one.
    { idempotencyKey: ['checkout', customer, plan, price, trialEnd, sessions[0]?.id].join(' ') },
  )
  if (!url) throw new Error('Stripe gave no address for the checkout')
  return url
}
