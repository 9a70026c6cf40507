// The database ends in the state that Stripe has, for any history of a membership and any order, number and delay of its
// events. Random histories go through the real webhook into the real database.
import { AsyncLocalStorage } from 'node:async_hooks'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { PgliteConnection } from '@supabase/lite/pglite'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { DatabaseError, type Rpc } from '../../supabase/functions/_shared/database.ts'
import { isRunning } from '../../supabase/functions/_shared/membership.ts'
import { createStripe } from '../../supabase/functions/_shared/stripe.ts'
import { stripeWebhook } from '../../supabase/functions/stripe-webhook/handler.ts'
import { createDataDir } from '../../supabase/local/database/data-dir.ts'
import { readMigrations } from '../../supabase/local/database/migrations.ts'
import { openDatabase } from '../../supabase/local/database/open.ts'
import { createApi } from '../../supabase/local/stripe/api.ts'
import { sign } from '../../supabase/local/stripe/events.ts'
import { emptyAccount, Ledger, priceIds, StripeRefusal } from '../../supabase/local/stripe/ledger.ts'
import type { StripeEvent, Subscription } from '../../supabase/local/stripe/objects.ts'

const runs = Number(process.env.PAYMENT_HISTORIES ?? 100)
const [secretKey, webhookSecret] = ['sk_test_histories', 'whsec_histories']
const day = 24 * 3600

let folder: string
let connection: PgliteConnection
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'heartwood-histories-'))
  await createDataDir(join(folder, 'postgres'), await readMigrations())
  connection = await openDatabase(join(folder, 'postgres'))
  vi.spyOn(console, 'error').mockImplementation(() => {})
})
afterAll(async () => {
  vi.restoreAllMocks()
  await connection.close()
  await rm(folder, { recursive: true })
})

const query = async (text: string, params: unknown[] = []) =>
  (await connection.driver.query<Record<string, unknown>>(text, params)).rows

/** Calls the functions of the database as the service role. */
const rpc: Rpc = async (name, args, answer) => {
  const list = Object.keys(args).map((key, n) => `${key} => $${n + 1}`)
  const [row] = await query(`select public.${name}(${list.join(', ')}) as value`, Object.values(args))
  return answer.parse(row?.value ?? null)
}

type Choice = [isConsequence: boolean, number: number]
type Step = (ledger: Ledger, customer: string, trialEnd: number) => void

/** What people and time may do; a step throws StripeRefusal when it is not possible in the current state. */
const steps: Record<string, Step> = {
  'subscribes to monthly': (ledger, customer, trialEnd) => buy(ledger, customer, 'monthly', trialEnd),
  'subscribes to annual': (ledger, customer, trialEnd) => buy(ledger, customer, 'annual', trialEnd),
  'buys a lifetime': (ledger, customer) => buy(ledger, customer, 'lifetime'),
  'buys a lifetime by a slow bank': (ledger, customer) => buy(ledger, customer, 'lifetime', 0, true),
  renews: (ledger) => ledger.renew(last(ledger.account.subscriptions), true),
  'fails to renew': (ledger) => ledger.renew(last(ledger.account.subscriptions), false),
  cancels: (ledger) => ledger.cancel(last(ledger.account.subscriptions)),
  'cancels the first': (ledger) => ledger.cancel(Object.keys(ledger.account.subscriptions)[0] ?? ''),
  'cancels at the end': (ledger) => ledger.setCancelAtPeriodEnd(last(ledger.account.subscriptions), true),
  'switches to annual': (ledger) => ledger.switchPrice(last(ledger.account.subscriptions), priceIds.annual),
  'switches to monthly': (ledger) => ledger.switchPrice(last(ledger.account.subscriptions), priceIds.monthly),
  pauses: (ledger) => ledger.pause(last(ledger.account.subscriptions)),
  'is refunded': (ledger) => ledger.refund(last(ledger.account.charges)),
  'is refunded in part': (ledger) => ledger.refund(last(ledger.account.charges), 500),
  disputes: (ledger) => ledger.openDispute(last(ledger.account.charges)),
}

