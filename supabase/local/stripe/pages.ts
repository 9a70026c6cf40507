import { type Html, html, page } from '../html.ts'
import type { Ledger } from './ledger.ts'
import type { Charge, CheckoutSession, Dispute, PortalSession, Price, Subscription } from './objects.ts'

const nav = html`<strong>Test payments</strong> <span class="quiet">A stand-in for Stripe on this machine</span>`

/** A page that is marked as a stand-in, so that it is not taken for Stripe's. */
function testPage(title: string, body: Html, status = 200, formTarget = ''): Response {
  const warning = html`<p class="card problem"><strong>This is a test.</strong>
    No money moves, and no card is asked for.</p>`
  return page(`Test: ${title}`, nav, html`${warning}${body}`, status, formTarget)
}

const plain = (seconds: number) => new Date(seconds * 1000).toLocaleDateString('en-GB', { dateStyle: 'long' })
const money = (cents: number) => `$${(cents / 100).toFixed(cents % 100 === 0 ? 0 : 2)}`

function priceText({ unit_amount, recurring }: Price): string {
  return `${money(unit_amount)} ${recurring ? `per ${recurring.interval}` : 'once'}`
}

/** A form with only a button. */
function button(action: string, label: string, kind = ''): Html {
  return html`<form method="post" action="${action}"><button class="${kind}">${label}</button></form>`
}

/** @returns the checkout; `problem` says why paying failed */
export function checkoutPage(ledger: Ledger, session: CheckoutSession, problem = ''): Response {
  const purchase = ledger.account.purchases[session.id]
  const price = ledger.account.prices[purchase?.price ?? '']
  const back = html`<p><a href="${session.cancel_url}">Back to Heartwood</a></p>`
  if (session.status !== 'open' || !price) {
    return testPage('Checkout closed', html`<h1>This checkout is closed</h1>${back}`, 410)
  }
  const pay = `/checkout/${session.id}/pay`
  const later = session.mode === 'payment' && button(`${pay}?way=slow`, 'Pay by a bank that takes days')
  return testPage(
    'Checkout',
    html`<h1>Heartwood membership</h1>
      ${problem && html`<p class="card problem" role="alert">${problem}</p>`}
      <p class="card"><strong>${priceText(price)}</strong>${
        purchase?.trialEnd && html`<br>Free until ${plain(purchase.trialEnd)}, then ${priceText(price)}.`
      }</p>
      <div class="actions">
        ${button(pay, purchase?.trialEnd ? 'Subscribe with a test card' : 'Pay with a test card', 'main')}
        ${button(`${pay}?way=declined`, 'Pay with a card that is declined')}
        ${later}
      </div>
      ${back}`,
    200,
    new URL(session.success_url).origin,
  )
}

/** @returns the portal of a customer */
export function portalPage(ledger: Ledger, { id, customer, return_url }: PortalSession): Response {
  const at = `/portal/${id}`
  const mine = Object.values(ledger.account.subscriptions).filter((one) => one.customer === customer)
  const charges = Object.values(ledger.account.charges).filter((one) => one.customer === customer)
  return testPage(
    'Billing portal',
    html`<p><a href="${return_url}">Return to Heartwood</a></p>
      <h1>Your billing</h1>
      ${mine.length === 0 && html`<p class="card">There is no subscription.</p>`}
      ${mine.toReversed().map((one) => subscriptionCard(ledger, one, at))}
      <h2>Payments</h2>
      ${charges.length === 0 && html`<p class="card">Nothing was paid yet.</p>`}
      ${charges.toReversed().map((one) => html`<p class="card">${chargeText(one)}</p>`)}`,
  )
}

