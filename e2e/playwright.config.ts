import { defineConfig } from 'playwright/test'
import { chromiumOptions } from './chromium.ts'

export default defineConfig({
  testDir: '.',
  outputDir: '../test-results',
  globalSetup: './global-setup.ts',
  fullyParallel: true,
  forbidOnly: Boolean(process.env.CI),
  retries: 0,
  // One more than the smallest machine has cores, because a story waits now and then.
  workers: 3,
  // A busy machine takes four times as long as a quiet one. A story that fails waits longer, and no other.
  timeout: 180_000,
  expect: { timeout: 40_000 },
  reporter: [['list'], ['json', { outputFile: '../test-results/e2e.json' }]],
  use: {
    // APP_URL is set by the global setup, which runs before the workers read this file.
    baseURL: process.env.APP_URL ?? '',
    viewport: { width: 1280, height: 900 },
    locale: 'en-US',
    // Traces record actions, logs and requests. Screenshots double the run time: `npm run test:e2e -- --trace on`.
    trace: { mode: 'retain-on-failure', screenshots: false, snapshots: false, sources: false },
    screenshot: 'only-on-failure',
    launchOptions: chromiumOptions,
  },
})
