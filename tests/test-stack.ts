import { fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'

/** The variables that lead the tests to a stack; see stack-process.ts. */
export type StackEnvironment = Record<string, string>

export interface TestStack {
  environment: StackEnvironment
  stop(): Promise<void>
}

/** Whether the environment names a stack, which the tests then use instead of an embedded one. */
export const isStackGiven = () => Boolean(process.env.SUPABASE_URL || process.env.ORACLE_URL)

/**
 * Starts an embedded stack in a process of its own.
 * @param appUrl where the links of the mails lead; without it, to an address that nothing answers at
 * @throws when the stack ends before it is ready; it has then said why on the console
 */
export async function startTestStack(appUrl = 'http://127.0.0.1:5173'): Promise<TestStack> {
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
