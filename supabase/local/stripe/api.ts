import { createHash } from 'node:crypto'
import { json } from '../http-server.ts'
import { type Form, numberAt, parseForm, pathsOf, textAt, textsAt } from './form.ts'
import { type Ledger, StripeRefusal } from './ledger.ts'

type Route = (ledger: Ledger, id: string, form: Form) => unknown

/** The accepted parameters of each route: unknown ones are refused, as by Stripe. */
const accepts: Record<string, RegExp> = {
  'POST customers': /^(email|metadata\..+)$/,
  'POST customers/id': /^(email|metadata\..+)$/,
  'POST checkout/sessions':
    /^(customer|mode|client_reference_id|success_url|cancel_url|metadata\..+|line_items\.0\.(price|quantity)|payment_intent_data\.metadata\..+|invoice_creation\.enabled|subscription_data\.(trial_end|metadata\..+))$/,
  'POST subscriptions/id': /^(cancel_at_period_end|items\.0\.(id|price))$/,
  'POST refunds': /^(charge|payment_intent|amount)$/,
  'POST billing_portal/sessions': /^(customer|return_url)$/,
  'GET customers': /^(email|limit|starting_after)$/,
  'GET subscriptions': /^(customer|status|limit|starting_after)$/,
  'GET checkout/sessions': /^(customer|status|limit|starting_after)$/,
  'GET payment_intents': /^(customer|limit|starting_after|expand\.0)$/,
  'GET refunds': /^(charge|payment_intent|limit|starting_after)$/,
  'GET disputes': /^(payment_intent|charge|limit|starting_after)$/,
}

const routes: Record<string, Route> = {
  'POST customers': (ledger, _, form) =>
    ledger.createCustomer(textAt(form, 'email'), textsAt(form, 'metadata')),
  'GET customers': (ledger, _, form) =>
    page('customers', form, matching(Object.values(ledger.account.customers), form, ['email'])),
  'GET customers/id': (ledger, id) => ledger.customer(id),
  'POST customers/id': (ledger, id, form) => ledger.updateCustomer(id, textAt(form, 'email')),
  'DELETE customers/id': (ledger, id) => ledger.deleteCustomer(id),

  'GET prices/id': ({ account }, id) => known(account.prices[id], 'price', id),
  'GET products/id': ({ account }, id) => known(account.products[id], 'product', id),

  'POST checkout/sessions': openCheckout,
  'GET checkout/sessions': (ledger, _, form) => {
    // Reading a session closes it when it has expired.
    const sessions = Object.keys(ledger.account.sessions).map((id) => ledger.session(id))
    return page('checkout/sessions', form, matching(sessions, form, ['customer', 'status']))
  },
  'GET checkout/sessions/id': (ledger, id) => ledger.session(id),
  'POST checkout/sessions/id/expire': (ledger, id) => ledger.expireCheckout(id),

  'GET subscriptions': (ledger, _, form) => {
    const wanted = textAt(form, 'status')
    const all = matching(Object.values(ledger.account.subscriptions), form, ['customer'])
    const fitting = all.filter(({ status }) =>
      wanted === null ? status !== 'canceled' : wanted === 'all' || status === wanted,
    )
    return page('subscriptions', form, fitting)
  },
  'GET subscriptions/id': (ledger, id) => ledger.subscription(id),
  'POST subscriptions/id': (ledger, id, form) => {
    const price = textAt(form, 'items.0.price')
    if (price) ledger.switchPrice(id, price)
    const ends = textAt(form, 'cancel_at_period_end')
    if (ends) ledger.setCancelAtPeriodEnd(id, ends === 'true')
    return ledger.subscription(id)
  },
  'DELETE subscriptions/id': (ledger, id) => ledger.cancel(id),

  'GET payment_intents': (ledger, _, form) => {
    const found = matching(Object.values(ledger.account.payments), form, ['customer'])
    const expands = textAt(form, 'expand.0') === 'data.latest_charge'
    const shown = found.map((payment) => ({
      ...payment,
      latest_charge:
        expands && payment.latest_charge ? ledger.charge(payment.latest_charge) : payment.latest_charge,
    }))
    return page('payment_intents', form, shown)
  },
  'GET payment_intents/id': (ledger, id) => ledger.payment(id),
  'GET charges/id': (ledger, id) => ledger.charge(id),
  'GET disputes': ({ account }, _, form) =>
    page('disputes', form, matching(Object.values(account.disputes), form, ['payment_intent', 'charge'])),
  'GET refunds': ({ account }, _, form) =>
    page('refunds', form, matching(Object.values(account.refunds), form, ['payment_intent', 'charge'])),
  'POST refunds': (ledger, _, form) => {
    const payment = textAt(form, 'payment_intent')
    const charge = textAt(form, 'charge') ?? (payment && ledger.payment(payment).latest_charge)
    return ledger.refund(charge ?? '', numberAt(form, 'amount') ?? undefined)
  },

  'POST billing_portal/sessions': (ledger, _, form) =>
    ledger.openPortal(textAt(form, 'customer') ?? '', textAt(form, 'return_url') ?? ''),
}

