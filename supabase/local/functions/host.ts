import { type ChildProcess, spawn } from 'node:child_process'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { isRecord } from '../http-server.ts'
import { paths } from '../settings.ts'
import { StackError } from '../stack-error.ts'
import { cacheImports, denoBinary, denoConfigArguments, denoEnvironment, functionNames } from './deno.ts'

export interface FunctionsHost {
  url: string
  stop(): Promise<void>
}

/**
 * Starts the Deno process that serves the functions.
 * @param folder usually supabase/functions
 * @param env what the functions find in their environment
 * @returns its address, or null when there is no function yet
 * @throws StackError when it does not come up
 */
export async function startFunctions(
  folder: string,
  env: Record<string, string>,
): Promise<FunctionsHost | null> {
  const names = await functionNames(folder)
  if (names.length === 0) return null
  await cacheImports(folder)
  const child = spawn(
    denoBinary(),
    [
      'run',
      ...denoConfigArguments(),
      '--no-prompt',
      '--cached-only',
      '--allow-env',
      '--allow-net=127.0.0.1,localhost',
      `--allow-read=${paths.project}`,
      join(paths.local, 'functions/runner.ts'),
      join(folder, '/'),
      ...names,
    ],
    {
      stdio: ['pipe', 'pipe', 'inherit'],
      env: { PATH: process.env.PATH, HOME: process.env.HOME, ...denoEnvironment, ...env },
    },
  )
  const port = await waitUntilReady(child)
  return { url: `http://127.0.0.1:${port}`, stop: () => stop(child) }
}

function waitUntilReady(child: ChildProcess): Promise<number> {
  return new Promise((resolve, reject) => {
    child.once('error', (error) => reject(new StackError(`Deno could not be started: ${error.message}.`)))
    child.once('exit', (code) => {
      reject(
        new StackError(`The functions did not start (Deno ended with code ${code}); see the lines above.`),
      )
    })
    if (!child.stdout) return
    createInterface({ input: child.stdout }).on('line', (line) => {
      const port = readyPort(line)
      if (port) resolve(port)
      else console.log(`[functions] ${line}`)
    })
  })
}

function readyPort(line: string): number | null {
  try {
    const message: unknown = JSON.parse(line)
    return isRecord(message) && typeof message.ready === 'number' ? message.ready : null
  } catch {
    return null
  }
}

/** The runner ends by itself when its standard input closes; it gets a moment for that. */
function stop(child: ChildProcess): Promise<void> {
  return new Promise((resolve) => {
    if (child.exitCode !== null || child.signalCode !== null) return resolve()
    const impatience = setTimeout(() => child.kill('SIGKILL'), 2000)
    child.once('exit', () => {
      clearTimeout(impatience)
      resolve()
    })
    child.stdin?.end()
  })
}
