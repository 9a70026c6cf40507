// The one place that runs the Supabase CLI (3.1), so that every call names its project and tests can put another
// program of that name on the PATH.
import { spawn } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { z } from 'zod'
import { DeployRefused } from './refusal.ts'

const project = fileURLToPath(new URL('../..', import.meta.url))

export type Environment = Record<string, string>

/** Runs the CLI for one project. */
export interface Cli {
  /** Runs a command that only reads, and gives what it answers as JSON. @throws CliError */
  read<T>(args: string[], schema: z.ZodType<T>): Promise<T>
  /** Runs a command with its output on the screen. @throws CliError */
  run(args: string[]): Promise<void>
  /** Runs a command that takes a file with secrets, so that they stand in no list of processes. @throws CliError */
  runWithFile(args: (path: string) => string[], text: string): Promise<void>
}

/** A command of the CLI failed. */
export class CliError extends Error {
  /** What the CLI said. */
  readonly said: string
  constructor(command: string, said: string) {
    super(`supabase ${command} failed: ${said}`)
    this.said = said
  }
}

const failureSchema = z.object({ error: z.object({ message: z.string() }) })

/**
 * @param environment what config.toml takes from the environment, and the access token
 * @param ref the project. It is named in every call, because several commands go to the local stack otherwise
 */
export function createCli(environment: Environment, ref: string): Cli {
  const remote = (args: string[]) =>
    args[0] === 'projects' && args[1] === 'list' ? args : [...args, `--remote=${ref}`]
  const run = async (args: string[]) => {
    await call([...remote(args), '--yes'], environment, { shown: true })
  }
  return {
    async read(args, schema) {
      const text = await call([...remote(args), '--output-format', 'json'], environment, { shown: false })
      const answer = schema.safeParse(parse(text))
      if (answer.success) return answer.data
      throw new CliError(
        args.join(' '),
        'its answer has changed. Install the version that package.json names.',
      )
    },
    run,
    async runWithFile(args, text) {
      const folder = await mkdtemp(join(tmpdir(), 'heartwood-deploy-'))
      try {
        const path = join(folder, 'values')
        await writeFile(path, text, { mode: 0o600 })
        await run(args(path))
      } finally {
        await rm(folder, { recursive: true })
      }
    },
  }
}

/** @returns undefined for what is no JSON */
function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

async function call(
  args: string[],
  environment: Environment,
  { shown }: { shown: boolean },
): Promise<string> {
  const onWindows = process.platform === 'win32'
  const child = spawn('supabase', onWindows ? args.map((arg) => `"${arg.replaceAll('"', '""')}"`) : args, {
    cwd: project,
    // SUPABASE_ENV: with it, the CLI does not read supabase/.env.development, and a value that is missing is an error.
    env: { ...process.env, ...environment, SUPABASE_ENV: 'production' },
    stdio: ['ignore', 'pipe', 'pipe'],
    shell: onWindows,
  })
  let output = ''
  let said = ''
  child.stdout.on('data', (text) => {
    output += text
    if (shown) process.stdout.write(text)
  })
  child.stderr.on('data', (text) => {
    said += text
    if (shown) process.stderr.write(text)
  })
  const status = await new Promise<number | null>((resolve, reject) => {
    child.on('error', () =>
      reject(new DeployRefused('The Supabase CLI was not found. Run `npm ci`, then `npm run deploy` again.')),
    )
    child.on('close', resolve)
  })
  if (status === 0) return output
  const failure = failureSchema.safeParse(parse(output))
  const words = failure.success ? failure.data.error.message : lastLines(said || output)
  throw new CliError(args.slice(0, 2).join(' '), words)
}

const lastLines = (text: string) =>
  text
    .trim()
    .split('\n')
    .filter((line) => line.trim() !== '' && !line.includes('--debug'))
    .slice(-6)
    .join('\n')
