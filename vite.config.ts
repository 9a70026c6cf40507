import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, type TestProjectConfiguration } from 'vitest/config'
import { chunks } from './build/chunks.ts'
import { pages } from './build/pages.ts'
import { slimSdk } from './build/slim-sdk.ts'
import { likeAHost } from './deploy/hosts/vite-plugin.ts'
import { isStackGiven } from './tests/support/test-stack.ts'

const inPackage = (path: string) => fileURLToPath(new URL(`./node_modules/${path}`, import.meta.url))

/** A project of tests that need a Supabase: tests/support/stack-setup.ts starts one for each worker. */
const onStacks = (
  name: string,
  include: string[],
  setupFile = 'tests/support/use-stack.ts',
): TestProjectConfiguration => ({
  extends: true,
  test: {
    name,
    include,
    environment: 'node',
    isolate: false,
    globalSetup: ['tests/support/stack-setup.ts'],
    setupFiles: [setupFile],
    // Nothing here measures speed; a busy machine takes several times as long.
    testTimeout: 120_000,
    hookTimeout: 120_000,
  },
})

export default defineConfig({
  plugins: [react(), tailwindcss(), slimSdk(), pages(), likeAHost()],
  resolve: {
    alias: {
      '@': fileURLToPath(new URL('./src', import.meta.url)),
      // The package's own build without warnings for developers, which its exports give to no one.
      'react-router/dom': inPackage('react-router/dist/production/dom-export.mjs'),
      'react-router': inPackage('react-router/dist/production/index.mjs'),
    },
  },
  // The embedded stack's data: watching its thousands of files would take longer than everything else at the start.
  server: { watch: { ignored: ['**/supabase/local/.data/**'] } },
  build: {
    sourcemap: false,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        // Every page contains the list of files that each page needs: long names would add a kilobyte.
        chunkFileNames: 'assets/[hash:7].js',
        codeSplitting: { groups: chunks },
      },
    },
  },
  test: {
    // One more than cores, because tests wait now and then. Every worker of the stack tests runs a stack of its own, which
    // takes half a gigabyte of memory. On one stack for all, files would meet each other's housekeeping and billing switch.
    maxWorkers: isStackGiven() ? 1 : Math.min(availableParallelism() + 1, 4),
    // A worker loads the app again for each file, and Auth's client counts the ones before.
    onConsoleLog: (text) => !text.includes('Multiple GoTrueClient instances'),
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: ['tests/unit/**/*.test.{ts,tsx}'],
          environment: 'jsdom',
          isolate: false,
          setupFiles: ['tests/unit/setup.ts'],
          testTimeout: 30_000,
        },
      },
      onStacks('stack', ['tests/{stack,policies,functions,storage,attacks}/**/*.test.ts']),
      onStacks('postgres', ['tests/policies/**/*.test.ts'], 'tests/postgres/queued-mail.ts'),
      onStacks('storms', ['tests/{storms,fairness}/**/*.test.ts']),
    ],
  },
})
