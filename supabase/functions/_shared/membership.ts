import type Stripe from 'stripe'
import { z } from 'zod'
import { findContext } from './billing.ts'
import type { Rpc } from './database.ts'
import { offerIdSchema, offers } from './offers.ts'
import { isMissing } from './stripe.ts'

/** What a customer has at Stripe: subscriptions, the one that counts first, and the result of lifetime payments. */
export interface MembershipState {
  subscriptions: Stripe.Subscription[]
  lifetime: {
    isPaid: boolean
    /** A payment has been made and not yet arrived. */
    isPending: boolean
    /** A payment was refunded in full or lost in a dispute. */
    isReturned: boolean
  }
}

const noLifetime = { isPaid: false, isPending: false, isReturned: false }

/** Stripe's statuses of subscriptions that take no more money. Any other status, even an unknown one, counts as running. */
const ended = new Set<string>(['canceled', 'incomplete_expired'])

/** Of several subscriptions the one with the best status counts. Unknown statuses come just before the ended ones. */
const bestFirst: string[] = ['active', 'trialing', 'past_due', 'unpaid', 'paused', 'incomplete']

/** Statuses of a dispute in which the money is not, or not yet, lost. Any other status, even an unknown one, counts as lost. */
const undecidedOrWon = new Set<string>([
  'warning_needs_response',
  'warning_under_review',
  'warning_closed',
  'needs_response',
  'under_review',
  'won',
  // Settled before it became a dispute; after a refund the charge itself says so.
  'prevented',
])

/** @returns whether a subscription may still take money */
export function isRunning({ status }: Pick<Stripe.Subscription, 'status'>): boolean {
  return !ended.has(status)
}

/**
 * Copies what Stripe says about a customer now into the database. Overlapping calls and repeated events do no harm.
 * Once a lifetime is paid, running subscriptions are cancelled.
 * @param event noted as processed in the same step
 * @returns the state at Stripe; null when the customer belongs to no account or the event was processed before
 * @throws what Stripe or the database answered instead; then nothing was written
 */
export async function syncMembership(
  { rpc, stripe }: { rpc: Rpc; stripe: Stripe },
  customerId: string,
  event: { id: string; type: string } | null = null,
): Promise<MembershipState | null> {
  const sync = await rpc(
    'begin_stripe_sync',
    { p_customer_id: customerId, p_event_id: event?.id ?? null },
    z.number().nullable(),
  )
  if (sync === null) return null
  const state = await readState(stripe, customerId)
  if (state.lifetime.isPaid) await cancelAll(stripe, state.subscriptions)
  await rpc(
    'apply_stripe_state',
    {
      p_customer_id: customerId,
      p_sync: sync,
      p_state: rowOf(state),
      p_event_id: event?.id ?? null,
      p_event_type: event?.type ?? null,
    },
    z.unknown(),
  )
  return state
}

/**
 * Ends every subscription at once and closes every open checkout, so that no more money is taken. May be repeated.
 * @throws what Stripe answered instead
 */
export async function cancelMembership(stripe: Stripe, customerId: string): Promise<void> {
  if (!(await closeCheckouts(stripe, customerId))) return
  await cancelAll(stripe, await subscriptionsOf(stripe, customerId))
}

/** @returns false if the customer was deleted at Stripe, which already ended the subscriptions */
async function closeCheckouts(stripe: Stripe, customerId: string): Promise<boolean> {
  const customer = await stripe.customers.retrieve(customerId)
  if (customer.deleted) return false
  for await (const session of stripe.checkout.sessions.list({ customer: customerId, status: 'open' })) {
    await closeCheckout(stripe, session.id)
  }
  return true
}

/** What a person pays for, or may be about to. Each call may be repeated, and throws what Stripe answered instead. */
export interface PaidMembership {
  /** Closes every open checkout. It can be undone: the person can open another one. */
  closeCheckouts(): Promise<void>
  /** Does as cancelMembership, also once the account is gone. */
  cancel(): Promise<void>
}

/**
 * The membership of a person, who may have no customer at Stripe.
 * @param stripe null: not set up here
 * @throws when the person has a customer and Stripe is not set up
 */
export async function membershipOf(
  userId: string,
  { rpc, stripe }: { rpc: Rpc; stripe: Stripe | null },
): Promise<PaidMembership> {
  const customer = (await findContext(rpc, 'billing_context', { id: userId }))?.stripe_customer_id
  if (!customer) return { closeCheckouts: async () => {}, cancel: async () => {} }
  if (!stripe) throw new Error('Stripe is not set up')
  return {
    closeCheckouts: async () => void (await closeCheckouts(stripe, customer)),
    cancel: () => cancelMembership(stripe, customer),
  }
}

