// Runs in Vitest's workers in place of its own runner: after the tests of a file have passed, runs those that reach a
// mutant again with its switch on, for each mutant that the file reaches. So a mutant takes milliseconds, not a new
// worker. What one run leaves behind could make the next one fail, so each kill is followed by a run without a mutant.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { startTests } from '@vitest/runner'
import {
  type RunnerTask,
  type RunnerTestCase,
  type RunnerTestFile,
  type RunnerTestSuite,
  TestRunner,
  vi,
} from 'vitest'
import { FOLDER, killersIn, note, readJournal } from './journal.ts'

/** The switches and counters in the code of the mutants. */
interface Switches {
  activeMutant?: string | undefined
  currentTestId?: string | undefined
  mutantCoverage?: { static: Hits; perTest: Record<string, Hits> } | undefined
  hitCount?: number | undefined
  hitLimit?: number | undefined
  /**
   * Whether a mutant was tried in this worker, or left something behind that makes tests fail. Then nothing more is tried
   * there, and run.ts starts new workers for the files that are left.
   */
  worker?: 'used' | 'spoilt'
}
/** How often each mutant's place was reached, by its id. */
type Hits = Record<string, number>

declare global {
  var __stryker__: Switches | undefined
}

/** How long a test or a hook may take with a mutant, in milliseconds: without one, most take a few. */
const LIMIT = 5_000

globalThis.__stryker__ ??= {}
const switches = globalThis.__stryker__
const folder = process.env[FOLDER] ?? ''

export default class TrialsRunner extends TestRunner {
  override onBeforeTryTask(test: RunnerTask) {
    super.onBeforeTryTask(test)
    switches.currentTestId = test.id
  }

  override async onAfterRunFiles(files: RunnerTestFile[] = []) {
    super.onAfterRunFiles()
    switches.currentTestId = undefined
    for (const file of files) {
      const failure = failureIn(file)
      if (switches.worker === 'spoilt') return
      if (failure === null) await tryMutants(this, file)
      else if (switches.worker === 'used') switches.worker = 'spoilt'
      else note(folder, { file: file.name, broken: failure })
    }
  }
}

async function tryMutants(runner: TestRunner, { name: file, filepath }: RunnerTestFile) {
  const ids: string[] = JSON.parse(readFileSync(join(folder, 'chosen.json'), 'utf8'))
  const { static: atLoad, perTest } = switches.mutantCoverage ?? { static: {}, perTest: {} }
  const ran: string[] = []
  const quiet = withoutReports(runner, ran)

  /** Runs tests of the file, all of them for null, until one fails. @returns what failed */
  const run = async (tests: string[] | null, id?: string): Promise<string | null> => {
    vi.resetModules()
    ran.length = 0
    switches.hitCount = 0
    // What is reached while a file is loaded needs the switch from then on; all else must not be changed by it there.
    switches.activeMutant = tests === null ? id : undefined
    quiet.onBeforeRunFiles = () => {
      switches.activeMutant = id
    }
    try {
      const [done] = await startTests([{ filepath, testIds: tests ?? undefined }], quiet)
      return done ? failureIn(done) : 'nothing ran'
    } finally {
      switches.activeMutant = undefined
      switches.hitCount = undefined
      switches.mutantCoverage = undefined
    }
  }

  const broken = await run(null)
  if (broken !== null && !switches.worker) return note(folder, { file, broken: `the second time: ${broken}` })
  if (broken !== null) {
    switches.worker = 'spoilt'
    return
  }

  for (const id of ids) {
    const reached = Object.entries(perTest).filter(([, hits]) => id in hits)
    if (!(id in atLoad) && reached.length === 0) continue
    const journal = readJournal(folder)
    const ofFile = journal.filter((entry) => entry.file === file)
    if (killersIn(journal).has(id) || ofFile.some((entry) => 'ended' in entry && entry.ended === id)) continue
    note(folder, { file, begun: id, at: Date.now() })
    const isUnsure = ofFile.some((entry) => 'unsure' in entry && entry.unsure === id)
    const tests = id in atLoad || isUnsure ? null : reached.map(([test]) => test)
    switches.hitLimit = 1000 + 20 * reached.reduce((sum, [, hits]) => sum + (hits[id] ?? 0), atLoad[id] ?? 0)
    const killer = await run(tests, id)
    const isSpoilt = killer !== null && (await run([...ran])) !== null
    // The failure may come from what an earlier mutant left behind, or from tests that were left out. In a new worker,
    // after all tests have passed there, it can only be the mutant's own.
    const isSure = !isSpoilt || (!switches.worker && tests === null)
    note(folder, isSure ? { file, ended: id, killer: killer && `${file} > ${killer}` } : { file, unsure: id })
    switches.worker = isSpoilt ? 'spoilt' : 'used'
    if (isSpoilt) return
  }
  note(folder, { file, done: true })
}

/**
 * The runner of a worker, but Vitest hears nothing of what it runs, and nothing runs after a failure.
 * @param ran gets the ids of the tests that it runs
 */
function withoutReports(runner: TestRunner, ran: string[]): TestRunner & { onBeforeRunFiles?: () => void } {
  let hasFailed = false
  return Object.assign(Object.create(runner), {
    config: { ...runner.config, testTimeout: LIMIT, hookTimeout: LIMIT },
    onCollectStart(file: RunnerTestFile) {
      hasFailed = false
      TestRunner.prototype.onCollectStart.call(runner, file)
    },
    onCollected() {},
    onTaskUpdate() {},
    async onBeforeRunTask(test: RunnerTestCase) {
      if (hasFailed) test.mode = 'skip'
      else if (test.mode !== 'skip') ran.push(test.id)
      await TestRunner.prototype.onBeforeRunTask.call(runner, test)
    },
    onAfterRunTask(test: RunnerTestCase) {
      hasFailed ||= test.result?.state === 'fail'
      TestRunner.prototype.onAfterRunTask.call(runner, test)
    },
    onAfterRunFiles: () => TestRunner.prototype.onAfterRunFiles.call(runner),
  })
}

/** The first test that failed, or what failed outside of a test; null when nothing did. */
function failureIn(task: RunnerTestFile | RunnerTestSuite | RunnerTestCase): string | null {
  if ('tasks' in task)
    for (const one of task.tasks) {
      const failure = failureIn(one)
      if (failure !== null) return failure
    }
  if (task.result?.state !== 'fail') return null
  return task.type === 'test' ? task.fullTestName : `outside of tests: ${task.result.errors?.[0]?.message}`
}
