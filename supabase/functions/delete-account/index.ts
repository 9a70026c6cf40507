import { membershipOf } from '../_shared/membership.ts'
import { serve } from '../_shared/serve.ts'
import { connectStripe } from '../_shared/stripe.ts'
import { deleteAccount } from './handler.ts'

const variables = Deno.env.toObject()

Deno.serve(
  serve(
    (services) =>
      deleteAccount({
        ...services,
        // Stripe's variables are read only here, so that an error in them is answered like any other failure.
        membershipOf: async (userId) =>
          membershipOf(userId, { rpc: services.rpc, stripe: connectStripe(variables) }),
      }),
    variables,
  ),
)
