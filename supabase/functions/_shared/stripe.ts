import Stripe from 'stripe'
import type { StripeEnv } from './env.ts'
import { HttpError } from './http.ts'

/**
 * The client of Stripe's API. It repeats a request that got no answer twice, under the same idempotency key.
 * @param fetchUrl how requests are sent
 */
export function createStripe(
  env: Pick<StripeEnv, 'STRIPE_SECRET_KEY' | 'STRIPE_API_BASE'>,
  fetchUrl: typeof fetch = fetch,
): Stripe {
  const { hostname, port, protocol } = new URL(env.STRIPE_API_BASE)
  const isSecure = protocol === 'https:'
  return new Stripe(env.STRIPE_SECRET_KEY, {
    httpClient: Stripe.createFetchHttpClient(fetchUrl),
    host: hostname,
    port: port || (isSecure ? 443 : 80),
    protocol: isSecure ? 'https' : 'http',
    maxNetworkRetries: 2,
    timeout: 10_000,
    telemetry: false,
  })
}

/** Whether an error is one of Stripe or its client. */
export function isOfStripe(error: unknown): error is Stripe.errors.StripeError {
  return error instanceof Stripe.errors.StripeError
}

/** What can be told of an error of Stripe without its message, which may quote a person's data. */
export function aboutError({ type, code, statusCode, requestId }: Stripe.errors.StripeError): string {
  return [type, code, statusCode, requestId].filter(Boolean).join(' ')
}

/**
 * Logs why Stripe could not be used.
 * @param path the function
 * @returns the refusal for the caller: 502 `stripe_unavailable`
 */
export function stripeUnavailable(path: string, why: string): HttpError {
  console.error(JSON.stringify({ path, error: why }))
  return new HttpError(502, 'stripe_unavailable', 'The payment provider cannot be used right now.')
}

/** Whether Stripe says that it does not have (or no longer has) what was asked for. */
export function isMissing(error: unknown): boolean {
  return isOfStripe(error) && error.code === 'resource_missing'
}
