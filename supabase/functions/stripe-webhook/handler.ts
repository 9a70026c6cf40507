import Stripe from 'stripe'
import { z } from 'zod'
import { atStripe } from '../_shared/billing.ts'
import type { Rpc } from '../_shared/clients.ts'
import { type Handler, HttpError, readBytes } from '../_shared/http.ts'
import { syncMembership } from '../_shared/membership.ts'

export interface WebhookDeps {
  rpc: Rpc
  /** Null: not set up here. */
  stripe: Stripe | null
  webhookSecret: string
}

/** The events after which a membership may be another. */
const telling = new Set<string>([
  'checkout.session.completed',
  'checkout.session.async_payment_succeeded',
  'checkout.session.async_payment_failed',
  'customer.deleted',
  'customer.subscription.created',
  'customer.subscription.updated',
  'customer.subscription.deleted',
  'customer.subscription.paused',
  'customer.subscription.resumed',
  'invoice.paid',
  'invoice.payment_failed',
  'charge.refunded',
  'charge.refund.updated',
  'refund.created',
  'refund.updated',
  'refund.failed',
  'charge.dispute.created',
  'charge.dispute.updated',
  'charge.dispute.closed',
  'charge.dispute.funds_withdrawn',
  'charge.dispute.funds_reinstated',
])

const reference = z
  .union([z.string(), z.object({ id: z.string() }).transform(({ id }) => id)])
  .nullish()
  .catch(null)

/** Of what an event is about only where to look: all else is read again at Stripe. */
const subject = z.object({
  object: z.string(),
  id: z.string(),
  customer: reference,
  payment_intent: reference,
  charge: reference,
})

const cryptoProvider = Stripe.createSubtleCryptoProvider()

/**
 * Takes in the events of Stripe. They only say that something has changed for a customer; what, is read at Stripe, so
 * that their order, repeats and delays do not matter. Whose customer it is, the database knows.
 * @returns the handler; it answers `{received: true}`, also to events that mean nothing here, and refuses with 400
 *   `invalid_signature`, 502 `stripe_unavailable`. Whatever goes wrong is a 5xx, and Stripe sends the event again
 */
export function stripeWebhook({ rpc, stripe, webhookSecret }: WebhookDeps): Handler {
  return async (request) => {
    const payload = await readBytes(request)
    await atStripe('stripe-webhook', stripe, async (stripe) => {
      const signature = request.headers.get('stripe-signature') ?? ''
      const event = await proved(stripe, payload, signature, webhookSecret)
      if (!telling.has(event.type)) return
      const customerId = await customerIdOf(stripe, event.data.object)
      if (customerId) await syncMembership({ rpc, stripe }, customerId, event)
    })
    return { received: true }
  }
}

async function proved(
  stripe: Stripe,
  payload: Uint8Array,
  signature: string,
  secret: string,
): Promise<Stripe.Event> {
  try {
    // Without a tolerance of our own: Stripe's is five minutes, and 0 would be for ever.
    return await stripe.webhooks.constructEventAsync(payload, signature, secret, undefined, cryptoProvider)
  } catch {
    throw new HttpError(400, 'invalid_signature', 'This is not an event of Stripe for this endpoint.')
  }
}

async function customerIdOf(stripe: Stripe, about: unknown): Promise<string | null> {
  const { object, id, customer, payment_intent, charge } = subject.parse(about)
  if (object === 'customer') return id
  if (customer) return customer
  // Refunds and disputes know their payment alone.
  const paid = payment_intent
    ? await stripe.paymentIntents.retrieve(payment_intent)
    : charge
      ? await stripe.charges.retrieve(charge)
      : null
  return reference.parse(paid?.customer) ?? null
}