/**
 * Stripe's API, as far as Heartwood uses it: form-encoded requests, JSON answers, idempotency keys, Stripe's own errors.
 * @param secretKey the only accepted key
 * @returns answers requests below /v1
 */
export function createApi(ledger: Ledger, secretKey: string): (request: Request) => Promise<Response> {
  const answered = new Map<string, { sent: string; answer: unknown }>()
  return async (request) => {
    try {
      if (request.headers.get('authorization') !== `Bearer ${secretKey}`) {
        throw new StripeRefusal(401, 'Invalid API Key provided.')
      }
      const url = new URL(request.url)
      const body = await request.text()
      const sent = createHash('sha256').update(`${url.pathname}\n${body}`).digest('hex')
      const key = request.method === 'POST' ? request.headers.get('idempotency-key') : null
      const earlier = key ? answered.get(key) : undefined
      if (earlier && earlier.sent !== sent) {
        throw new StripeRefusal(
          400,
          'Keys for idempotent requests can only be used with the same parameters.',
        )
      }
      if (earlier) return json(earlier.answer)
      const { route, id } = routeOf(request.method, url.pathname.slice('/v1/'.length))
      const form = parseForm(request.method === 'GET' ? url.searchParams : new URLSearchParams(body))
      refuseUnknown(route, form)
      const customer = textAt(form, 'customer')
      if (customer) ledger.customer(customer)
      const answer = structuredClone(routes[route]?.(ledger, id, form))
      if (key) answered.set(key, { sent, answer })
      return json(answer)
    } catch (error) {
      if (!(error instanceof StripeRefusal)) throw error
      const { status, message, code, param } = error
      return json({ error: { type: 'invalid_request_error', message, code, param } }, status)
    }
  }
}

function routeOf(method: string, path: string): { route: string; id: string } {
  const direct = `${method} ${path}`
  if (routes[direct]) return { route: direct, id: '' }
  const [, collection = '', id = '', action = ''] =
    /^(checkout\/sessions|[a-z_]+)\/([\w-]+)(\/[a-z]+)?$/.exec(path) ?? []
  const route = `${method} ${collection}/id${action}`
  if (!routes[route]) throw new StripeRefusal(404, `Unrecognized request URL (${method}: /v1/${path}).`)
  return { route, id }
}

function refuseUnknown(route: string, form: Form): void {
  const unknown = pathsOf(form).find((path) => !accepts[route]?.test(path))
  if (unknown) {
    throw new StripeRefusal(400, `Received unknown parameter: ${unknown}`, 'parameter_unknown', unknown)
  }
}

function openCheckout(ledger: Ledger, _: string, form: Form): unknown {
  const mode = textAt(form, 'mode')
  if (mode !== 'payment' && mode !== 'subscription') throw new StripeRefusal(400, 'Invalid mode.')
  const [success_url, cancel_url] = [textAt(form, 'success_url') ?? '', textAt(form, 'cancel_url') ?? '']
  if (!URL.canParse(success_url) || !URL.canParse(cancel_url)) {
    throw new StripeRefusal(400, 'Not a valid URL', 'url_invalid')
  }
  return ledger.openCheckout(
    {
      customer: textAt(form, 'customer') ?? '',
      mode,
      success_url,
      cancel_url,
      client_reference_id: textAt(form, 'client_reference_id'),
      metadata: textsAt(form, 'metadata'),
    },
    {
      price: textAt(form, 'line_items.0.price') ?? '',
      trialEnd: numberAt(form, 'subscription_data.trial_end'),
      metadata: textsAt(form, `${mode === 'payment' ? 'payment_intent' : 'subscription'}_data.metadata`),
    },
  )
}

function known<T>(found: T | undefined, what: string, id: string): T {
  if (found === undefined) throw new StripeRefusal(404, `No such ${what}: '${id}'`, 'resource_missing', 'id')
  return found
}

/** The objects whose fields equal those in the form, as far as the form has them. */
function matching<T extends object>(all: T[], form: Form, fields: (keyof T & string)[]): T[] {
  return all.filter((one) =>
    fields.every((field) => textAt(form, field) === null || one[field] === textAt(form, field)),
  )
}

/** One page of a list, newest first. */
function page<T extends { id: string }>(path: string, form: Form, oldestFirst: T[]): unknown {
  const all = [...oldestFirst].reverse()
  const after = textAt(form, 'starting_after')
  const start = after === null ? 0 : all.findIndex(({ id }) => id === after) + 1
  const data = all.slice(start, start + (numberAt(form, 'limit') ?? 10))
  return { object: 'list', url: `/v1/${path}`, has_more: start + data.length < all.length, data }
}
