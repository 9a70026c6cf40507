import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const at = (path) => fileURLToPath(new URL(`../../${path}`, import.meta.url))
const lock = at('package-lock.json')
const marker = at('node_modules/.heartwood-lock')
/** Written by npm itself at every installation. */
const npmRecord = at('node_modules/.package-lock.json')

/** Runs `npm ci` when node_modules is missing or was installed from another package-lock.json. */
export async function installPackages() {
  const hash = createHash('sha256').update(readFileSync(lock)).digest('hex')
  if (existsSync(marker) && readFileSync(marker, 'utf8') === hash) return
  const isCurrent = existsSync(npmRecord) && statSync(npmRecord).mtimeMs >= statSync(lock).mtimeMs
  if (!isCurrent) {
    console.log('Installing packages…')
    const { status, stderr } = spawnSync('npm', ['ci', '--no-audit', '--no-fund'], {
      cwd: at('.'),
      stdio: ['inherit', 'inherit', 'pipe'],
      encoding: 'utf8',
      shell: process.platform === 'win32',
    })
    // The client of Supabase asks for Node 22 since 2.110. All tests pass with Node 20, and the last version that names it
    // keeps people signed in who sign out without a connection.
    process.stderr.write((stderr ?? '').replace(/^npm warn EBADENGINE.*\n/gm, ''))
    if (status !== 0) {
      console.error('The packages could not be installed: see what npm says above, then start again.')
      process.exit(1)
    }
  }
  writeFileSync(marker, hash)
}
