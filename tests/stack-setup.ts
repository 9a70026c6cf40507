import { createServer, type IncomingMessage } from 'node:http'
import { startStack } from '../supabase/local/stack.ts'

/**
 * Gives the tests a stack: the one whose SUPABASE_URL (or ORACLE_URL) is in the environment, or one embedded stack for
 * all of them. SQL_URL takes statements to run as the role postgres, which the embedded stack has no other door for.
 */
export async function setup(): Promise<(() => Promise<void>) | undefined> {
  if (process.env.SUPABASE_URL || process.env.ORACLE_URL) return undefined
  // Where the links of the mails lead: the app of the end-to-end tests, otherwise an address that nothing answers at.
  process.env.APP_URL ??= 'http://127.0.0.1:5173'
  const stack = await startStack({ functions: true, stripe: true, appUrl: process.env.APP_URL })
  const sql = await serveSql(stack.sql)
  process.env.SUPABASE_URL = stack.url
  process.env.SUPABASE_PUBLISHABLE_KEY = stack.publishableKey
  process.env.SUPABASE_SECRET_KEY = stack.secretKey
  process.env.MAILBOX_URL = stack.mailboxUrl
  process.env.DASHBOARD_URL = stack.dashboardUrl
  process.env.STRIPE_URL = stack.stripeUrl ?? ''
  process.env.SQL_URL = sql.url
  return async () => {
    sql.stop()
    await stack.stop()
  }
}

type Sql = Awaited<ReturnType<typeof startStack>>['sql']

async function serveSql(sql: Sql) {
  const server = createServer(async (request, response) => {
    const { text, params } = JSON.parse(await bodyOf(request)) as { text: string; params?: unknown[] }
    try {
      const rows = await sql(text, params)
      response.end(JSON.stringify(rows))
    } catch (error) {
      const { code, message } = error as { code?: string; message: string }
      response.writeHead(400).end(JSON.stringify({ code, message }))
    }
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (typeof address !== 'object' || !address) throw new Error('no address')
  return {
    url: `http://127.0.0.1:${address.port}`,
    stop: () => {
      server.close()
      server.closeAllConnections()
    },
  }
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk)
  return Buffer.concat(chunks).toString()
}
