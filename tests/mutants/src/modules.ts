// What `npm run test:mutants:src` changes, and the tests that have to notice.

/**
 * The modules of src that compute, keep or print something and show nothing: dates, steps, print, search, import, standing,
 * caches. What a page does is held by the tests of pages and by the end-to-end tests.
 */
export const modules = [
  'src/lib/**/*.ts',
  'src/words/*.ts',
  'src/browser/{device-storage,unsaved,tab-storage,late}.ts',
  'src/data/files/retries.ts',
  'src/data/memorial/unsent-marks.ts',
  'src/data/people/{designation-state,where-to-begin}.ts',
  'src/data/rows/{list-cache,select-all}.ts',
  'src/parts/*/{steps,words}.ts',
  'src/parts/contacts/import/*.ts',
  'src/parts/funeral/wizard/plan-draft.ts',
  'src/parts/insurance/money.ts',
  'src/parts/kit/{part,step}.ts',
  'src/parts/*/print.tsx',
  'src/parts/health/papers/print.tsx',
  'src/parts/music/playlist.ts',
  'src/reading/steps/*.ts',
  'src/features/**/*-words.ts',
  'src/features/billing/needs-attention.ts',
  'src/features/dashboard/plan-rows.ts',
  'src/features/memorial/first-days/steps-text.ts',
  'src/features/print/first-steps.ts',
  'src/features/profile/who-sees-now.ts',
  'src/features/settings/deletion/lost-with-account.ts',
]

/** Written by a program. */
export const notModules = ['src/lib/database.types.ts']

/** The unit tests of such modules: all but those of whole pages, which take seconds for each mutant. */
export const tests = [
  'tests/unit/{lib,words,browser,data,parts,reading,features}/**/*.test.ts',
  'tests/unit/data/rows/list-cache.test.tsx',
  'tests/unit/parts/accounts/accounts-plan.test.tsx',
  'tests/unit/parts/health/health-print.test.tsx',
  'tests/unit/parts/home/home-print.test.tsx',
  'tests/unit/parts/printed-parts.test.tsx',
]

/** Those among them that would take long for each mutant. */
export const notTests = ['tests/unit/parts/contacts/large-import.test.ts']

/**
 * The kinds of changes that are not made. To notice that a text is empty, a test would have to repeat it; whether a text
 * that decides something is one of those allowed, the types tell.
 */
export const notMade = ['StringLiteral']

/** The least share of the mutants that tests have to notice. */
export const bar = 0.9
