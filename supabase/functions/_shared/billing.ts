import type Stripe from 'stripe'
import { z } from 'zod'
import type { Rpc, User } from './clients.ts'
import { HttpError } from './http.ts'
import { aboutError, isOfStripe, stripeUnavailable } from './stripe.ts'

export interface BillingDeps {
  requireUser(request: Request): Promise<User>
  rpc: Rpc
  /** Null: not set up here. */
  stripe: Stripe | null
  appOrigin: string
}

const contextSchema = z.array(
  z.object({
    billing_enabled: z.boolean(),
    email: z.string(),
    is_deceased: z.boolean(),
    stripe_customer_id: z.string().nullable(),
    free_trial_end: z.string().nullable(),
  }),
)

/** What the billing functions know of a person. */
export type BillingContext = z.infer<typeof contextSchema>[number]

/**
 * Finds out about the caller.
 * @param name the database function to ask
 * @throws HttpError 401 `unauthorized` for an account without profile, 409 `billing_off`
 */
export async function readContext(
  rpc: Rpc,
  name: 'billing_context' | 'begin_checkout',
  { id }: User,
): Promise<BillingContext> {
  const [context] = await rpc(name, { p_user_id: id }, contextSchema)
  if (!context) throw new HttpError(401, 'unauthorized', 'There is no such person.')
  if (!context.billing_enabled) throw new HttpError(409, 'billing_off', 'Membership costs nothing here.')
  return context
}

/**
 * Does what needs Stripe.
 * @param path the function, for the log
 * @throws HttpError 502 `stripe_unavailable` for whatever goes wrong at Stripe; any other error as it is
 */
export async function atStripe<T>(
  path: string,
  stripe: Stripe | null,
  work: (stripe: Stripe) => Promise<T>,
): Promise<T> {
  if (!stripe) throw stripeUnavailable(path, 'not set up')
  try {
    return await work(stripe)
  } catch (error) {
    throw isOfStripe(error) ? stripeUnavailable(path, aboutError(error)) : error
  }
}

/**
 * The caller's customer at Stripe: made once, however many calls overlap, and told the person's present address.
 * @returns its id
 * @throws what Stripe or the database answered instead
 */
export async function customerOf(
  { id: userId }: User,
  { stripe_customer_id: stored, email }: BillingContext,
  { rpc, stripe }: { rpc: Rpc; stripe: Stripe },
): Promise<string> {
  if (stored) {
    const customer = await stripe.customers.retrieve(stored)
    if (!customer.deleted) {
      if (customer.email !== email) await stripe.customers.update(stored, { email })
      return stored
    }
  }
  const made = await stripe.customers.create(
    { email, metadata: { user_id: userId } },
    { idempotencyKey: ['customer', userId, stored ?? 'first', email].join(' ') },
  )
  return rpc(
    'save_stripe_customer',
    { p_user_id: userId, p_customer_id: made.id, p_instead_of: stored },
    z.string(),
  )
}

/** Opens the portal: cards, invoices, another plan, cancelling. Returns its address. */
export async function portalUrl(stripe: Stripe, customer: string, appOrigin: string): Promise<string> {
  const { url } = await stripe.billingPortal.sessions.create({ customer, return_url: `${appOrigin}/billing` })
  return url
}