/** What may follow from an earlier step. */
const consequences: Record<string, Step> = {
  'the slow bank pays': (ledger) => ledger.settlePayment(last(ledger.account.payments), true),
  'the slow bank does not': (ledger) => ledger.settlePayment(last(ledger.account.payments), false),
  'pays what is due': (ledger) => ledger.payDue(last(ledger.account.subscriptions)),
  'is given up': (ledger) => ledger.giveUp(last(ledger.account.subscriptions), 'canceled'),
  'is left unpaid': (ledger) => ledger.giveUp(last(ledger.account.subscriptions), 'unpaid'),
  'does not cancel after all': (ledger) => {
    const { id, cancel_at_period_end } = ledger.subscription(last(ledger.account.subscriptions))
    if (!cancel_at_period_end) throw new StripeRefusal(400, 'it was not to be')
    ledger.setCancelAtPeriodEnd(id, false)
  },
  resumes: (ledger) => ledger.resume(last(ledger.account.subscriptions)),
  'the refund fails': (ledger) => ledger.failRefund(last(ledger.account.refunds)),
  'wins the dispute': (ledger) => ledger.closeDispute(last(ledger.account.disputes), 'won'),
  'loses the dispute': (ledger) => ledger.closeDispute(last(ledger.account.disputes), 'lost'),
}

/** Steps that would otherwise be rare stand several times in the list. */
const weights: Record<string, number> = { renews: 3, 'fails to renew': 5 }

/** Takes the first possible step, in an order that depends on the number. Returns its name. */
function oneStep([isConsequence, number]: Choice, attempt: (step: Step) => void): string | null {
  const shuffled = (list: Record<string, Step>) => {
    const key = (place: number) => ((place + 1) * (number + 1)) % 997
    const weighted = Object.entries(list).flatMap((entry) => Array(weights[entry[0]] ?? 1).fill(entry))
    const places = weighted.map((entry: [string, Step], place) => ({ entry, key: key(place) }))
    return places.sort((a, b) => a.key - b.key).map(({ entry }) => entry)
  }
  for (const [name, step] of [...(isConsequence ? shuffled(consequences) : []), ...shuffled(steps)]) {
    try {
      attempt(step)
      return name
    } catch (error) {
      if (!(error instanceof StripeRefusal)) throw error
    }
  }
  return null
}

const last = (all: Record<string, unknown>) => Object.keys(all).at(-1) ?? ''

function buy(
  ledger: Ledger,
  customer: string,
  offer: keyof typeof priceIds,
  trialEnd = 0,
  later = false,
): void {
  const address = 'https://app.example'
  const metadata = { plan: offer }
  const session = ledger.openCheckout(
    {
      customer,
      mode: offer === 'lifetime' ? 'payment' : 'subscription',
      success_url: address,
      cancel_url: address,
      client_reference_id: null,
      metadata,
    },
    { price: priceIds[offer], trialEnd: trialEnd > ledger.now + 2 * day ? trialEnd : null, metadata },
  )
  ledger.payCheckout(session.id, later)
}

/** The state that the database should have, derived from the account at Stripe alone. */
function stateAtStripe({ account }: Ledger, freeTrialEnd: Date): Record<string, unknown> {
  const sales = Object.values(account.payments).filter(
    ({ metadata, status }) => metadata.plan === 'lifetime' && status === 'succeeded',
  )
  const isKept = (chargeId: string | null) =>
    !account.charges[chargeId ?? '']?.refunded &&
    !Object.values(account.disputes).some(({ charge, status }) => charge === chargeId && status === 'lost')
  if (sales.some(({ latest_charge }) => isKept(latest_charge))) {
    return state({ lifetime: true, plan: 'lifetime', status: 'active' })
  }
  const words = ['active', 'trialing', 'past_due', 'unpaid', 'paused', 'incomplete', 'canceled']
  const [best] = Object.values(account.subscriptions).sort(
    (a, b) => words.indexOf(a.status) - words.indexOf(b.status) || b.created - a.created,
  )
  if (best && words.indexOf(best.status) <= words.indexOf('past_due')) return stateOf(best)
  if (freeTrialEnd > new Date() || (!best && sales.length === 0)) {
    return state({ status: 'trialing', trial_end: freeTrialEnd.toISOString() })
  }
  return best ? stateOf(best) : state({ status: 'canceled' })
}

