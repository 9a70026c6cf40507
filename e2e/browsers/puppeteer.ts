import { type Browser, ElementHandle, launch, type Page } from 'puppeteer-core'
import { chromiumOptions } from '../chromium.ts'
import { type Engine, type Protocol, Window } from './driver.ts'

/** Starts Firefox over WebDriver BiDi, with a fake camera and microphone. */
export async function startFirefox(executablePath: string): Promise<Engine> {
  return engine(
    'Firefox',
    await launch({
      browser: 'firefox',
      executablePath,
      headless: true,
      extraPrefsFirefox: {
        'media.navigator.streams.fake': true,
        'media.navigator.permission.disabled': true,
        'media.autoplay.default': 0,
      },
    }),
  )
}

/** Starts Chromium, to compare with and to exchange recordings with. */
export async function startChromium(executablePath: string): Promise<Engine> {
  return engine('Chromium', await launch({ executablePath, headless: 'shell', args: chromiumOptions.args }))
}

async function engine(name: string, browser: Browser): Promise<Engine> {
  return {
    name,
    version: (await browser.version()).replace(/^\D+/, ''),
    async enter() {
      const context = await browser.createBrowserContext()
      const page = await context.newPage()
      await page.setViewport({ width: 1280, height: 900 })
      return new Window(protocolOf(page))
    },
    quit: () => browser.close(),
  }
}

function protocolOf(page: Page): Protocol {
  const element = async (body: string): Promise<ElementHandle> => {
    const handle = await page.evaluateHandle(`(async () => { ${body} })()`)
    if (handle instanceof ElementHandle) return handle
    throw new Error(`no element: ${body}`)
  }
  // Asks before leaving with something unsaved are answered as by a person who means it.
  page.on('dialog', (dialog) => void dialog.accept())
  return {
    async goto(url) {
      await page.goto(url, { timeout: 60_000 })
    },
    run: (body) => page.evaluate(`(async () => { ${body} })()`),
    async click(body) {
      await (await element(body)).click()
    },
    async type(body, text) {
      const field = await element(body)
      const isFile = await field.evaluate((it) => it instanceof HTMLInputElement && it.type === 'file')
      if (isFile) await (await field.toElement('input')).uploadFile(text)
      else await field.type(text)
    },
    picture: () => page.screenshot(),
    print: () => page.pdf({ format: 'letter' }),
    close: () => page.browserContext().close(),
  }
}
