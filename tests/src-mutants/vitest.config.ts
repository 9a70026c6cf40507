import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'
import type { Reporter, TestModule, Vitest } from 'vitest/node'

/** Stryker looks at tests alone: it would count a mutant with which a file cannot even be loaded as survived. */
class LoadFailures implements Reporter {
  private vitest: Vitest | undefined

  onInit(vitest: Vitest) {
    this.vitest = vitest
  }

  onTestModuleEnd(module: TestModule) {
    for (const error of module.errors()) this.vitest?.state.catchError(error, 'Load Error')
  }
}

// Those of the unit tests that need no page: a page takes a hundred times as long, and is rarely the first to notice a
// change. What needs no browser either goes without one, which takes half the time.
export default defineConfig({
  resolve: { alias: { '@': fileURLToPath(new URL('../../src', import.meta.url)) } },
  test: {
    reporters: [new LoadFailures()],
    // Nothing here measures speed.
    testTimeout: 30_000,
    projects: [
      {
        extends: true,
        test: {
          name: 'plain',
          include: ['tests/unit/{lib,words}/**/*.test.ts'],
        },
      },
      {
        extends: true,
        test: {
          name: 'browser',
          include: [
            'tests/unit/{parts,reading,data}/**/*.test.{ts,tsx}',
            'tests/unit/features/**/*-{words,steps,notices}.test.ts',
          ],
          exclude: ['**/*-page.test.tsx', 'tests/unit/parts/kit/**', 'tests/unit/reading/export/**'],
          environment: 'jsdom',
          setupFiles: ['tests/unit/setup.ts'],
        },
      },
    ],
  },
})
