import { serve } from '../_shared/serve.ts'
import { connectStripe } from '../_shared/stripe.ts'
import { billingPortal } from './handler.ts'

const variables = Deno.env.toObject()
const stripe = connectStripe(variables)

Deno.serve(serve((services) => billingPortal({ ...services, stripe }), variables))
