import { existsSync } from 'node:fs'
import { defineConfig } from 'playwright/test'

// Debian's Chromium where it is installed, otherwise the one from `npx playwright install chromium`. The shell without
// windows comes first, as Playwright itself prefers: the stories take half as long in it.
const debianChromium = ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium'].find((path) =>
  existsSync(path),
)
const isRoot = process.getuid?.() === 0

export default defineConfig({
  testDir: '.',
  outputDir: '../test-results',
  globalSetup: './global-setup.ts',
  fullyParallel: true,
  forbidOnly: Boolean(process.env.CI),
  retries: 0,
  // One more than the smallest machine has cores, because a story waits now and then.
  workers: 3,
  timeout: 90_000,
  expect: { timeout: 15_000 },
  reporter: [['list'], ['json', { outputFile: '../test-results/e2e.json' }]],
  use: {
    // APP_URL is set by the global setup, which runs before the workers read this file.
    baseURL: process.env.APP_URL ?? '',
    viewport: { width: 1280, height: 900 },
    locale: 'en-US',
    // Traces record actions, logs and requests. Screenshots double the run time: `npm run test:e2e -- --trace on`.
    trace: { mode: 'retain-on-failure', screenshots: false, snapshots: false, sources: false },
    screenshot: 'only-on-failure',
    launchOptions: {
      ...(debianChromium ? { executablePath: debianChromium } : {}),
      args: [
        ...(isRoot ? ['--no-sandbox'] : []),
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        '--disable-quic',
        '--no-first-run',
        // The address bar's suggestions are separate pages that load for every window although no test shows them.
        '--disable-features=WebUIOmniboxPopup,WebUIOmniboxAimPopup,WebUIOmniboxFullPopup',
        // A fake camera and microphone that show a test picture and need no permission prompt.
        '--use-fake-device-for-media-stream',
        '--use-fake-ui-for-media-stream',
      ],
    },
  },
})
