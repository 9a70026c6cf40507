import Stripe from 'stripe'
import { readStripeEnv, type StripeEnv } from './env.ts'
import { HttpError } from './http.ts'
import { logFailure } from './log.ts'

/**
 * The client of Stripe's API. A request that got no answer is retried twice under the same idempotency key.
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

/**
 * The client that the environment describes.
 * @returns null for an installation without Stripe
 * @throws Error for an incomplete environment, see readStripeEnv
 */
export function connectStripe(variables: Record<string, string>): Stripe | null {
  const env = readStripeEnv(variables)
  return env && createStripe(env)
}

/** What an operator reads where an installation has no key of Stripe. */
export const notSetUp = 'Stripe is not set up'

/**
 * Why no payment can be taken, for the operator: Stripe's variables are missing or wrong. The values are not named.
 * @returns null when payments can be taken
 */
export function describePaymentsProblem(variables: Record<string, string>): string | null {
  try {
    return connectStripe(variables) ? null : notSetUp
  } catch (error) {
    return error instanceof Error ? error.message : notSetUp
  }
}

/** Whether an error comes from Stripe or its client. */
export function isStripeError(error: unknown): error is Stripe.errors.StripeError {
  return error instanceof Stripe.errors.StripeError
}

/** Whether Stripe answered that the requested object does not exist, or no longer exists. */
export function isMissing(error: unknown): boolean {
  return isStripeError(error) && error.code === 'resource_missing'
}

/** Describes an error of Stripe without its message, which may quote a person's data. */
export function describeStripeError({
  type,
  code,
  statusCode,
  requestId,
}: Stripe.errors.StripeError): string {
  return [type, code, statusCode, requestId].filter(Boolean).join(' ')
}

/**
 * Runs work that needs Stripe.
 * @param path the function, for the log
 * @param stripe null: not set up here
 * @throws HttpError 503 `payments_not_set_up` without Stripe, 502 `stripe_unavailable` for every error of Stripe; any
 *   other error unchanged
 */
export async function withStripe<T>(
  path: string,
  stripe: Stripe | null,
  work: (stripe: Stripe) => Promise<T>,
): Promise<T> {
  if (!stripe) {
    logFailure(path, { error: 'billing is on, and Stripe is not set up' })
    throw new HttpError('payments_not_set_up', 'Payments are not set up here.')
  }
  try {
    return await work(stripe)
  } catch (error) {
    throw isStripeError(error) ? unavailable(path, describeStripeError(error)) : error
  }
}

function unavailable(path: string, error: string): HttpError {
  logFailure(path, { error })
  return new HttpError('stripe_unavailable', 'The payment provider cannot be used right now.')
}
