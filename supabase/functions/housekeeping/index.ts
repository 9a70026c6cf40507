import { createAdminClient, createRequireSecretKey, createRpc } from '../_shared/clients.ts'
import { readEnv } from '../_shared/env.ts'
import { serveJson } from '../_shared/http.ts'
import { createSendMail } from '../_shared/mail.ts'
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
      appOrigin: env.APP_ORIGIN,
    }),
    env.APP_ORIGIN,
  ),
)
