import {
  createRequireKnownUser,
  createRequireSecretKey,
  createRequireUser,
  createStatelessClient,
} from './auth.ts'
import { keysToRead } from './code-keys.ts'
import { createRpc } from './database.ts'
import { type Env, mainKey, readEnv } from './env.ts'
import { type Handler, serveJson } from './http.ts'
import { createIsAnswering } from './is-answering.ts'
import { createSendMail } from './mail.ts'
import { createSendOrQueue } from './send-or-queue.ts'
import { createSendSignInCode, createVerifySignInCode } from './sign-in-code.ts'

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
  const requireUser = createRequireUser(env)
  return {
    requireUser,
    requireKnownUser: createRequireKnownUser(requireUser, rpc),
    requireSecretKey: createRequireSecretKey(env.SUPABASE_SECRET_KEYS),
    rpc,
    sendMail,
    sendOrQueue: createSendOrQueue({ sendMail, rpc, codeKey: env.CODE_HMAC_KEY }),
    mailsPerSecond: env.MAILS_PER_SECOND,
    /** The key with which links, codes and sealed mails are made. */
    codeKey: env.CODE_HMAC_KEY,
    /** Those that are read: that one, and for a while the one before. */
    codeKeys: keysToRead(env),
    appOrigin: env.APP_ORIGIN,
    operatorEmail: env.OPERATOR_EMAIL,
    /** Whether a service of the project answers at this path, without an error and within 3 seconds. */
    isAnswering: createIsAnswering(env),
    /** Has Auth send a sign-in code to an account. */
    sendSignInCode: createSendSignInCode(env),
    /** Has Auth try a sign-in code. */
    verifySignInCode: createVerifySignInCode(env),
    /** Under which Resend signs its events. */
    webhookSecret: env.RESEND_WEBHOOK_SECRET,
    supportEmail: env.SUPPORT_EMAIL,
    operatorName: env.OPERATOR_NAME,
    operatorAddress: env.OPERATOR_ADDRESS,
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
    /** Stores a file. One that is there already stays as it is, and is no failure. Returns what went wrong, or null. */
    storeFile: async (bucket: string, path: string, bytes: Uint8Array, contentType: string) => {
      const { error } = await admin.storage.from(bucket).upload(path, bytes, { contentType })
      return isThereAlready(error) ? null : failureOf({ error })
    },
    /**
     * Makes links that open files for so many seconds. They begin with the path of Storage, because within a project the
     * functions may reach it at another address than browsers do.
     * @returns the links by the files' paths, without those of missing files
     * @throws Error when Storage does not answer
     */
    signFiles: async (bucket: string, paths: string[], seconds: number): Promise<Map<string, string>> => {
      if (paths.length === 0) return new Map()
      const { data, error } = await admin.storage.from(bucket).createSignedUrls(paths, seconds)
      if (error) throw new Error(failureOf({ error }) ?? '')
      return new Map(
        data.flatMap(({ path, signedUrl }) => (path && signedUrl ? [[path, pathOf(signedUrl)]] : [])),
      )
    },
  }
}

function pathOf(link: string): string {
  const { pathname, search } = new URL(link)
  return pathname + search
}

type ServiceError = Error & { status?: number | undefined; statusCode?: string | undefined }

/** Storage answers 400, and names the status in the body. */
function isThereAlready(error: ServiceError | null): boolean {
  return String(error?.statusCode ?? error?.status) === '409'
}

/** Names an error of Auth or Storage without its message, which may quote a person's data. */
function failureOf({ error }: { error: ServiceError | null }): string | null {
  return error && `${error.name} ${error.statusCode ?? error.status ?? ''}`.trim()
}
