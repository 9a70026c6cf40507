import type Stripe from 'stripe'
import { z } from 'zod'
import type { Rpc } from './clients.ts'
import { isMissing } from './stripe.ts'

export interface MembershipDeps {
  rpc: Rpc
  stripe: Stripe
}

/** What somebody has at Stripe: subscriptions, the one that counts first, and what became of payments for a lifetime. */
export interface AtStripe {
  subscriptions: Stripe.Subscription[]
  lifetime: {
    isPaid: boolean
    /** The money is on its way. */
    isPending: boolean
    /** It was paid, and went back. */
    isTakenBack: boolean
  }
}

const noLifetime = { isPaid: false, isPending: false, isTakenBack: false }

/** More than anybody has; the client wants a number. */
const many = 1000

/** The words of Stripe for subscriptions that can take no more money. Any other, known or not, is taken to run. */
const ended = new Set<string>(['canceled', 'incomplete_expired'])

/** Of several subscriptions the one that opens most counts. Words that are not here come just before those that ended. */
const bestFirst: string[] = ['active', 'trialing', 'past_due', 'unpaid', 'paused', 'incomplete']

/** States of a dispute in which the money is not, or not yet, lost. Any other, known or not, counts as lost. */
const undecidedOrWon = new Set<string>([
  'warning_needs_response',
  'warning_under_review',
  'warning_closed',
  'needs_response',
  'under_review',
  'won',
  // Settled before it became one; if by a refund, the charge says so.
  'prevented',
])

/** @returns whether a subscription may still take money */
export function isRunning({ status }: Pick<Stripe.Subscription, 'status'>): boolean {
  return !ended.has(status)
}

/**
 * Brings the database to what Stripe says of a customer now. Overlapping calls and repeats of an event do no harm.
 * Whoever has paid for a lifetime pays for no subscription any more: it is cancelled.
 * @param event noted as worked off together with the state
 * @returns what was found, or null: nobody's customer, or the event was worked off before
 * @throws what Stripe or the database answered instead; then nothing was written
 */
export async function syncMembership(
  { rpc, stripe }: MembershipDeps,
  customerId: string,
  event: { id: string; type: string } | null = null,
): Promise<AtStripe | null> {
  const sync = await rpc(
    'begin_stripe_sync',
    { p_customer_id: customerId, p_event_id: event?.id ?? null },
    z.number().nullable(),
  )
  if (sync === null) return null
  const found = await readAtStripe(stripe, customerId)
  if (found.lifetime.isPaid) await cancelAll(stripe, found.subscriptions)
  await rpc(
    'apply_stripe_state',
    {
      p_customer_id: customerId,
      p_sync: sync,
      p_state: stateOf(found),
      p_event_id: event?.id ?? null,
      p_event_type: event?.type ?? null,
    },
    z.unknown(),
  )
  return found
}

/**
 * Sees to it that no more money is taken: ends every subscription at once and closes every open checkout. May be
 * repeated.
 * @throws what Stripe answered instead
 */
export async function cancelMembership(stripe: Stripe, customerId: string): Promise<void> {
  const customer = await stripe.customers.retrieve(customerId)
  // Stripe itself ends what a customer has when it is deleted.
  if (customer.deleted) return
  for await (const session of stripe.checkout.sessions.list({ customer: customerId, status: 'open' })) {
    await closeCheckout(stripe, session.id)
  }
  await cancelAll(stripe, await subscriptionsOf(stripe, customerId))
}

/**
 * The same for a person, who may have no customer at Stripe.
 * @param stripe null: not set up here
 * @throws as cancelMembership. Should the account be deleted nevertheless, the database queues the cancellation
 */
export async function cancelMembershipOf(
  userId: string,
  { rpc, stripe }: { rpc: Rpc; stripe: Stripe | null },
): Promise<void> {
  const [context] = await rpc(
    'billing_context',
    { p_user_id: userId },
    z.array(z.object({ stripe_customer_id: z.string().nullable() })),
  )
  if (!context?.stripe_customer_id) return
  if (!stripe) throw new Error('Stripe is not set up')
  await cancelMembership(stripe, context.stripe_customer_id)
}

/** Closes a checkout, so that it cannot be paid any more; one that was paid or closed meanwhile stays so. */
export async function closeCheckout(stripe: Stripe, id: string): Promise<void> {
  await stripe.checkout.sessions.expire(id).catch(async (error) => {
    const { status } = await stripe.checkout.sessions.retrieve(id)
    if (status === 'open') throw error
  })
}

