import { readFileSync, renameSync, writeFileSync } from 'node:fs'
import { type Handler, isFromOwnPage, json, readJson } from '../http-server.ts'
import { stripeKey, stripeWebhookSecret } from '../settings.ts'
import { createApi } from './api.ts'
import { Events } from './events.ts'
import { emptyAccount, Ledger, priceIds, StripeRefusal } from './ledger.ts'
import type { Account, PortalSession, StripeEvent } from './objects.ts'
import { checkoutPage, notFoundPage, overviewPage, portalPage } from './pages.ts'

export interface StripeStandIn {
  handle: Handler
  /** The environment variables for the functions. */
  env: Record<string, string>
  /** Sends the events again that were not accepted before the last stop. */
  resend(): void
  stop(): void
}

/** What time, banks and the merchant do, for the buttons of the overview and the tests. */
const happenings: Record<string, (ledger: Ledger, id: string) => void> = {
  'subscriptions/renew': (ledger, id) => ledger.renew(id, true),
  'subscriptions/fail': (ledger, id) => ledger.renew(id, false),
  'subscriptions/pay': (ledger, id) => ledger.payDue(id),
  'subscriptions/cancel': (ledger, id) => ledger.cancel(id),
  'subscriptions/give-up': (ledger, id) => ledger.giveUp(id, 'canceled'),
  'subscriptions/unpaid': (ledger, id) => ledger.giveUp(id, 'unpaid'),
  'subscriptions/pause': (ledger, id) => ledger.pause(id),
  'subscriptions/resume': (ledger, id) => ledger.resume(id),
  'charges/refund': (ledger, id) => ledger.refund(id),
  'charges/dispute': (ledger, id) => ledger.openDispute(id),
  'refunds/fail': (ledger, id) => ledger.failRefund(id),
  'disputes/win': (ledger, id) => ledger.closeDispute(id, 'won'),
  'disputes/lose': (ledger, id) => ledger.closeDispute(id, 'lost'),
  'payments/arrive': (ledger, id) => ledger.settlePayment(id, true),
  'payments/bounce': (ledger, id) => ledger.settlePayment(id, false),
}

/**
 * A stand-in for Stripe: its API, its checkout and portal pages, and its events. The account is stored in a file.
 * @param options url: where it is served · file: the account, created when missing · webhookUrl: receives the events
 */
export function createStripeStandIn(options: {
  url: string
  file: string
  webhookUrl: string
}): StripeStandIn {
  const { account, unsent } = read(options.file)
  const save = () => {
    writeFileSync(`${options.file}.new`, JSON.stringify({ account, unsent: [...unsent.values()] }))
    renameSync(`${options.file}.new`, options.file)
  }
  const events = new Events({
    webhookUrl: options.webhookUrl,
    webhookSecret: stripeWebhookSecret,
    onDone: ({ id }) => {
      unsent.delete(id)
      save()
    },
  })
  const ledger = new Ledger(account, {
    url: options.url,
    onEvent: (event) => {
      unsent.set(event.id, event)
      save()
      events.send(event)
    },
  })
  const api = createApi(ledger, stripeKey)
  let failures = 0

  const serveApi: Handler = async (request) => {
    if (failures > 0) {
      failures -= 1
      // Without this header Stripe's client would retry, and the tests would wait for it.
      return json({ error: { type: 'api_error', message: 'An unknown error occurred' } }, 500, {
        'stripe-should-retry': 'false',
      })
    }
    const answer = await api(request)
    save()
    return answer
  }

  /** For tests, with the secret key: makes the next requests fail or holds events back. Answers when all have arrived. */
  const control: Handler = async (request) => {
    const { fail, hold } = (await readJson(request)) ?? {}
    if (typeof fail === 'number') failures = fail
    if (typeof hold === 'boolean') events.hold(hold)
    await events.settle()
    return json({ ok: true })
  }

  return {
    handle: async (request) => {
      const { pathname } = new URL(request.url)
      if (pathname.startsWith('/v1/')) return serveApi(request)
      const isTest = request.headers.get('authorization') === `Bearer ${stripeKey}`
      if (!isTest && !isFromOwnPage(request)) return notFoundPage()
      if (isTest && pathname === '/test') return control(request)
      const answer = await visit(ledger, request)
      save()
      return answer
    },
    env: {
      STRIPE_SECRET_KEY: stripeKey,
      STRIPE_WEBHOOK_SECRET: stripeWebhookSecret,
      STRIPE_PRICE_MONTHLY: priceIds.monthly,
      STRIPE_PRICE_ANNUAL: priceIds.annual,
      STRIPE_PRICE_LIFETIME: priceIds.lifetime,
      STRIPE_API_BASE: options.url,
    },
    resend: () => {
      for (const event of unsent.values()) events.send(event)
    },
    stop: () => events.stop(),
  }
}

/** A person on a page. */
async function visit(ledger: Ledger, request: Request): Promise<Response> {
  const { pathname, searchParams } = new URL(request.url)
  const [, area = '', id = '', action = '', last = ''] = pathname.split('/')
  const isPost = request.method === 'POST'
  try {
    if (!isPost && pathname === '/') return overviewPage(ledger)
    if (area === 'checkout') {
      const session = ledger.session(id)
      if (!isPost) return checkoutPage(ledger, session)
      const way = searchParams.get('way')
      if (way === 'declined') return checkoutPage(ledger, session, 'Your card was declined.')
      ledger.payCheckout(id, way === 'slow')
      return goTo(session.success_url)
    }
    if (area === 'portal') {
      const portal = ledger.account.portals[id]
      if (!portal) return notFoundPage()
      if (!isPost) return portalPage(ledger, portal)
      changeInPortal(ledger, portal, action, searchParams)
      return goTo(`/portal/${id}`)
    }
    const happening = happenings[`${id}/${last}`]
    if (!isPost || area !== 'test' || !happening) return notFoundPage()
    happening(ledger, action)
    return goTo('/')
  } catch (error) {
    if (!(error instanceof StripeRefusal)) throw error
    return overviewPage(ledger, error.message)
  }
}

function changeInPortal(
  ledger: Ledger,
  { customer }: PortalSession,
  action: string,
  params: URLSearchParams,
): void {
  const subscription = ledger.subscription(params.get('subscription') ?? '')
  if (subscription.customer !== customer) throw new StripeRefusal(404, 'This subscription is someone else’s.')
  switch (action) {
    case 'cancel':
      ledger.setCancelAtPeriodEnd(subscription.id, true)
      break
    case 'keep':
      ledger.setCancelAtPeriodEnd(subscription.id, false)
      break
    case 'pay':
      ledger.payDue(subscription.id)
      break
    case 'switch':
      ledger.switchPrice(subscription.id, params.get('price') ?? '')
      break
    default:
      throw new StripeRefusal(404, 'There is no such button.')
  }
}

function goTo(location: string): Response {
  return new Response(null, { status: 303, headers: { location } })
}

function read(file: string): { account: Account; unsent: Map<string, StripeEvent> } {
  try {
    const kept: { account: Account; unsent: StripeEvent[] } = JSON.parse(readFileSync(file, 'utf8'))
    return { account: kept.account, unsent: new Map(kept.unsent.map((event) => [event.id, event])) }
  } catch {
    return { account: emptyAccount(), unsent: new Map() }
  }
}
