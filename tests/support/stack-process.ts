// Runs one embedded stack in its own process, so that it does not share a thread with the tests. test-stack.ts forks it:
// `stack-process.ts <address of the app>`. It sends the environment that the tests need, and exits with its parent.
import '../../supabase/local/silenced-console.ts'

import { createServer, type IncomingMessage } from 'node:http'
import { type Stack, startStack } from '../../supabase/local/stack.ts'

const appUrl = process.argv[2] ?? ''
const stack = await startStack({ functions: true, stripe: true, appUrl })
const sql = await serveSql(stack.sql)
process.once('disconnect', async () => {
  sql.stop()
  await stack.stop()
  process.exit()
})
process.send?.({
  // The address that links in mails lead to.
  APP_URL: appUrl,
  SUPABASE_URL: stack.url,
  SUPABASE_PUBLISHABLE_KEY: stack.publishableKey,
  SUPABASE_SECRET_KEY: stack.secretKey,
  MAILBOX_URL: stack.mailboxUrl,
  DASHBOARD_URL: stack.dashboardUrl,
  STRIPE_URL: stack.stripeUrl ?? '',
  SQL_URL: sql.url,
})

/** Serves SQL as the role postgres over HTTP, because the embedded stack offers no other way to run it. */
async function serveSql(sql: Stack['sql']) {
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
  // As in http-server.ts.
  server.keepAliveTimeout = 65_000
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