/** Closes a checkout, so that it can no longer be paid. A checkout that was paid or closed meanwhile is left alone. */
export async function closeCheckout(stripe: Stripe, id: string): Promise<void> {
  await stripe.checkout.sessions.expire(id).catch(async (error) => {
    const { status } = await stripe.checkout.sessions.retrieve(id)
    if (status === 'open') throw error
  })
}

async function readState(stripe: Stripe, customerId: string): Promise<MembershipState> {
  try {
    const [subscriptions, lifetime] = await Promise.all([
      subscriptionsOf(stripe, customerId),
      lifetimeOf(stripe, customerId),
    ])
    return { subscriptions, lifetime }
  } catch (error) {
    // A key of another Stripe account misses every customer, so only a customer known as deleted has no membership.
    const isDeleted = isMissing(error) && (await stripe.customers.retrieve(customerId)).deleted
    if (!isDeleted) throw error
    return { subscriptions: [], lifetime: noLifetime }
  }
}

async function subscriptionsOf(stripe: Stripe, customer: string): Promise<Stripe.Subscription[]> {
  const found = await stripe.subscriptions
    .list({ customer, status: 'all', limit: 100 })
    // More than any customer has; Stripe's client requires a limit.
    .autoPagingToArray({ limit: 1000 })
  const rank = ({ status }: Stripe.Subscription) => {
    if (ended.has(status)) return bestFirst.length + 1
    const place = bestFirst.indexOf(status)
    return place < 0 ? bestFirst.length : place
  }
  return found.sort((a, b) => rank(a) - rank(b) || b.created - a.created || (a.id < b.id ? -1 : 1))
}

async function lifetimeOf(stripe: Stripe, customer: string): Promise<MembershipState['lifetime']> {
  const payments = stripe.paymentIntents.list({ customer, limit: 100, expand: ['data.latest_charge'] })
  const found = { ...noLifetime }
  for await (const payment of payments) {
    // create-checkout writes this metadata, and only the secret key can.
    if (payment.metadata.plan !== 'lifetime') continue
    if (payment.status === 'processing') found.isPending = true
    if (payment.status !== 'succeeded') continue
    found[(await isKept(stripe, payment)) ? 'isPaid' : 'isReturned'] = true
  }
  return found
}

/** Whether a payment is neither refunded in full nor lost in a dispute. */
async function isKept(stripe: Stripe, { id, latest_charge: charge }: Stripe.PaymentIntent): Promise<boolean> {
  if (!charge || typeof charge === 'string' || charge.refunded) return false
  if (!charge.disputed) return true
  for await (const { status } of stripe.disputes.list({ payment_intent: id, limit: 100 })) {
    if (!undecidedOrWon.has(status)) return false
  }
  return true
}

async function cancelAll(stripe: Stripe, subscriptions: Stripe.Subscription[]): Promise<void> {
  for (const { id } of subscriptions.filter(isRunning)) {
    await stripe.subscriptions.cancel(id).catch((error) => {
      // Stripe misses a subscription that was cancelled meanwhile.
      if (!isMissing(error)) throw error
    })
  }
}

/** What the database stores of a state, see public.apply_stripe_state: what is left out is empty. */
function rowOf({ subscriptions, lifetime }: MembershipState) {
  if (lifetime.isPaid) return { lifetime: true, plan: 'lifetime', status: 'active' }
  const [best] = subscriptions
  if (!best) return { lifetime: false, status: lifetime.isReturned ? 'canceled' : null }
  const item = best.items.data[0]
  const interval = item?.price.recurring?.interval
  // Stripe starts the next period before it is paid, so a period whose payment is due does not count yet.
  const paidUntil = best.status === 'past_due' ? item?.current_period_start : item?.current_period_end
  return {
    lifetime: false,
    subscription_id: best.id,
    // Recognized by the interval and not by the price, so that subscribers with an old price keep their offer.
    plan: offerIdSchema.options.find((offer) => offers[offer].interval === interval) ?? null,
    status: best.status,
    current_period_end: timestamp(paidUntil),
    trial_end: timestamp(best.trial_end),
    cancel_at_period_end: best.cancel_at_period_end || best.cancel_at !== null,
  }
}

function timestamp(seconds: number | null | undefined): string | null {
  return typeof seconds === 'number' ? new Date(seconds * 1000).toISOString() : null
}
