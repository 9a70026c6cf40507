import { createAdminClient, createRequireUser, createRpc } from '../_shared/clients.ts'
import { readEnv } from '../_shared/env.ts'
import { serveJson } from '../_shared/http.ts'
import { updateEmail } from './handler.ts'

const env = readEnv(Deno.env.toObject())
const admin = createAdminClient(env)

const nameOf = (error: { name: string; status?: number | undefined } | null) =>
  error ? `${error.name} ${error.status ?? ''}`.trim() : null

Deno.serve(
  serveJson(
    updateEmail({
      requireUser: createRequireUser(env),
      rpc: createRpc(admin),
      changeEmail: async (userId, email) => {
        const { error } = await admin.auth.admin.updateUserById(userId, { email, email_confirm: true })
        return nameOf(error)
      },
      endOtherSessions: async (token) => nameOf((await admin.auth.admin.signOut(token, 'others')).error),
    }),
    env.APP_ORIGIN,
  ),
)
