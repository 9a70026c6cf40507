import { defineConfig } from 'playwright/test'
import tests from '../playwright.config.ts'

/** `npm run pictures`: every screen, for the eye. Nothing is compared, and `npm test` does not run it. */
export default defineConfig(tests, {
  testDir: '.',
  testMatch: '*.pictures.ts',
  outputDir: '../../test-results/pictures',
  globalSetup: './global-setup.ts',
  timeout: 600_000,
  reporter: [['list']],
})
