import { randomBytes } from 'node:crypto'
import { type OfferId, offers } from '../../functions/_shared/offers.ts'
import type {
  Account,
  Charge,
  CheckoutSession,
  Customer,
  Dispute,
  Metadata,
  PaymentIntent,
  PortalSession,
  Price,
  Refund,
  StripeEvent,
  Subscription,
  SubscriptionStatus,
} from './objects.ts'

/** An error answer of Stripe. */
export class StripeRefusal extends Error {
  readonly status: number
  readonly code: string | undefined
  readonly param: string | undefined

  constructor(status: number, message: string, code?: string, param?: string) {
    super(message)
    this.name = 'StripeRefusal'
    this.status = status
    this.code = code
    this.param = param
  }
}

/** The ids of the prices that the account comes with. */
export const priceIds = {
  monthly: 'price_heartwood_monthly',
  annual: 'price_heartwood_annual',
  lifetime: 'price_heartwood_lifetime',
} as const

const secondsIn = { month: 30 * 24 * 3600, year: 365 * 24 * 3600 } as const
const day = 24 * 3600

/** @returns an account with the product and the prices, without customers */
export function emptyAccount(): Account {
  const price = (offer: OfferId): Price => {
    const { amount, currency, interval } = offers[offer]
    return {
      id: priceIds[offer],
      object: 'price',
      active: true,
      currency,
      unit_amount: amount,
      product: 'prod_heartwood',
      type: interval ? 'recurring' : 'one_time',
      recurring: interval && { interval, interval_count: 1 },
    }
  }
  return {
    customers: {},
    prices: {
      [priceIds.monthly]: price('monthly'),
      [priceIds.annual]: price('annual'),
      [priceIds.lifetime]: price('lifetime'),
    },
    products: {
      prod_heartwood: {
        id: 'prod_heartwood',
        object: 'product',
        active: true,
        name: 'Heartwood membership',
      },
    },
    sessions: {},
    purchases: {},
    portals: {},
    subscriptions: {},
    payments: {},
    charges: {},
    refunds: {},
    disputes: {},
  }
}

interface LedgerOptions {
  /** The base of the addresses of checkouts and portals. */
  url: string
  /** Called for every change, in the order of the changes. */
  onEvent(event: StripeEvent): void
  /** In milliseconds. */
  now?: () => number
  /** The part of an id after its prefix. */
  newId?: () => string
}

/** Everything that can happen in a Stripe account: by the API, by people on its pages, by time and by banks. */
export class Ledger {
  readonly account: Account
  readonly #options: LedgerOptions

  constructor(account: Account, options: LedgerOptions) {
    this.account = account
    this.#options = options
  }

