// What the hosted project has already, and whether it can be deployed to. Nothing here changes anything.
import { z } from 'zod'
import { appliedChecksums, migrationChecksums, versionOf } from '../migrations.ts'
import { type Cli, CliError } from './cli.ts'
import { DeployRefused } from './refusal.ts'
import type { Settings } from './settings.ts'

const projectsSchema = z.object({
  projects: z.array(z.object({ ref: z.string(), name: z.string(), status: z.string() })),
})
const keysSchema = z.object({
  keys: z.array(z.object({ name: z.string(), type: z.string().nullish(), api_key: z.string().nullish() })),
})
const migrationsSchema = z.array(z.object({ version: z.string(), checksum: z.string() }))
const answersSchema = z.array(z.object({ answer: z.boolean() }))
const secretsSchema = z.object({ secrets: z.array(z.object({ name: z.string() })) })

export interface Project {
  name: string
  publishableKey: string
  secretKey: string
  /** The migrations that it lacks, by file name, oldest first. */
  pending: string[]
  /** Whether the database asks people to pay; null when it does not say, as before the first deployment. */
  billing: boolean | null
  /** Secrets of an earlier deployment that this one does without. */
  staleSecrets: string[]
}

/**
 * Looks at the project.
 * @throws DeployRefused when no one is signed in, the project is another person's, paused or unreachable, lacks a key, or
 *   has a migration that has changed since or is not known here
 */
export async function inspectProject(cli: Cli, settings: Settings): Promise<Project> {
  const name = await findProject(cli, settings.ref)
  const keys = await readKeys(cli)
  const applied = await readApplied(cli)
  const pending = compareMigrations(await migrationChecksums(), applied)
  const billing =
    applied.size === 0 ? null : await asks(cli, 'select billing_enabled as answer from private.settings')
  const { secrets } = await cli.read(['secrets', 'list'], secretsSchema)
  const staleSecrets = settings.unusedSecrets.filter((unused) => secrets.some(({ name }) => name === unused))
  return { name, ...keys, pending, billing, staleSecrets }
}

async function findProject(cli: Cli, ref: string): Promise<string> {
  const { projects } = await cli.read(['projects', 'list'], projectsSchema).catch((error) => {
    throw explainAccess(error)
  })
  const project = projects.find((one) => one.ref === ref)
  if (!project) {
    const own = projects.map((one) => `${one.ref} (${one.name})`).join(', ') || 'none'
    throw new DeployRefused(
      `SUPABASE_PROJECT_REF is ${ref}, which is no project of yours. Your projects: ${own}.`,
    )
  }
  if (!project.status.startsWith('ACTIVE')) {
    throw new DeployRefused(
      `The project ${ref} is not running (${project.status}). Start it in the Supabase dashboard, wait until it is up, then run this again.`,
    )
  }
  return project.name
}

/** Turns what the CLI says of a missing login or connection into what to do. */
function explainAccess(error: unknown): unknown {
  if (!(error instanceof CliError)) return error
  if (/access token|unauthorized|401/i.test(error.said)) {
    return new DeployRefused(
      'Supabase does not know you. Run `npx supabase login`, or put an access token from https://supabase.com/dashboard/account/tokens into .env.deploy as SUPABASE_ACCESS_TOKEN.',
    )
  }
  if (/transport|network|fetch|5\d\d/i.test(error.said)) {
    return new DeployRefused(
      `Supabase cannot be reached: ${error.said}. Nothing was changed. Look at https://status.supabase.com and at your connection, then run this again.`,
    )
  }
  return error
}

async function readKeys(cli: Cli): Promise<Pick<Project, 'publishableKey' | 'secretKey'>> {
  const { keys } = await cli.read(['projects', 'api-keys', '--reveal'], keysSchema)
  const keyOf = (type: string) => {
    const ofType = keys.filter((key) => key.type === type && key.api_key)
    return (ofType.find(({ name }) => name === 'default') ?? ofType[0])?.api_key
  }
  const [publishableKey, secretKey] = [keyOf('publishable'), keyOf('secret')]
  if (publishableKey && secretKey) return { publishableKey, secretKey }
  throw new DeployRefused(
    'The project has no publishable key or no secret key. Make them in the Supabase dashboard, Project Settings, API Keys ("Create new API keys"); the older anon and service_role keys are not used.',
  )
}

/** The checksums of the migrations that the database has, by version. */
async function readApplied(cli: Cli): Promise<Map<string, string>> {
  const query = (sql: string) => ['db', 'query', sql, '--read-only']
  // A new project has no such table, and naming it would be an error.
  if (!(await asks(cli, `select to_regclass('supabase_migrations.schema_migrations') is not null as answer`)))
    return new Map()
  const rows = await cli.read(query(appliedChecksums), migrationsSchema)
  return new Map(rows.map(({ version, checksum }) => [version, checksum]))
}

/** @returns null when there is no row */
async function asks(cli: Cli, sql: string): Promise<boolean | null> {
  const [row] = await cli.read(['db', 'query', sql, '--read-only'], answersSchema)
  return row?.answer ?? null
}

/**
 * Finds the migrations that a database lacks.
 * @param own the checksums of this release by file
 * @param applied the checksums of the database by version
 * @throws DeployRefused when one has changed since it was applied, or the database has one of a newer release
 */
function compareMigrations(own: Map<string, string>, applied: Map<string, string>): string[] {
  const files = [...own.keys()]
  const changed = files.filter((file) => {
    const checksum = applied.get(versionOf(file))
    return checksum !== undefined && checksum !== own.get(file)
  })
  if (changed.length > 0) {
    throw new DeployRefused(
      `These migrations have changed since they were applied to this project, so the database is not what this release expects:\n${list(changed)}\nCheck out the release that the project has, or undo the change and put it into a new migration.`,
    )
  }
  const versions = new Set(files.map(versionOf))
  const unknown = [...applied.keys()].filter((version) => !versions.has(version))
  if (unknown.length > 0) {
    throw new DeployRefused(
      `The project has migrations that are not in this folder:\n${list(unknown)}\nIt runs a newer release, or is another project: check SUPABASE_PROJECT_REF, and that you have the release you want.`,
    )
  }
  return files.filter((file) => !applied.has(versionOf(file)))
}

const list = (names: string[]) => names.map((name) => `  ${name}`).join('\n')
