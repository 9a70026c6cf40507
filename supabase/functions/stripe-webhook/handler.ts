import Stripe from 'stripe'
import { z } from 'zod'
import { type Handler, HttpError, readBytes } from '../_shared/http.ts'
import { syncMembership } from '../_shared/membership.ts'
import type { Services } from '../_shared/serve.ts'
import { withStripe } from '../_shared/stripe.ts'
import { noteWebhook } from '../_shared/webhook.ts'

interface WebhookDeps extends Pick<Services, 'rpc'> {
  /** Null: not set up here. */
  stripe: Stripe | null
  webhookSecret: string
}

/** The events after which a membership may have changed. */
const relevantEvents = new Set<string>([
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

/** Stripe refers to an object by its id or by the whole object. */
const idSchema = z
  .union([z.string(), z.object({ id: z.string() }).transform(({ id }) => id)])
  .nullish()
  .catch(null)

/** An event is read only for where to look: everything else is read again at Stripe. */
const objectSchema = z.object({
  object: z.string(),
  id: z.string(),
  customer: idSchema,
  payment_intent: idSchema,
  charge: idSchema,
})

const cryptoProvider = Stripe.createSubtleCryptoProvider()

/**
 * Receives the events of Stripe. An event only says that something changed for a customer; what changed is read at
 * Stripe, so that order, repeats and delays of events do not matter. The database knows whose customer it is.
 * @returns the handler; it answers `{received: true}`, also to events that are ignored, and refuses with 400
 *   `invalid_signature`, 502 `stripe_unavailable`, 503 `payments_not_set_up`. Every failure is a 5xx, because Stripe then sends the event again
 */
export function stripeWebhook({ rpc, stripe, webhookSecret }: WebhookDeps): Handler {
  return async (request) => {
    const payload = await readBytes(request)
    await withStripe('stripe-webhook', stripe, async (stripe) => {
      const signature = request.headers.get('stripe-signature') ?? ''
      const event = await verifiedEvent(stripe, payload, signature, webhookSecret)
      if (!relevantEvents.has(event.type)) return
      await noteWebhook(rpc, 'stripe', event.id, async () => {
        const customerId = await customerIdOf(stripe, event.data.object)
        if (customerId) await syncMembership({ rpc, stripe }, customerId, event)
      })
    })
    return { received: true }
  }
}

async function verifiedEvent(
  stripe: Stripe,
  payload: Uint8Array,
  signature: string,
  secret: string,
): Promise<Stripe.Event> {
  try {
    // The tolerance is left to Stripe's five minutes, as 0 would accept an event of any age.
    return await stripe.webhooks.constructEventAsync(payload, signature, secret, undefined, cryptoProvider)
  } catch {
    throw new HttpError('invalid_signature', 'This is not an event of Stripe for this endpoint.')
  }
}

async function customerIdOf(stripe: Stripe, eventObject: unknown): Promise<string | null> {
  const { object, id, customer, payment_intent, charge } = objectSchema.parse(eventObject)
  if (object === 'customer') return id
  if (customer) return customer
  // Refunds and disputes name only their payment.
  const payment = payment_intent
    ? await stripe.paymentIntents.retrieve(payment_intent)
    : charge
      ? await stripe.charges.retrieve(charge)
      : null
  return idSchema.parse(payment?.customer) ?? null
}