  /** The time in seconds. */
  get now(): number {
    return Math.floor((this.#options.now?.() ?? Date.now()) / 1000)
  }

  // ---- customers

  createCustomer(email: string | null, metadata: Metadata): Customer {
    const customer: Customer = {
      id: this.#id('cus'),
      object: 'customer',
      created: this.now,
      email,
      metadata,
    }
    this.account.customers[customer.id] = customer
    this.#emit('customer.created', customer)
    return customer
  }

  customer(id: string): Customer {
    const customer = this.account.customers[id]
    if (!customer) throw missing('customer', id)
    return customer
  }

  updateCustomer(id: string, email: string | null): Customer {
    const customer = this.#livingCustomer(id)
    customer.email = email
    this.#emit('customer.updated', customer)
    return customer
  }

  deleteCustomer(id: string): Customer {
    const customer = this.#livingCustomer(id)
    for (const subscription of this.#running(id)) this.cancel(subscription.id)
    customer.deleted = true
    customer.email = null
    this.#emit('customer.deleted', customer)
    return customer
  }

  // ---- checkout

  openCheckout(
    wish: Pick<
      CheckoutSession,
      'customer' | 'mode' | 'success_url' | 'cancel_url' | 'client_reference_id' | 'metadata'
    >,
    purchase: { price: string; trialEnd: number | null; metadata: Metadata },
  ): CheckoutSession {
    this.#livingCustomer(wish.customer)
    const price = this.account.prices[purchase.price]
    if (!price) throw missing('price', purchase.price)
    if ((wish.mode === 'subscription') !== (price.type === 'recurring')) {
      throw new StripeRefusal(400, `The price ${price.id} does not fit the mode ${wish.mode}.`)
    }
    if (purchase.trialEnd !== null && purchase.trialEnd < this.now + 2 * day) {
      throw new StripeRefusal(
        400,
        'The `trial_end` date has to be at least 2 days in the future.',
        undefined,
        'subscription_data[trial_end]',
      )
    }
    const id = this.#id('cs_test')
    const session: CheckoutSession = {
      id,
      object: 'checkout.session',
      created: this.now,
      expires_at: this.now + day,
      status: 'open',
      payment_status: 'unpaid',
      url: `${this.#options.url}/checkout/${id}`,
      subscription: null,
      payment_intent: null,
      ...wish,
    }
    this.account.sessions[id] = session
    this.account.purchases[id] = purchase
    return session
  }

  session(id: string): CheckoutSession {
    const session = this.account.sessions[id]
    if (!session) throw missing('checkout.session', id)
    if (session.status === 'open' && session.expires_at <= this.now) this.#close(session)
    return session
  }

  expireCheckout(id: string): CheckoutSession {
    const session = this.session(id)
    if (session.status !== 'open') {
      throw new StripeRefusal(400, 'Only Checkout Sessions with a status in ["open"] can be expired.')
    }
    this.#close(session)
    return session
  }

  /** The person pays. `later`: with a method that takes the bank some days; settlePayment ends it. */
  payCheckout(id: string, later = false): CheckoutSession {
    const session = this.session(id)
    const purchase = this.account.purchases[id]
    const price = this.account.prices[purchase?.price ?? '']
    if (session.status !== 'open' || !purchase || !price) {
      throw new StripeRefusal(400, 'This checkout is no longer open.')
    }
    if (session.mode === 'subscription') {
      session.subscription = this.#subscribe(session.customer, price, purchase).id
      session.payment_status = purchase.trialEnd ? 'no_payment_required' : 'paid'
    } else {
      session.payment_intent = this.#take(session.customer, price.unit_amount, purchase.metadata, later).id
      session.payment_status = later ? 'unpaid' : 'paid'
    }
    session.status = 'complete'
    session.url = null
    this.#emit('checkout.session.completed', session)
    return session
  }

  /** The bank confirms or refuses a delayed payment. */
  settlePayment(paymentId: string, arrives: boolean): void {
    const payment = this.payment(paymentId)
    if (payment.status !== 'processing') throw new StripeRefusal(400, 'This payment is not on its way.')
    const session = Object.values(this.account.sessions).find((one) => one.payment_intent === paymentId)
    if (arrives) {
      this.#charge(payment)
      if (session) session.payment_status = 'paid'
    } else {
      payment.status = 'requires_payment_method'
    }
    const outcome = arrives ? 'succeeded' : 'failed'
    if (session) this.#emit(`checkout.session.async_payment_${outcome}`, session)
  }

  // ---- subscriptions

  subscription(id: string): Subscription {
    const subscription = this.account.subscriptions[id]
    if (!subscription) throw missing('subscription', id)
    return subscription
  }

  cancel(id: string): Subscription {
    const subscription = this.#runningSubscription(id)
    this.#end(subscription, subscription.status === 'incomplete' ? 'incomplete_expired' : 'canceled')
    return subscription
  }

  /** Sets whether a subscription ends with its period. */
  setCancelAtPeriodEnd(id: string, value: boolean): Subscription {
    const subscription = this.#runningSubscription(id)
    subscription.cancel_at_period_end = value
    subscription.cancel_at = value ? subscription.items.data[0].current_period_end : null
    return this.#update(subscription)
  }

  switchPrice(id: string, priceId: string): Subscription {
    const subscription = this.#runningSubscription(id)
    const price = this.account.prices[priceId]
    if (!price?.recurring) throw missing('price', priceId)
    const item = subscription.items.data[0]
    item.price = price
    // Another interval starts a new period, after the end of the trial if there is one.
    if (subscription.status !== 'trialing') this.#startPeriod(subscription, this.now)
    return this.#update(subscription)
  }

  pause(id: string): Subscription {
    const subscription = this.#runningSubscription(id)
    subscription.status = 'paused'
    return this.#update(subscription, 'customer.subscription.paused')
  }

  resume(id: string): Subscription {
    const subscription = this.#runningSubscription(id)
    if (subscription.status !== 'paused') throw new StripeRefusal(400, 'This subscription is not paused.')
    subscription.status = 'active'
    this.#startPeriod(subscription, this.now)
    return this.#update(subscription, 'customer.subscription.resumed')
  }

  /**
   * Ends the period or the trial: the next payment is due, or the subscription ends if it was set to.
   * @param isPaid whether the card is charged successfully
   */
  renew(id: string, isPaid: boolean): Subscription {
    const subscription = this.#runningSubscription(id)
    if (subscription.cancel_at_period_end) {
      this.#end(subscription, 'canceled')
      return subscription
    }
    if (!['trialing', 'active', 'past_due'].includes(subscription.status)) {
      throw new StripeRefusal(400, `Nothing is due while a subscription is ${subscription.status}.`)
    }
    if (subscription.status === 'trialing') subscription.trial_end = this.now
    // Stripe starts the next period even if the payment fails.
    this.#startPeriod(subscription, this.now)
    if (isPaid) return this.#pay(subscription)
    subscription.status = 'past_due'
    this.#emit('invoice.payment_failed', this.#invoice(subscription, false))
    return this.#update(subscription)
  }

  /** A failed payment is paid later. */
  payDue(id: string): Subscription {
    return this.#pay(this.#overdue(id, ['past_due', 'unpaid']))
  }

  /** Stripe stops retrying the card and applies the status that is set in its dashboard. */
  giveUp(id: string, becomes: 'canceled' | 'unpaid'): Subscription {
    const subscription = this.#overdue(id, ['past_due'])
    if (becomes === 'canceled') {
      this.#end(subscription, 'canceled')
      return subscription
    }
    subscription.status = 'unpaid'
    return this.#update(subscription)
  }

  // ---- payments

  payment(id: string): PaymentIntent {
    const payment = this.account.payments[id]
    if (!payment) throw missing('payment_intent', id)
    return payment
  }

  charge(id: string): Charge {
    const charge = this.account.charges[id]
    if (!charge) throw missing('charge', id)
    return charge
  }

  refund(chargeId: string, amount?: number): Refund {
    const charge = this.charge(chargeId)
    const left = charge.amount - charge.amount_refunded
    const given = amount ?? left
    if (given <= 0 || given > left) {
      throw new StripeRefusal(400, `Charge ${chargeId} has already been refunded.`, 'charge_already_refunded')
    }
    const refund: Refund = {
      id: this.#id('re'),
      object: 'refund',
      created: this.now,
      charge: chargeId,
      payment_intent: charge.payment_intent,
      amount: given,
      status: 'succeeded',
    }
    this.account.refunds[refund.id] = refund
    this.#setRefunded(charge, charge.amount_refunded + given)
    this.#emit('refund.created', refund)
    this.#emit('charge.refunded', charge)
    return refund
  }

  /** The bank returns a refund, so that the charge is kept. */
  failRefund(id: string): Refund {
    const refund = this.account.refunds[id]
    if (!refund || refund.status === 'failed') throw missing('refund', id)
    const charge = this.charge(refund.charge)
    refund.status = 'failed'
    this.#setRefunded(charge, charge.amount_refunded - refund.amount)
    this.#emit('refund.failed', refund)
    return refund
  }

  openDispute(chargeId: string): Dispute {
    const charge = this.charge(chargeId)
    const dispute: Dispute = {
      id: this.#id('dp'),
      object: 'dispute',
      created: this.now,
      charge: chargeId,
      payment_intent: charge.payment_intent,
      amount: charge.amount,
      status: 'needs_response',
    }
    this.account.disputes[dispute.id] = dispute
    charge.disputed = true
    this.#emit('charge.dispute.created', dispute)
    return dispute
  }

  closeDispute(id: string, status: 'won' | 'lost'): Dispute {
    const dispute = this.account.disputes[id]
    if (!dispute) throw missing('dispute', id)
    dispute.status = status
    this.#emit('charge.dispute.closed', dispute)
    return dispute
  }

  // ---- the portal

  openPortal(customer: string, returnUrl: string): PortalSession {
    this.#livingCustomer(customer)
    const id = this.#id('bps')
    const portal: PortalSession = {
      id,
      object: 'billing_portal.session',
      created: this.now,
      customer,
      return_url: returnUrl,
      url: `${this.#options.url}/portal/${id}`,
    }
    this.account.portals[id] = portal
    return portal
  }

  // ---- private

  #subscribe(
    customer: string,
    price: Price,
    { trialEnd, metadata }: { trialEnd: number | null; metadata: Metadata },
  ): Subscription {
    const id = this.#id('sub')
    const subscription: Subscription = {
      id,
      object: 'subscription',
      created: this.now,
      customer,
      status: trialEnd ? 'trialing' : 'active',
      cancel_at: null,
      cancel_at_period_end: false,
      canceled_at: null,
      ended_at: null,
      trial_end: trialEnd,
      metadata,
      items: {
        object: 'list',
        has_more: false,
        url: `/v1/subscription_items?subscription=${id}`,
        data: [
          {
            id: this.#id('si'),
            object: 'subscription_item',
            price,
            quantity: 1,
            current_period_start: this.now,
            current_period_end: trialEnd ?? this.now,
          },
        ],
      },
    }
    if (!trialEnd) {
      this.#startPeriod(subscription, this.now)
      this.#take(customer, price.unit_amount, {}, false)
    }
    this.account.subscriptions[id] = subscription
    this.#emit('customer.subscription.created', subscription)
    this.#emit('invoice.paid', this.#invoice(subscription, true))
    return subscription
  }

  #pay(subscription: Subscription): Subscription {
    this.#take(subscription.customer, subscription.items.data[0].price.unit_amount, {}, false)
    subscription.status = 'active'
    this.#emit('invoice.paid', this.#invoice(subscription, true))
    return this.#update(subscription)
  }

  #overdue(id: string, statuses: SubscriptionStatus[]): Subscription {
    const subscription = this.#runningSubscription(id)
    if (statuses.includes(subscription.status)) return subscription
    throw new StripeRefusal(400, `Nothing is overdue while a subscription is ${subscription.status}.`)
  }

