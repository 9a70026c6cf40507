import { fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'

/** The environment variables that tell the tests where the stack is; see stack-process.ts. */
export type StackEnvironment = Record<string, string>

export interface TestStack {
  environment: StackEnvironment
  stop(): Promise<void>
}

/** Where the functions of a stack expect the app, unless APP_URL says otherwise; nothing has to answer there. */
export const defaultAppUrl = 'http://127.0.0.1:5173'

/** Whether the environment names a stack. The tests then use that one instead of an embedded one. */
export const isStackGiven = () => Boolean(process.env.SUPABASE_URL)

/**
 * Starts an embedded stack in its own process.
 * @param appUrl the address that links in mails lead to
 * @throws when the stack exits before it is ready; the reason is then on the console
 */
export async function startTestStack(appUrl = defaultAppUrl): Promise<TestStack> {
  const child = fork(fileURLToPath(new URL('stack-process.ts', import.meta.url)), [appUrl], {
    execArgv: ['--import', 'tsx'],
  })
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  const environment = await new Promise<StackEnvironment>((resolve, reject) => {
    child.once('message', (message) => resolve(message as StackEnvironment))
    child.once('error', reject)
    child.once('exit', (code) => reject(new Error(`The stack ended with ${code} before it was ready`)))
  })
  return {
    environment,
    stop: async () => {
      if (child.connected) child.disconnect()
      await ended
    },
  }
}

/**
 * Runs SQL as the role postgres on an embedded stack.
 * @throws an Error whose `code` is the SQLSTATE
 */
export async function runSql<T>(sqlUrl: string, text: string, params: unknown[] = []): Promise<T[]> {
  const response = await fetch(sqlUrl, { method: 'POST', body: JSON.stringify({ text, params }) })
  const body = (await response.json()) as T[] & { code?: string; message?: string }
  if (!response.ok) throw Object.assign(new Error(body.message), { code: body.code })
  return body
}
