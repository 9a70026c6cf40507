import { defineConfig } from 'playwright/test'
import tests from '../playwright.config.ts'

/** Pictures for the eye: nothing is compared, and `npm test` does not take them. */
export default defineConfig(tests, {
  testDir: '.',
  outputDir: '../../test-results/pictures',
  globalSetup: './global-setup.ts',
  timeout: 600_000,
  reporter: [['list']],
  projects: [
    // `npm run pictures`
    { name: 'screens', testMatch: 'screens.pictures.ts' },
    // `npm run pictures:readme`, when what they show has changed: these are committed.
    { name: 'readme', testMatch: 'readme.pictures.ts' },
  ],
})