function stateOf({ status, items, trial_end, cancel_at_period_end }: Subscription) {
  const [{ price, current_period_start, current_period_end }] = items.data
  const time = (seconds: number) => new Date(seconds * 1000).toISOString()
  return state({
    status,
    plan: price.recurring?.interval === 'year' ? 'annual' : 'monthly',
    current_period_end: time(status === 'past_due' ? current_period_start : current_period_end),
    trial_end: trial_end === null ? null : time(trial_end),
    cancel_at_period_end,
  })
}

function state(known: Record<string, unknown>) {
  return {
    plan: null,
    current_period_end: null,
    trial_end: null,
    cancel_at_period_end: false,
    lifetime: false,
    ...known,
  }
}

async function stateInDatabase(userId: string): Promise<Record<string, unknown> | undefined> {
  const [row] = await query(
    `select plan, status, lifetime, cancel_at_period_end, current_period_end, trial_end
       from public.subscriptions where user_id = $1`,
    [userId],
  )
  const time = (value: unknown) => (value === null ? null : new Date(String(value)).toISOString())
  return row && { ...row, current_period_end: time(row.current_period_end), trial_end: time(row.trial_end) }
}

/** A person with a customer at Stripe and this end of the free trial. */
async function newcomer(customer: string, freeTrialEnd: Date): Promise<string> {
  const id = crypto.randomUUID()
  const email = `${id}@example.com`
  await query(
    `insert into auth.users (id, aud, role, email, email_confirmed_at) values ($1, 'authenticated', 'authenticated', $2, now())`,
    [id, email],
  )
  await query('update private.used_trials set trial_end = $2 where email_hash = private.trial_hash($1)', [
    email,
    freeTrialEnd.toISOString(),
  ])
  await query('update public.subscriptions set trial_end = $2 where user_id = $1', [
    id,
    freeTrialEnd.toISOString(),
  ])
  await query('select public.save_stripe_customer($1, $2)', [id, customer])
  return id
}

const history = fc.record({
  /** The steps; see oneStep. */
  steps: fc.array(fc.tuple(fc.boolean(), fc.noBias(fc.nat(995))), { minLength: 1, maxLength: 6 }),
  /** How often each event is sent; the list repeats. */
  copies: fc.array(fc.constantFrom(1, 1, 1, 2, 3), { minLength: 1, maxLength: 5 }),
  /** How many turns pass before each step, and between reading a state and writing it. */
  pauses: fc.array(fc.constantFrom(1, 12, 30), { minLength: 1, maxLength: 5 }),
  waits: fc.array(fc.constantFrom(1, 1, 5, 20), { minLength: 1, maxLength: 5 }),
  /** The outcome of each request of the webhook; after the end of the list all succeed. */
  troubles: fc.array(
    fc.oneof(
      { weight: 8, arbitrary: fc.constant('none' as const) },
      { weight: 1, arbitrary: fc.constant('lost on the way' as const) },
      { weight: 1, arbitrary: fc.constant('answer lost' as const) },
    ),
    { maxLength: 12 },
  ),
  isInTrial: fc.boolean(),
  /** Whether the customer is deleted at Stripe at the end. */
  isDeleted: fc.boolean(),
})

/** The nth number of a list that repeats. */
const nth = (list: number[], n: number) => list[n % list.length] ?? 1

/** The deliveries that have started, and at how many places each waits for its turn. */
const underway = new Set<{ waits: number }>()
const current = new AsyncLocalStorage<{ waits: number }>()

/** A turn ends when the delivery that took it waits again, so that working deliveries do not always come last. */
async function turn(take: () => Promise<void>): Promise<void> {
  await take()
  while ([...underway].some(({ waits }) => waits === 0)) await new Promise(setImmediate)
}

let run = 0
let seen: Record<string, number> = {}

