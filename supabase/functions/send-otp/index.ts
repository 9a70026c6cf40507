import { createAdminClient, createRequireUser, createRpc } from '../_shared/clients.ts'
import { readEnv } from '../_shared/env.ts'
import { serveJson } from '../_shared/http.ts'
import { createSendMail } from '../_shared/mail.ts'
import { sendOtp } from './handler.ts'

const env = readEnv(Deno.env.toObject())

Deno.serve(
  serveJson(
    sendOtp({
      requireUser: createRequireUser(env),
      rpc: createRpc(createAdminClient(env)),
      sendMail: createSendMail(env),
      codeKey: env.CODE_HMAC_KEY,
    }),
    env.APP_ORIGIN,
  ),
)