async function readAtStripe(stripe: Stripe, customerId: string): Promise<AtStripe> {
  try {
    const [subscriptions, lifetime] = await Promise.all([
      subscriptionsOf(stripe, customerId),
      lifetimeOf(stripe, customerId),
    ])
    return { subscriptions, lifetime }
  } catch (error) {
    // Missing is only believed of a customer that was deleted: a key of another account misses them all.
    const isGone = isMissing(error) && (await stripe.customers.retrieve(customerId)).deleted
    if (!isGone) throw error
    return { subscriptions: [], lifetime: noLifetime }
  }
}

async function subscriptionsOf(stripe: Stripe, customer: string): Promise<Stripe.Subscription[]> {
  const found = await stripe.subscriptions
    .list({ customer, status: 'all', limit: 100 })
    .autoPagingToArray({ limit: many })
  const rank = ({ status }: Stripe.Subscription) => {
    if (ended.has(status)) return bestFirst.length + 1
    const place = bestFirst.indexOf(status)
    return place < 0 ? bestFirst.length : place
  }
  return found.sort((a, b) => rank(a) - rank(b) || b.created - a.created || (a.id < b.id ? -1 : 1))
}

async function lifetimeOf(stripe: Stripe, customer: string): Promise<AtStripe['lifetime']> {
  const payments = stripe.paymentIntents.list({ customer, limit: 100, expand: ['data.latest_charge'] })
  const found = { ...noLifetime }
  for await (const payment of payments) {
    // Written by create-checkout; nobody else can.
    if (payment.metadata.plan !== 'lifetime') continue
    if (payment.status === 'processing') found.isPending = true
    if (payment.status !== 'succeeded') continue
    found[(await isKept(stripe, payment)) ? 'isPaid' : 'isTakenBack'] = true
  }
  return found
}

/** Whether the money of a payment is still ours: neither refunded in full nor lost in a dispute. */
async function isKept(stripe: Stripe, { id, latest_charge: charge }: Stripe.PaymentIntent): Promise<boolean> {
  if (!charge || typeof charge === 'string' || charge.refunded) return false
  if (!charge.disputed) return true
  const disputes = await stripe.disputes
    .list({ payment_intent: id, limit: 100 })
    .autoPagingToArray({ limit: many })
  return disputes.every(({ status }) => undecidedOrWon.has(status))
}

async function cancelAll(stripe: Stripe, subscriptions: Stripe.Subscription[]): Promise<void> {
  for (const { id } of subscriptions.filter(isRunning)) {
    await stripe.subscriptions.cancel(id).catch((error) => {
      // Cancelled meanwhile.
      if (!isMissing(error)) throw error
    })
  }
}

/** What the database keeps of it; see public.apply_stripe_state. */
function stateOf({ subscriptions, lifetime }: AtStripe) {
  const none = {
    subscription_id: null,
    plan: null,
    current_period_end: null,
    trial_end: null,
    cancel_at_period_end: false,
  }
  if (lifetime.isPaid) return { ...none, lifetime: true, plan: 'lifetime', status: 'active' }
  const [best] = subscriptions
  if (!best) return { ...none, lifetime: false, status: lifetime.isTakenBack ? 'canceled' : null }
  const item = best.items.data[0]
  // Stripe opens the next period before it is paid for.
  const paidUntil = best.status === 'past_due' ? item?.current_period_start : item?.current_period_end
  return {
    lifetime: false,
    subscription_id: best.id,
    plan: planOf(item),
    status: best.status,
    current_period_end: timestamp(paidUntil),
    trial_end: timestamp(best.trial_end),
    cancel_at_period_end: best.cancel_at_period_end || best.cancel_at !== null,
  }
}

/** By the interval, so that who has an old price keeps the plan. */
function planOf(item: Stripe.SubscriptionItem | undefined): 'monthly' | 'annual' | null {
  switch (item?.price.recurring?.interval) {
    case 'month':
      return 'monthly'
    case 'year':
      return 'annual'
    default:
      return null
  }
}

function timestamp(seconds: number | null | undefined): string | null {
  return typeof seconds === 'number' ? new Date(seconds * 1000).toISOString() : null
}
