import { type ChildProcess, spawn } from 'node:child_process'
import { watch } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { isRecord } from '../http-server.ts'
import { paths } from '../settings.ts'
import { messageOf, StackError } from '../stack-error.ts'
import { cacheImports, denoBinary, denoConfigArguments, denoEnvironment, functionNames } from './deno.ts'

interface FunctionsProcess {
  url: string
  stop(): Promise<void>
}

export interface FunctionsHost {
  /** The address of the process that serves them, or null while there is none. */
  url(): string | null
  stop(): Promise<void>
}

/**
 * Serves the functions of a folder.
 * @param env their environment variables
 * @param reload whether to restart them when one of their files changes
 * @throws StackError when they do not start
 */
export async function startFunctions(
  folder: string,
  env: Record<string, string>,
  reload: boolean,
): Promise<FunctionsHost> {
  let running = await spawnFunctions(folder, env)
  const restart = async () => {
    await running?.stop()
    running = null
    try {
      running = await spawnFunctions(folder, env)
      console.log('[functions] reloaded')
    } catch (error) {
      console.error(`[functions] ${messageOf(error)}`)
    }
  }
  const stopWatching = reload ? watchFolder(folder, restart) : () => {}
  return {
    url: () => running?.url ?? null,
    stop: async () => {
      stopWatching()
      await running?.stop()
    },
  }
}

/** Calls back after a burst of changes; calls never overlap. */
function watchFolder(folder: string, changed: () => Promise<void>): () => void {
  let timer: NodeJS.Timeout | undefined
  let last = Promise.resolve()
  const watcher = watch(folder, { recursive: true }, () => {
    clearTimeout(timer)
    timer = setTimeout(() => {
      last = last.then(changed)
    }, 200)
  })
  return () => {
    clearTimeout(timer)
    watcher.close()
  }
}

/** @returns the Deno process, or null when the folder has no function */
async function spawnFunctions(folder: string, env: Record<string, string>): Promise<FunctionsProcess | null> {
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

/** The runner exits when its standard input closes; it is killed when that takes over two seconds. */
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