function subscriptionCard(ledger: Ledger, one: Subscription, at: string): Html {
  const item = one.items.data[0]
  const isOver = one.status === 'canceled' || one.status === 'incomplete_expired'
  const others = Object.values(ledger.account.prices).filter(
    ({ recurring, id }) => recurring && id !== item.price.id,
  )
  const to = (action: string) => `${at}/${action}?subscription=${one.id}`
  return html`<div class="card">
    <p>${subscriptionText(one)}</p>
    ${
      !isOver &&
      html`<div class="actions">
      ${(one.status === 'past_due' || one.status === 'unpaid') && button(to('pay'), 'Pay what is due with a test card', 'main')}
      ${one.cancel_at_period_end ? button(to('keep'), 'Don’t cancel') : button(to('cancel'), 'Cancel subscription', 'danger')}
      ${others.map((price) => button(`${to('switch')}&price=${price.id}`, `Switch to ${priceText(price)}`))}
    </div>`
    }
  </div>`
}

function subscriptionText({ status, cancel_at_period_end, trial_end, items }: Subscription): string {
  const { price, current_period_end } = items.data[0]
  const until = status === 'trialing' && trial_end ? trial_end : current_period_end
  return `${priceText(price)}: ${status}, ${cancel_at_period_end ? 'ends' : 'until'} ${plain(until)}`
}

function chargeText({ amount, amount_refunded, created, disputed }: Charge): string {
  const refund = amount_refunded > 0 ? `, ${money(amount_refunded)} refunded` : ''
  return `${money(amount)} on ${plain(created)}${refund}${disputed ? ', disputed' : ''}`
}

/** @returns all customers, with buttons for what time, banks and the merchant do */
export function overviewPage(ledger: Ledger, problem = ''): Response {
  const { customers, subscriptions, charges, disputes, payments } = ledger.account
  const cards = Object.values(customers)
    .toReversed()
    .map(({ id, email, deleted }) => {
      const of = <T extends { customer: string }>(all: Record<string, T>) =>
        Object.values(all)
          .filter(({ customer }) => customer === id)
          .toReversed()
      const slow = of(payments).filter(({ status }) => status === 'processing')
      return html`<section class="card">
        <h2 style="margin-top: 0">${deleted ? 'Deleted customer' : (email ?? 'No address')}</h2>
        ${of(subscriptions).map(subscriptionControls)}
        ${slow.map(
          (one) => html`<p>${money(one.amount)} is on its way.</p><div class="actions">
            ${button(`/test/payments/${one.id}/arrive`, 'It arrives')} ${button(`/test/payments/${one.id}/bounce`, 'It does not')}</div>`,
        )}
        ${of(charges).map((one) => chargeControls(one, Object.values(disputes)))}
      </section>`
    })
  return testPage(
    'Test payments',
    html`<h1>Customers</h1>
      ${problem && html`<p class="card problem" role="alert">${problem}</p>`}
      ${cards.length ? cards : html`<p class="card">No one has opened a checkout or the portal yet.</p>`}`,
    problem ? 400 : 200,
  )
}

function subscriptionControls(one: Subscription): Html {
  const to = (action: string) => `/test/subscriptions/${one.id}/${action}`
  const due = one.status === 'past_due'
  const runs = ['trialing', 'active', 'past_due'].includes(one.status)
  return html`<p>${subscriptionText(one)}</p><div class="actions">
    ${runs && button(to('renew'), one.status === 'trialing' ? 'Free days end, paid' : 'Next period, paid')}
    ${runs && button(to('fail'), one.status === 'trialing' ? 'Free days end, payment fails' : 'Next period, payment fails')}
    ${due && button(to('give-up'), 'Stripe gives up')}
    ${due && button(to('unpaid'), 'Stripe leaves it unpaid')}
  </div>`
}

function chargeControls(one: Charge, disputes: Dispute[]): Html {
  const open = disputes.find(({ charge, status }) => charge === one.id && status === 'needs_response')
  return html`<p>${chargeText(one)}</p><div class="actions">
    ${!one.refunded && button(`/test/charges/${one.id}/refund`, 'Refund in full')}
    ${!one.disputed && button(`/test/charges/${one.id}/dispute`, 'Dispute')}
    ${open && button(`/test/disputes/${open.id}/win`, 'Dispute won')}
    ${open && button(`/test/disputes/${open.id}/lose`, 'Dispute lost')}
  </div>`
}

/** @returns the page for an unknown address */
export function notFoundPage(): Response {
  return testPage('Not found', html`<h1>This page is not here</h1><p><a href="/">All customers</a></p>`, 404)
}
