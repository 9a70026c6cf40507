import { createRequireSecretKey, createRequireUser, createStatelessClient } from './auth.ts'
import { createRpc } from './database.ts'
import { type Env, mainKey, readEnv } from './env.ts'
import { type Handler, serveJson } from './http.ts'
import { createSendMail } from './mail.ts'
import { createSendOrQueue } from './send-or-queue.ts'
import { createVerifySignInCode } from './sign-in-code.ts'

/** What handlers are given: each names the services that it needs, and tests pass their own. */
export type Services = ReturnType<typeof connectServices>

/**
 * Wires one function.
 * @param createHandler makes its handler from the services
 * @param variables the environment; see readEnv, whose errors are thrown
 * @param methods those that are answered; POST unless told
 * @returns what `Deno.serve` takes
 */
export function serve(
  createHandler: (services: Services) => Handler,
  variables: Record<string, string>,
  methods?: readonly string[],
): (request: Request) => Promise<Response> {
  const env = readEnv(variables)
  return serveJson(createHandler(connectServices(env)), env.APP_ORIGIN, methods)
}

function connectServices(env: Env) {
  // The secret key bypasses row level security: handlers use this client only for callers they have verified.
  const admin = createStatelessClient(env.SUPABASE_URL, mainKey(env.SUPABASE_SECRET_KEYS))
  const users = admin.auth.admin
  const rpc = createRpc(admin)
  const sendMail = createSendMail(env)
  return {
    requireUser: createRequireUser(env),
    requireSecretKey: createRequireSecretKey(env.SUPABASE_SECRET_KEYS),
    rpc,
    sendMail,
    sendOrQueue: createSendOrQueue({ sendMail, rpc, codeKey: env.CODE_HMAC_KEY }),
    mailsPerSecond: env.MAILS_PER_SECOND,
    /** The key under which e-mail codes are hashed. */
    codeKey: env.CODE_HMAC_KEY,
    appOrigin: env.APP_ORIGIN,
    operatorEmail: env.OPERATOR_EMAIL,
    /** Has Auth try a sign-in code. */
    verifySignInCode: createVerifySignInCode(env),
    /** Under which Resend signs its events. */
    webhookSecret: env.RESEND_WEBHOOK_SECRET,
    supportEmail: env.SUPPORT_EMAIL,
    reviewTime: env.REVIEW_TIME,
    /** Deletes the user; the database does the rest in the same transaction. Returns what went wrong, or null. */
    deleteUser: async (userId: string) => failureOf(await users.deleteUser(userId)),
    /** Gives an account a new address and marks it as confirmed. Returns what went wrong, or null. */
    changeEmail: async (userId: string, email: string) =>
      failureOf(await users.updateUserById(userId, { email, email_confirm: true })),
    /** Ends all sessions of the token's owner except the token's own. Returns what went wrong, or null. */
    endOtherSessions: async (token: string) => failureOf(await users.signOut(token, 'others')),
    /** Removes files from storage; missing files are not a failure. Returns what went wrong, or null. */
    removeFiles: async (bucket: string, paths: string[]) =>
      failureOf(await admin.storage.from(bucket).remove(paths)),
  }
}

type ServiceError = Error & { status?: number | undefined; statusCode?: string | undefined }

/** Names an error of Auth or Storage without its message, which may quote a person's data. */
function failureOf({ error }: { error: ServiceError | null }): string | null {
  return error && `${error.name} ${error.statusCode ?? error.status ?? ''}`.trim()
}
