import { rmSync } from 'node:fs'
import { mkdir, mkdtemp, readFile, rename, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { PgliteConnection } from '@supabase/lite/pglite'
import type { Next, Row, StackContext } from './bridges/bridge.ts'
import { keepErrorCodes } from './bridges/error-codes.ts'
import { keepGrants } from './bridges/grants.ts'
import { keepSettingsTogether } from './bridges/request-settings.ts'
import { readConfigToml } from './config-toml.ts'
import { createDashboard } from './dashboard/dashboard.ts'
import { createDataDir, exists, platformIsCurrent, stampPlatform } from './database/data-dir.ts'
import { keepingExitCode } from './database/exit-code.ts'
import { applyMigrations, type Migration, readMigrations, runScript } from './database/migrations.ts'
import { openDatabase, preparePlatform } from './database/open.ts'
import { removeUnfinishedFiles } from './file-storage.ts'
import { type FunctionsHost, startFunctions } from './functions/host.ts'
import { startHousekeeping } from './functions/housekeeping-timer.ts'
import { createGateway } from './gateway.ts'
import { type HttpServer, serveHttp } from './http-server.ts'
import { createLite } from './lite.ts'
import { MailStore } from './mailbox/mail-store.ts'
import { createMailbox } from './mailbox/mailbox.ts'
import { SerialQueue } from './serial-queue.ts'
import {
  codeHmacKey,
  defaultPorts,
  host,
  mailFrom,
  operatorEmail,
  paths,
  publishableKey,
  resendKey,
  resendWebhookSecret,
  resetCommand,
  secretKey,
} from './settings.ts'
import { withoutConsole } from './silenced-console.ts'
import { messageOf, StackError } from './stack-error.ts'
import type { StripeStandIn } from './stripe/stripe.ts'

export interface StackOptions {
  /** The folder of the data. Without it the stack is temporary, and its folder is deleted when it stops. */
  dataDir?: string
  /** Whether to delete the data first. */
  reset?: boolean
  /** 0 (the default) takes a free port. */
  ports?: { api?: number; dashboard?: number; mailbox?: number; stripe?: number }
  /** The command that starts over with fresh data, for messages. */
  resetCommand?: string
  /** Whether a new database gets supabase/seed.sql. */
  seed?: boolean
  /** The app's address, for links in mails. */
  appUrl?: string
  /** Whether the functions run, or the folder of other functions to run. */
  functions?: boolean | string
  /** Whether the functions restart when one of their files changes. */
  reloadFunctions?: boolean
  /** Whether the stand-in for Stripe runs, so that people can pay. */
  stripe?: boolean
  /** How often `housekeeping` is called; null (the default) = never. */
  housekeepingEverySeconds?: number | null
}

export interface Stack {
  url: string
  publishableKey: string
  secretKey: string
  mailboxUrl: string
  dashboardUrl: string
  /** The stand-in for Stripe, or null. */
  stripeUrl: string | null
  /** Runs a statement as the role postgres, for tests that read private tables or change times. */
  sql(text: string, params?: unknown[]): Promise<Row[]>
  /** Sends a request to lite without the bridges, for tests that show that a bridge is still needed. */
  raw: Next
  stop(): Promise<void>
}

/**
 * Starts a whole Supabase in this process: database with the project's migrations, Auth, Data API, Storage, functions,
 * mailbox and dashboard. Several may run at once.
 * @throws StackError when a port is in use or a migration or the seed fails
 */
export async function startStack(options: StackOptions = {}): Promise<Stack> {
  const temporary = options.dataDir === undefined
  const dataDir = options.dataDir ?? (await mkdtemp(join(tmpdir(), 'heartwood-stack-')))
  const closing: (() => Promise<unknown>)[] = []
  const stop = async () => {
    for (const close of closing.splice(0).reverse()) await close()
  }
  if (temporary) {
    const remove = () => rmSync(dataDir, { recursive: true, force: true })
    process.once('exit', remove)
    closing.push(async () => {
      process.off('exit', remove)
      remove()
    })
  }
  try {
    return await boot(options, dataDir, closing, stop)
  } catch (error) {
    await stop()
    throw error
  }
}

async function boot(
  options: StackOptions,
  dataDir: string,
  closing: (() => Promise<unknown>)[],
  stop: () => Promise<void>,
): Promise<Stack> {
  // The ports are taken first, because they also keep two stacks from opening the same database, and one from deleting
  // the data of another.
  const listen = async (name: 'api' | 'mailbox' | 'dashboard' | 'stripe') => {
    const server = await serveHttp(name, options.ports?.[name] ?? 0)
    closing.push(server.stop)
    return server
  }
  const [api, mailbox, dashboard] = [await listen('api'), await listen('mailbox'), await listen('dashboard')]
  const stripe = options.stripe ? await listen('stripe') : null

  if (options.reset) await rm(dataDir, { recursive: true, force: true })
  await mkdir(dataDir, { recursive: true })
  const filesFolder = join(dataDir, 'files')
  const uploadsFolder = join(dataDir, 'uploads')
  await removeUnfinishedFiles(filesFolder)
  await rm(uploadsFolder, { recursive: true, force: true })
  const config = await readConfigToml()
  const connection = await keepingExitCode(() =>
    prepareDatabase(join(dataDir, 'postgres'), options.seed ?? false, options.resetCommand),
  )
  closing.push(() => keepingExitCode(() => connection.close()))
  keepGrants(connection)
  keepErrorCodes(connection)
  keepSettingsTogether(connection)

  const mails = await MailStore.open(join(dataDir, 'mail.jsonl'))
  const app = await createLite(connection, config, filesFolder, async ({ to, ...mail }) => {
    await mails.add({ ...mail, from: mailFrom, to: [to], text: undefined })
  })
  const queue = new SerialQueue()
  const lite: Next = async (request) => {
    const whole = await readWhole(request)
    return queue.run(() => withoutConsole(async () => app.fetch(whole)))
  }
  const sql = (text: string, params: unknown[] = []) =>
    queue.run(async () => (await connection.driver.query<Row>(text, params)).rows)

  let functions: FunctionsHost | null = null
  const context: StackContext = {
    config,
    connection,
    sql,
    lite,
    queue,
    dataFolder: dataDir,
    uploadsFolder,
    functionsUrl: () => functions?.url() ?? null,
  }
  api.handle(createGateway(context))
  mailbox.handle(createMailbox(mails, resendKey))
  dashboard.handle(createDashboard(context))

  const payments = stripe && (await startPayments(stripe, api.url, dataDir))
  if (payments) closing.push(async () => payments.stop())

  const folder = options.functions === true ? paths.functions : options.functions
  if (folder) {
    const env = {
      SUPABASE_URL: api.url,
      SUPABASE_PUBLISHABLE_KEYS: JSON.stringify({ default: publishableKey }),
      SUPABASE_SECRET_KEYS: JSON.stringify({ default: secretKey }),
      APP_ORIGIN: options.appUrl ?? `http://${host}:${defaultPorts.app}`,
      RESEND_API_KEY: resendKey,
      RESEND_BASE_URL: mailbox.url,
      RESEND_WEBHOOK_SECRET: resendWebhookSecret,
      MAIL_FROM: mailFrom,
      // The mailbox has no limit, and no one wants to wait.
      MAILS_PER_SECOND: '100',
      OPERATOR_EMAIL: operatorEmail,
      CODE_HMAC_KEY: codeHmacKey,
      ...payments?.env,
    }
    functions = await startFunctions(folder, env, options.reloadFunctions ?? false)
    closing.push(functions.stop)
  }
  payments?.resend()
  if (options.housekeepingEverySeconds) {
    closing.push(startHousekeeping(api.url, options.housekeepingEverySeconds))
  }

  return {
    url: api.url,
    publishableKey,
    secretKey,
    mailboxUrl: mailbox.url,
    dashboardUrl: dashboard.url,
    stripeUrl: stripe?.url ?? null,
    sql,
    raw: lite,
    stop,
  }
}

/** Serves the stand-in for Stripe. It is imported only when needed, because Stripe's package is large. */
async function startPayments(server: HttpServer, apiUrl: string, dataDir: string): Promise<StripeStandIn> {
  const { createStripeStandIn } = await import('./stripe/stripe.ts')
  const standIn = createStripeStandIn({
    url: server.url,
    file: join(dataDir, 'stripe.json'),
    webhookUrl: `${apiUrl}/functions/v1/stripe-webhook`,
  })
  server.handle(standIn.handle)
  return standIn
}

/** Opens the database, creates it if it is new, and applies missing migrations. */
async function prepareDatabase(
  folder: string,
  seed: boolean,
  reset = resetCommand(),
): Promise<PgliteConnection> {
  const migrations = await readMigrations()
  if (!(await exists(folder))) await createDatabase(folder, migrations, seed)
  const connection = await openDatabase(folder).catch((error: unknown) => {
    throw new StackError(
      `The local database cannot be opened (${messageOf(error)}): run ${reset} to start over (local data is lost).`,
    )
  })
  try {
    if (!(await platformIsCurrent(folder))) {
      await preparePlatform(connection)
      await stampPlatform(folder)
    }
    await applyMigrations(connection.driver, migrations, reset)
    return connection
  } catch (error) {
    await connection.close()
    throw error
  }
}

/** Creates the database in another folder and moves it when complete, so that an interruption leaves nothing half done. */
async function createDatabase(folder: string, migrations: Migration[], seed: boolean): Promise<void> {
  const unfinished = `${folder}.unfinished`
  await rm(unfinished, { recursive: true, force: true })
  await createDataDir(unfinished, migrations)
  const seedSql = seed ? await readFile(paths.seed, 'utf8').catch(() => '') : ''
  if (seedSql) {
    const connection = await openDatabase(unfinished)
    try {
      await runScript(connection.driver, 'The seed supabase/seed.sql', seedSql)
    } finally {
      await connection.close()
    }
  }
  await rename(unfinished, folder)
}

/** Reads the whole body first, so that a slow sender does not block the queue. */
async function readWhole(request: Request): Promise<Request> {
  if (!request.body) return request
  const { url, method, headers } = request
  return new Request(url, { method, headers, body: await request.arrayBuffer() })
}
