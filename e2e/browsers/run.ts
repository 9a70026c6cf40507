// `npm run test:browsers`, once a release: the main job in Firefox and in WebKit, beside Chromium, on Debian. It says what
// it could not drive. The recordings and the printed plans stay in test-results/browsers.
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { chromiumOptions } from '../chromium.ts'
import startApp from '../global-setup.ts'
import type { Engine } from './driver.ts'
import { startChromium, startFirefox } from './puppeteer.ts'
import { exchange, type Outcome, type Recording, story } from './stories.ts'
import { startWebKit } from './webkit.ts'

const folder = fileURLToPath(new URL('../../test-results/browsers', import.meta.url))

/** Debian's packages for each engine, its driver, and what else tells whether they are there. */
const engines = [
  {
    name: 'Firefox',
    program: '/usr/bin/firefox-esr',
    needs: [],
    packages: ['firefox-esr'],
    start: startFirefox,
  },
  {
    name: 'WebKit',
    program: '/usr/bin/WebKitWebDriver',
    needs: ['/usr/bin/Xvfb', '/usr/share/doc/gstreamer1.0-libav'],
    // The recorder needs GStreamer's encoders, as Safari has its own.
    packages: [
      'webkit2gtk-driver',
      'xvfb',
      'gstreamer1.0-plugins-good',
      'gstreamer1.0-plugins-bad',
      'gstreamer1.0-plugins-ugly',
      'gstreamer1.0-libav',
    ],
    start: startWebKit,
  },
  {
    name: 'Chromium',
    program: chromiumOptions.executablePath ?? '/usr/bin/chromium',
    needs: [],
    packages: ['chromium'],
    start: startChromium,
  },
]

/** Installs what is missing where that needs no one's password, as `npm test` does with Chromium. */
function provide(files: string[], packages: string[]): boolean {
  if (files.every((file) => existsSync(file))) return true
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return false
  const apt = (...args: string[]) => spawnSync('apt-get', args, { stdio: 'inherit' }).status === 0
  return apt('update', '-qq') && apt('install', '-y', '-qq', '--no-install-recommends', ...packages)
}

const wanted = process.argv.slice(2)
const outcomes: ({ engine: string } & Outcome)[] = []
const recordings: Recording[] = []
const running: Engine[] = []
await mkdir(folder, { recursive: true })
const stop = await startApp()
try {
  for (const { name, program, needs, packages, start } of engines) {
    if (wanted.length > 0 && !wanted.includes(name.toLowerCase())) continue
    if (!provide([program, ...needs], packages)) {
      const note = `install ${packages.join(' ')}`
      outcomes.push({ engine: name, step: 'starts', result: 'not driven', note })
      continue
    }
    const engine = await start(program)
    running.push(engine)
    const found = await story(engine, folder)
    outcomes.push(...found.outcomes.map((outcome) => ({ engine: `${name} ${engine.version}`, ...outcome })))
    recordings.push(...found.recordings)
  }
  for (const engine of running) {
    const found = await exchange(engine, recordings)
    outcomes.push(...found.map((outcome) => ({ engine: `${engine.name} ${engine.version}`, ...outcome })))
  }
} finally {
  for (const engine of running) await engine.quit()
  await stop()
}
console.table(outcomes)
process.exit(outcomes.some(({ result }) => result === 'fails') ? 1 : 0)