it(`the database ends in the state at Stripe for ${runs} histories with events in any order, number and delay`, async () => {
  seen = {}
  const property = fc.asyncProperty(
    history,
    fc.scheduler({ act: turn }),
    async ({ isInTrial, ...told }, scheduler) => {
      run += 1
      const prefix = `${run}_`
      let ids = 0
      let seconds = Math.floor(Date.now() / 1000)
      const freeTrialEnd = new Date((seconds + (isInTrial ? 5 : -5) * day) * 1000)
      const deliveries: Promise<void>[] = []
      let hear: (event: StripeEvent) => void = () => {}
      const ledger = new Ledger(emptyAccount(), {
        url: 'https://stripe.example',
        onEvent: (event) => hear(event),
        now: () => seconds * 1000,
        newId: () => {
          ids += 1
          return `${prefix}${ids}`
        },
      })
      const customer = ledger.createCustomer('someone@example.com', {}).id
      const userId = await newcomer(customer, freeTrialEnd)

      /** Every request waits for the scheduler and may fail. */
      const troubles = [...told.troubles]
      const wait = async (turns: number, label: string) => {
        const delivery = current.getStore()
        if (delivery) delivery.waits += 1
        for (let turn = 0; turn < turns; turn += 1) await scheduler.schedule(Promise.resolve(), label)
        if (delivery) delivery.waits -= 1
      }
      let writes = 0
      const meet = async <T>(what: string, request: () => Promise<T>, trouble: () => T): Promise<T> => {
        if (what === 'apply_stripe_state') {
          await wait(nth(told.waits, writes), 'slow')
          writes += 1
        }
        await wait(1, what)
        const kind = troubles.shift() ?? 'none'
        if (kind === 'none') return request()
        if (kind === 'answer lost') await request()
        return trouble()
      }
      const api = createApi(ledger, secretKey)
      const stripe = createStripe(
        { STRIPE_SECRET_KEY: secretKey, STRIPE_API_BASE: 'https://stripe.example' },
        (input, init) =>
          meet(
            `${init?.method} ${input}`,
            () => api(new Request(input, init)),
            () => new Response('{}', { status: 500, headers: { 'stripe-should-retry': 'false' } }),
          ),
      )
      const webhook = stripeWebhook({
        stripe,
        webhookSecret,
        rpc: (name, args, answer) =>
          meet(
            name,
            () => rpc(name, args, answer),
            () => {
              throw new DatabaseError(name, '08006')
            },
          ),
      })
      /** Sends an event until it is accepted, as Stripe does. */
      const deliver = async (event: StripeEvent): Promise<void> => {
        await wait(1, `deliver ${event.type}`)
        const body = JSON.stringify(event)
        const headers = { 'stripe-signature': await sign(body, webhookSecret) }
        const request = new Request('https://functions.example/stripe-webhook', {
          method: 'POST',
          headers,
          body,
        })
        const isAccepted = await webhook(request).then(
          () => true,
          () => false,
        )
        if (!isAccepted) await deliver(event)
      }
      const begin = (event: StripeEvent) => {
        const delivery = { waits: 0 }
        underway.add(delivery)
        return current.run(delivery, deliver, event).finally(() => underway.delete(delivery))
      }
      hear = (event) => {
        const copies = nth(told.copies, deliveries.length)
        for (let copy = 0; copy < copies; copy += 1) deliveries.push(begin(event))
      }

      const story = (async () => {
        for (const [n, choice] of told.steps.entries()) {
          await wait(nth(told.pauses, n), 'step')
          seconds += 60
          const name = oneStep(choice, (step) =>
            step(ledger, customer, Math.floor(freeTrialEnd.getTime() / 1000)),
          )
          if (name) seen[name] = (seen[name] ?? 0) + 1
        }
        await wait(nth(told.pauses, told.steps.length), 'the end')
        if (told.isDeleted) ledger.deleteCustomer(customer)
        // The list grows by events that the webhook itself causes.
        for (let done = 0; done < deliveries.length; done += 1) await deliveries[done]
      })()
      await scheduler.waitFor(story)

      const expected = stateAtStripe(ledger, freeTrialEnd)
      expect(await stateInDatabase(userId)).toEqual(expected)
      const running = Object.values(ledger.account.subscriptions).filter(isRunning)
      if (expected.lifetime) expect(running).toEqual([])
    },
  )
  await fc.assert(property, { numRuns: runs, seed: 20_261_121 })
  // Every kind of step occurred.
  expect(Object.keys(seen).sort()).toEqual(Object.keys({ ...steps, ...consequences }).sort())
}, 600_000)
