import { createAdminClient, createRequireUser, createRpc } from '../_shared/clients.ts'
import { readEnv, readStripeEnv } from '../_shared/env.ts'
import { serveJson } from '../_shared/http.ts'
import { cancelMembershipOf } from '../_shared/membership.ts'
import { createStripe } from '../_shared/stripe.ts'
import { deleteAccount } from './handler.ts'

const env = readEnv(Deno.env.toObject())
const admin = createAdminClient(env)
const rpc = createRpc(admin)

Deno.serve(
  serveJson(
    deleteAccount({
      requireUser: createRequireUser(env),
      rpc,
      codeKey: env.CODE_HMAC_KEY,
      cancelMembership: async (userId) => {
        const stripeEnv = readStripeEnv(Deno.env.toObject())
        await cancelMembershipOf(userId, { rpc, stripe: stripeEnv && createStripe(stripeEnv) })
      },
      deleteUser: async (userId) => {
        const { error } = await admin.auth.admin.deleteUser(userId)
        return error ? `${error.name} ${error.status ?? ''}`.trim() : null
      },
      removeFiles: async (bucket, paths) => {
        const { error } = await admin.storage.from(bucket).remove(paths)
        return error ? `${error.name} ${error.statusCode ?? ''}`.trim() : null
      },
    }),
    env.APP_ORIGIN,
  ),
)
