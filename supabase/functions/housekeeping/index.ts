import { createAdminClient, createRequireSecretKey, createRpc } from '../_shared/clients.ts'
import { readEnv, readStripeEnv } from '../_shared/env.ts'
import { serveJson } from '../_shared/http.ts'
import { createSendMail } from '../_shared/mail.ts'
import { cancelMembership } from '../_shared/membership.ts'
import { aboutError, createStripe, isOfStripe } from '../_shared/stripe.ts'
import { housekeeping } from './handler.ts'

const env = readEnv(Deno.env.toObject())
const admin = createAdminClient(env)

Deno.serve(
  serveJson(
    housekeeping({
      requireSecretKey: createRequireSecretKey(env.SUPABASE_SECRET_KEYS),
      rpc: createRpc(admin),
      sendMail: createSendMail(env),
      removeFile: async (bucket, path) => {
        const { error } = await admin.storage.from(bucket).remove([path])
        return error ? `${error.name} ${error.statusCode ?? ''}`.trim() : null
      },
      cancelMembership: async (customerId) => {
        // Read as late as this: whatever is wrong with it must not keep mail from being sent.
        const stripeEnv = readStripeEnv(Deno.env.toObject())
        if (!stripeEnv) return 'Stripe is not set up'
        return cancelMembership(createStripe(stripeEnv), customerId).then(
          () => null,
          (error) => {
            if (isOfStripe(error)) return aboutError(error)
            throw error
          },
        )
      },
      appOrigin: env.APP_ORIGIN,
    }),
    env.APP_ORIGIN,
  ),
)