  #startPeriod(subscription: Subscription, start: number): void {
    const item = subscription.items.data[0]
    item.current_period_start = start
    item.current_period_end = start + secondsIn[item.price.recurring?.interval ?? 'month']
  }

  #update(subscription: Subscription, type = 'customer.subscription.updated'): Subscription {
    this.#emit(type, subscription)
    return subscription
  }

  #end(subscription: Subscription, status: SubscriptionStatus): void {
    subscription.status = status
    subscription.canceled_at = this.now
    subscription.ended_at = this.now
    this.#emit('customer.subscription.deleted', subscription)
  }

  #take(customer: string, amount: number, metadata: Metadata, later: boolean): PaymentIntent {
    const payment: PaymentIntent = {
      id: this.#id('pi'),
      object: 'payment_intent',
      created: this.now,
      customer,
      amount,
      currency: 'usd',
      status: 'processing',
      metadata,
      latest_charge: null,
    }
    this.account.payments[payment.id] = payment
    if (!later) this.#charge(payment)
    return payment
  }

  #charge(payment: PaymentIntent): void {
    const charge: Charge = {
      id: this.#id('ch'),
      object: 'charge',
      created: this.now,
      customer: payment.customer,
      payment_intent: payment.id,
      amount: payment.amount,
      amount_refunded: 0,
      refunded: false,
      disputed: false,
    }
    this.account.charges[charge.id] = charge
    payment.latest_charge = charge.id
    payment.status = 'succeeded'
    this.#emit('payment_intent.succeeded', payment)
    this.#emit('charge.succeeded', charge)
  }

  #setRefunded(charge: Charge, amount: number): void {
    charge.amount_refunded = amount
    charge.refunded = amount === charge.amount
  }

  #invoice({ customer, id }: Subscription, paid: boolean): object {
    return {
      id: this.#id('in'),
      object: 'invoice',
      created: this.now,
      customer,
      status: paid ? 'paid' : 'open',
      parent: { type: 'subscription_details', subscription_details: { subscription: id } },
    }
  }

  #close(session: CheckoutSession): void {
    session.status = 'expired'
    session.url = null
    this.#emit('checkout.session.expired', session)
  }

  #running(customer: string): Subscription[] {
    return Object.values(this.account.subscriptions).filter(
      (one) => one.customer === customer && !['canceled', 'incomplete_expired'].includes(one.status),
    )
  }

  #runningSubscription(id: string): Subscription {
    const subscription = this.subscription(id)
    if (!this.#running(subscription.customer).includes(subscription)) throw missing('subscription', id)
    return subscription
  }

  #livingCustomer(id: string): Customer {
    const customer = this.customer(id)
    if (customer.deleted) throw missing('customer', id)
    return customer
  }

  #id(prefix: string): string {
    return `${prefix}_${this.#options.newId?.() ?? randomBytes(12).toString('hex')}`
  }

  #emit(type: string, object: object): void {
    this.#options.onEvent({
      id: this.#id('evt'),
      object: 'event',
      api_version: '2026-10-28.endive',
      created: this.now,
      livemode: false,
      type,
      data: { object: structuredClone(object) },
    })
  }
}

function missing(what: string, id: string): StripeRefusal {
  return new StripeRefusal(404, `No such ${what}: '${id}'`, 'resource_missing', 'id')
}
