// Vitest as run.ts starts it: the unit tests' environment, with the mutants in place of their modules.
import { readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vitest/config'
import { root } from './catalogue.ts'
import { FOLDER } from './journal.ts'

const code: Record<string, string> = JSON.parse(
  readFileSync(join(process.env[FOLDER] ?? '', 'code.json'), 'utf8'),
)

export default defineConfig({
  root,
  plugins: [react(), { name: 'mutants', enforce: 'pre', load: (id) => code[id] }],
  resolve: { alias: { '@': join(root, 'src') } },
  test: {
    include: ['tests/unit/**/*.test.{ts,tsx}'],
    environment: 'jsdom',
    setupFiles: ['tests/unit/setup.ts'],
    runner: join(root, 'tests/mutants/src/trials.ts'),
    // run.ts ends a run with its process, and threads end with it, also one that hangs in an endless loop.
    pool: 'threads',
    isolate: false,
    maxWorkers: Math.min(availableParallelism(), 2),
    testTimeout: 60_000,
    hookTimeout: 60_000,
    onConsoleLog: () => false,
  },
})
