/** What is left as it is. */
const unchanged = {
  shouldIgnore(path) {
    // Vite reads the arguments of import.meta.glob where they stand.
    if (path.isCallExpression() && path.get('callee').toString() === 'import.meta.glob') return 'read by Vite'
    return undefined
  },
}
export const strykerPlugins = [{ kind: 'Ignore', name: 'src', value: unchanged }]

/** @type {import('@stryker-mutator/api/core').PartialStrykerOptions} */
export default {
  testRunner: 'vitest',
  plugins: ['@stryker-mutator/vitest-runner', './tests/src-mutants/stryker.config.mjs'],
  ignorers: ['src'],
  vitest: { configFile: 'tests/src-mutants/vitest.config.ts' },
  mutate: [
    'src/lib/**/*.ts',
    '!src/lib/{no-*,database.types}.ts',
    'src/parts/*/{steps,print}.ts*',
    'src/parts/kit/{step,printed}.ts*',
    'src/parts/contacts/import/*.ts',
    'src/reading/{steps,notices}/*.ts',
    'src/data/{rows/*,people/where-to-begin,memorial/unsent-marks}.ts',
    'src/features/**/*-words.ts',
    'src/features/print/first-steps.ts',
  ],
  mutator: { excludedMutations: ['StringLiteral'] },
  coverageAnalysis: 'perTest',
  concurrency: 1,
  tsconfigFile: 'none',
  reporters: ['clear-text', 'progress-append-only', 'json'],
  jsonReporter: { fileName: 'test-results/src-mutants.json' },
  ignorePatterns: ['docs', 'e2e', 'public', 'pictures', 'dist', 'supabase/local'],
  tempDirName: 'test-results/stryker',
  allowConsoleColors: false,
  clearTextReporter: { reportTests: false },
}
