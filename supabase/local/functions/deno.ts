import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { paths } from '../settings.ts'
import { StackError } from '../stack-error.ts'

/** Deno's cache of the functions' imports. It is inside node_modules, so that it is removed together with it. */
const denoDir = join(paths.cache, '../heartwood-deno')

/** The environment variables of Deno itself; those of the functions are added. */
export const denoEnvironment = {
  DENO_DIR: denoDir,
  DENO_NO_PACKAGE_JSON: '1',
  DENO_NO_UPDATE_CHECK: '1',
  NO_COLOR: '1',
}

/** @returns the Deno binary of the npm package, because its `bin` is a script that would have to be killed as well */
export function denoBinary(): string {
  const binary = join(paths.project, 'node_modules/deno', process.platform === 'win32' ? 'deno.exe' : 'deno')
  if (existsSync(binary)) return binary
  const { runInstall }: { runInstall(): string } = createRequire(import.meta.url)('deno/install_api.cjs')
  return runInstall()
}

/** Arguments that make Deno read the functions' own configuration and lock file, if there are any. */
export function denoConfigArguments(): string[] {
  const config = join(paths.functions, 'deno.json')
  const lock = join(paths.functions, 'deno.lock')
  return [
    ...(existsSync(config) ? ['--config', config] : ['--no-config']),
    ...(existsSync(lock) ? ['--lock', lock, '--frozen'] : ['--no-lock']),
    '--node-modules-dir=none',
  ]
}

/** @returns the names of the functions in a folder: those with an index.ts, except names that begin with _ */
export async function functionNames(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => [])
  return entries
    .filter((entry) => entry.isDirectory() && !entry.name.startsWith('_'))
    .map(({ name }) => name)
    .filter((name) => existsSync(join(folder, name, 'index.ts')))
    .sort()
}

/**
 * Downloads what the functions import, once for each state of deno.json and deno.lock; later starts need no network.
 * @throws StackError when a download fails
 */
export async function cacheImports(folder: string): Promise<void> {
  const names = await functionNames(folder)
  if (names.length === 0) return
  const hash = createHash('sha256')
  for (const file of ['deno.json', 'deno.lock']) {
    hash.update(await readFile(join(folder, file)).catch(() => ''))
  }
  const marker = join(denoDir, `imports-${hash.digest('hex').slice(0, 16)}`)
  if (existsSync(marker)) return
  const files = names.map((name) => join(folder, name, 'index.ts'))
  await new Promise<void>((resolve, reject) => {
    const options = { env: { ...process.env, ...denoEnvironment } }
    execFile(denoBinary(), ['cache', ...denoConfigArguments(), ...files], options, (error, _, stderr) => {
      if (!error) return resolve()
      const reason = stderr.trim().split('\n').slice(-3).join(' ')
      reject(
        new StackError(
          `The packages of the functions could not be fetched: ${reason}. Check the connection and start again.`,
        ),
      )
    })
  })
  await mkdir(denoDir, { recursive: true })
  await writeFile(marker, '')
}
