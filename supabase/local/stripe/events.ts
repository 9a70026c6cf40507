import Stripe from 'stripe'
import type { StripeEvent } from './objects.ts'

/** The wait after each failed attempt; after the last one the event is dropped. */
const waits = [1, 5, 15, 60, 300].map((seconds) => seconds * 1000)

interface EventsOptions {
  webhookUrl: string
  webhookSecret: string
  /** Called when an event was accepted or dropped. */
  onDone(event: StripeEvent): void
}

/** Sends events as Stripe does: signed at every attempt, repeated until accepted, in no certain order. */
export class Events {
  readonly #options: EventsOptions
  readonly #timers = new Set<NodeJS.Timeout>()
  readonly #underway = new Set<Promise<void>>()
  #held: StripeEvent[] | null = null
  #isStopped = false

  constructor(options: EventsOptions) {
    this.#options = options
  }

  /** Sends an event, now or when events are no longer held back. */
  send(event: StripeEvent): void {
    if (this.#held) this.#held.push(event)
    else this.#start(event, 0)
  }

  /** Holds events back from now on, or sends those that were held back, as real events may be late. */
  hold(isHeld: boolean): void {
    const waiting = this.#held ?? []
    this.#held = isHeld ? waiting : null
    if (!isHeld) for (const event of waiting) this.send(event)
  }

  /** Resolves when all events underway have arrived or failed. */
  async settle(): Promise<void> {
    while (this.#underway.size > 0) await Promise.all(this.#underway)
  }

  stop(): void {
    this.#isStopped = true
    for (const timer of this.#timers) clearTimeout(timer)
  }

  #start(event: StripeEvent, attempt: number): void {
    const sending = this.#attempt(event, attempt).finally(() => this.#underway.delete(sending))
    this.#underway.add(sending)
  }

  async #attempt(event: StripeEvent, attempt: number): Promise<void> {
    const isTaken = await this.#post(event)
    const wait = waits[attempt]
    if (isTaken || wait === undefined) return this.#options.onDone(event)
    if (this.#isStopped) return
    const timer = setTimeout(() => {
      this.#timers.delete(timer)
      this.#start(event, attempt + 1)
    }, wait)
    this.#timers.add(timer)
  }

  async #post(event: StripeEvent): Promise<boolean> {
    const { webhookUrl, webhookSecret } = this.#options
    const payload = JSON.stringify(event)
    try {
      const response = await fetch(webhookUrl, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          'stripe-signature': await sign(payload, webhookSecret),
        },
        body: payload,
      })
      await response.arrayBuffer()
      return response.ok
    } catch {
      return false
    }
  }
}

/**
 * Signs a payload as Stripe signs its events.
 * @param timestamp in seconds; by default now
 * @returns the header `stripe-signature`
 */
export function sign(payload: string, secret: string, timestamp?: number): Promise<string> {
  const cryptoProvider = Stripe.createSubtleCryptoProvider()
  return Stripe.webhooks.generateTestHeaderStringAsync({
    payload,
    secret,
    cryptoProvider,
    ...(timestamp === undefined ? {} : { timestamp }),
  })
}
