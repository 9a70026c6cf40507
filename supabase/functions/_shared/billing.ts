import type Stripe from 'stripe'
import { z } from 'zod'
import type { User } from './auth.ts'
import type { Rpc } from './database.ts'
import { HttpError } from './http.ts'
import type { Services } from './serve.ts'

export interface BillingDeps extends Pick<Services, 'requireUser' | 'rpc' | 'appOrigin'> {
  /** Null: not set up here. */
  stripe: Stripe | null
}

/** The result of the database functions billing_context and begin_checkout: one row, or none without a profile. */
const billingContextSchema = z.array(
  z.object({
    billing_enabled: z.boolean(),
    email: z.string(),
    is_deceased: z.boolean(),
    stripe_customer_id: z.string().nullable(),
    free_trial_end: z.string().nullable(),
  }),
)

/** What the database knows about a person who pays or wants to. */
type BillingContext = z.infer<typeof billingContextSchema>[number]

/** What a person without an account, or no longer with one, is answered. */
export const noSuchPerson = () => new HttpError('unauthorized', 'There is no such person.')

type ContextName = 'billing_context' | 'begin_checkout'

/**
 * Reads what the database knows about a person.
 * @param name the database function to ask
 * @returns undefined for an account without a profile, or that no longer exists
 */
export async function findContext(
  rpc: Rpc,
  name: ContextName,
  { id }: User,
): Promise<BillingContext | undefined> {
  return (await rpc(name, { p_user_id: id }, billingContextSchema))[0]
}

/**
 * Reads what the database knows about the caller.
 * @param name the database function to ask
 * @throws HttpError 401 `unauthorized` for an account without a profile, 409 `billing_off`, except for billing_context
 *   of a person who paid before
 */
export async function readContext(rpc: Rpc, name: ContextName, user: User): Promise<BillingContext> {
  const context = await findContext(rpc, name, user)
  if (!context) throw noSuchPerson()
  // A person who paid before can still look at their payments and end them.
  const hasPaid = name === 'billing_context' && context.stripe_customer_id !== null
  if (!context.billing_enabled && !hasPaid)
    throw new HttpError('billing_off', 'Membership costs nothing here.')
  return context
}

/**
 * Finds or creates the caller's customer at Stripe and gives it the person's current address. Overlapping calls create
 * one customer.
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
  const created = await stripe.customers.create(
    { email, metadata: { user_id: userId } },
    { idempotencyKey: ['customer', userId, stored ?? 'first', email].join(' ') },
  )
  return rpc(
    'save_stripe_customer',
    { p_user_id: userId, p_customer_id: created.id, p_instead_of: stored },
    z.string(),
  )
}

/** Opens Stripe's portal, where a person changes the card or the offer, sees invoices or cancels. Returns its address. */
export async function portalUrl(stripe: Stripe, customer: string, appOrigin: string): Promise<string> {
  // The page expects changes when it is opened with this: Stripe's events may arrive after the person.
  const return_url = `${appOrigin}/billing?portal=closed`
  const { url } = await stripe.billingPortal.sessions.create({ customer, return_url })
  return url
}
