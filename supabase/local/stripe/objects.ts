/* What the stand-in knows of Stripe's objects: the fields that Heartwood reads, in Stripe's own shape. */

export type Metadata = Record<string, string>

export interface Customer {
  id: string
  object: 'customer'
  created: number
  email: string | null
  metadata: Metadata
  deleted?: true
}

export interface Price {
  id: string
  object: 'price'
  active: boolean
  currency: string
  unit_amount: number
  product: string
  type: 'one_time' | 'recurring'
  recurring: { interval: 'month' | 'year'; interval_count: number } | null
}

interface Product {
  id: string
  object: 'product'
  active: boolean
  name: string
}

/** Stripe's statuses of a subscription. */
export type SubscriptionStatus =
  | 'incomplete'
  | 'incomplete_expired'
  | 'trialing'
  | 'active'
  | 'past_due'
  | 'unpaid'
  | 'paused'
  | 'canceled'

interface SubscriptionItem {
  id: string
  object: 'subscription_item'
  price: Price
  quantity: number
  current_period_start: number
  current_period_end: number
}

export interface Subscription {
  id: string
  object: 'subscription'
  created: number
  customer: string
  status: SubscriptionStatus
  cancel_at: number | null
  cancel_at_period_end: boolean
  canceled_at: number | null
  ended_at: number | null
  trial_end: number | null
  metadata: Metadata
  items: { object: 'list'; data: [SubscriptionItem]; has_more: false; url: string }
}

export interface PaymentIntent {
  id: string
  object: 'payment_intent'
  created: number
  customer: string
  amount: number
  currency: string
  status: 'processing' | 'succeeded' | 'requires_payment_method' | 'canceled'
  metadata: Metadata
  latest_charge: string | null
}

export interface Charge {
  id: string
  object: 'charge'
  created: number
  customer: string
  payment_intent: string
  amount: number
  amount_refunded: number
  refunded: boolean
  disputed: boolean
}

export interface Refund {
  id: string
  object: 'refund'
  created: number
  charge: string
  payment_intent: string
  amount: number
  status: 'succeeded' | 'failed'
}

export interface Dispute {
  id: string
  object: 'dispute'
  created: number
  charge: string
  payment_intent: string
  amount: number
  status: 'needs_response' | 'under_review' | 'won' | 'lost'
}

export interface CheckoutSession {
  id: string
  object: 'checkout.session'
  created: number
  expires_at: number
  customer: string
  mode: 'payment' | 'subscription'
  status: 'open' | 'complete' | 'expired'
  payment_status: 'paid' | 'unpaid' | 'no_payment_required'
  url: string | null
  success_url: string
  cancel_url: string
  client_reference_id: string | null
  metadata: Metadata
  subscription: string | null
  payment_intent: string | null
}

export interface PortalSession {
  id: string
  object: 'billing_portal.session'
  created: number
  customer: string
  return_url: string
  url: string
}

export interface StripeEvent {
  id: string
  object: 'event'
  api_version: string
  created: number
  livemode: false
  type: string
  data: { object: unknown }
}

/** What a paid checkout creates; Stripe's API does not show it. */
interface Purchase {
  price: string
  trialEnd: number | null
  metadata: Metadata
}

/** All objects of the account, oldest first, as plain JSON, so that it can be stored in a file. */
export interface Account {
  customers: Record<string, Customer>
  prices: Record<string, Price>
  products: Record<string, Product>
  sessions: Record<string, CheckoutSession>
  purchases: Record<string, Purchase>
  portals: Record<string, PortalSession>
  subscriptions: Record<string, Subscription>
  payments: Record<string, PaymentIntent>
  charges: Record<string, Charge>
  refunds: Record<string, Refund>
  disputes: Record<string, Dispute>
}
