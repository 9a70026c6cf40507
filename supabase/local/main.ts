/** `npm start`: runs all of Heartwood on this machine. Called by start.mjs, which checks Node and installs packages. */
import './silenced-console.ts'

import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { startApp } from './app-server.ts'
import { type DemoPerson, demoPeople } from './demo-people.ts'
import { leavePortraits } from './demo-portraits.ts'
import { cacheImports } from './functions/deno.ts'
import { defaultPorts, host, paths, resetCommand } from './settings.ts'
import { type Stack, startStack } from './stack.ts'
import { messageOf, StackError } from './stack-error.ts'

const housekeepingEverySeconds = 60

/**
 * Starts everything and prints the addresses.
 * @param args the arguments after `npm start --`
 * @throws StackError when a port is in use, an argument is unknown, or a migration fails
 */
export async function main(args: string[]): Promise<void> {
  const { reset, billing, ports, dataDir, portBase } = readArguments(args)
  await cacheImports(paths.functions)

  const began = performance.now()
  const closing: (() => Promise<void>)[] = []
  const stop = async () => {
    for (const close of closing.splice(0)) await close()
  }
  stopOnSignals(stop)
  try {
    const app = await startApp(ports.app, `http://${host}:${ports.api}`)
    closing.push(app.stop)
    const stack = await startStack({
      dataDir,
      reset,
      resetCommand: resetCommand(portBase),
      ports,
      seed: true,
      appUrl: app.url,
      functions: true,
      reloadFunctions: true,
      stripe: billing,
      housekeepingEverySeconds,
    })
    closing.push(stack.stop)
    await stack.sql('select admin.set_billing($1)', [billing])
    await leavePortraits(stack)
    console.log(summary(app.url, stack, await demoPeople(stack), performance.now() - began))
  } catch (error) {
    await stop()
    throw error
  }
}

function readArguments(args: string[]) {
  const options = {
    reset: { type: 'boolean', default: false },
    billing: { type: 'boolean', default: false },
    'port-base': { type: 'string' },
  } as const
  try {
    const { values } = parseArgs({ args, options })
    const { 'port-base': base, ...switches } = values
    const first = Number(base)
    if (base === undefined)
      return { ...switches, ports: defaultPorts, dataDir: join(paths.data, 'main'), portBase: undefined }
    if (!Number.isInteger(first) || first < 1024 || first > 65_000)
      throw new Error('--port-base wants a number, such as 7100')
    const ports = { app: first, api: first + 1, stripe: first + 2, dashboard: first + 3, mailbox: first + 4 }
    return { ...switches, ports, dataDir: join(paths.data, base), portBase: base }
  } catch (error) {
    throw new StackError(
      `${messageOf(error)}. Known are --reset (start over with fresh data), --billing (membership is charged for, at a stand-in for Stripe) and --port-base N.`,
    )
  }
}

function stopOnSignals(stop: () => Promise<void>): void {
  let stopping = false
  const onSignal = () => {
    if (stopping) return
    stopping = true
    stop().then(
      () => process.exit(0),
      () => process.exit(1),
    )
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, onSignal)
}

function summary(appUrl: string, stack: Stack, people: DemoPerson[], milliseconds: number): string {
  const lines = [
    ['App', appUrl],
    ['Mailbox', `${stack.mailboxUrl}   every mail lands here`],
    ['Dashboard', `${stack.dashboardUrl}   certificate reviews, tables, SQL`],
    ...(stack.stripeUrl ? [['Payments', `${stack.stripeUrl}   a stand-in for Stripe; no money moves`]] : []),
    ['API', stack.url],
  ]
  const signIn = ['Sign in as', 'enter the address, read the code in the mailbox']
  return [
    `\nHeartwood is ready (${(milliseconds / 1000).toFixed(1)} s). Ctrl-C stops it.\n`,
    align([
      ...lines,
      ...(people.length ? [['', ''], signIn, ...people.map(({ email, who }) => [`  ${email}`, who])] : []),
    ]),
    '',
  ].join('\n')
}

function align(rows: string[][]): string {
  const width = Math.max(...rows.map(([first = '']) => first.length))
  return rows.map(([first = '', second = '']) => `  ${first.padEnd(width)}  ${second}`.trimEnd()).join('\n')
}
