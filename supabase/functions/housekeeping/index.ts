import { cancelMembership } from '../_shared/membership.ts'
import { serve } from '../_shared/serve.ts'
import {
  connectStripe,
  describePaymentsProblem,
  describeStripeError,
  isStripeError,
  notSetUp,
} from '../_shared/stripe.ts'
import { housekeeping } from './handler.ts'

/** What Supabase's own runtime has; Deno alone does not. */
declare const EdgeRuntime: { waitUntil(work: Promise<unknown>): void } | undefined

const variables = Deno.env.toObject()

async function endMembership(customerId: string): Promise<string | null> {
  // Stripe's variables are read only here, because an error in them must not keep mail from being sent.
  const stripe = connectStripe(variables)
  if (!stripe) return notSetUp
  try {
    await cancelMembership(stripe, customerId)
    return null
  } catch (error) {
    if (isStripeError(error)) return describeStripeError(error)
    throw error
  }
}

const paymentsProblem = describePaymentsProblem(variables)
const answer = serve(
  (services) => housekeeping({ ...services, paymentsProblem, cancelMembership: endMembership }),
  variables,
)

Deno.serve((request) => {
  const work = answer(request)
  // The run goes on when the timer that called hangs up.
  if (typeof EdgeRuntime !== 'undefined') EdgeRuntime.waitUntil(work)
  return work
})
