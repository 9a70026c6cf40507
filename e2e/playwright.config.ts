import { existsSync } from 'node:fs'
import { defineConfig } from 'playwright/test'

// Debian's Chromium where it is installed, otherwise the one that `npx playwright install chromium` brings.
const debianChromium = '/usr/bin/chromium'
const isRoot = process.getuid?.() === 0

export default defineConfig({
  testDir: '.',
  outputDir: '../test-results',
  globalSetup: './global-setup.ts',
  fullyParallel: true,
  forbidOnly: Boolean(process.env.CI),
  retries: 0,
  workers: 2,
  timeout: 90_000,
  expect: { timeout: 15_000 },
  reporter: [['list'], ['json', { outputFile: '../test-results/e2e.json' }]],
  use: {
    // APP_URL is set by the global setup, which runs before the workers read this file.
    baseURL: process.env.APP_URL ?? '',
    viewport: { width: 1280, height: 900 },
    locale: 'en-US',
    // What was done, said and asked for. Pictures of every moment double the work: `npm run test:e2e -- --trace on`.
    trace: { mode: 'retain-on-failure', screenshots: false, snapshots: false, sources: false },
    screenshot: 'only-on-failure',
    launchOptions: {
      ...(existsSync(debianChromium) ? { executablePath: debianChromium } : {}),
      args: [
        ...(isRoot ? ['--no-sandbox'] : []),
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        '--disable-quic',
        '--no-first-run',
        // The address bar's suggestions are pages of their own, loaded for every window, which nobody sees here.
        '--disable-features=WebUIOmniboxPopup,WebUIOmniboxAimPopup,WebUIOmniboxFullPopup',
        // A camera and a microphone that show a test picture, and that may be used without a question.
        '--use-fake-device-for-media-stream',
        '--use-fake-ui-for-media-stream',
      ],
    },
  },
})
