import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { freePort } from '../global-setup.ts'
import { type Engine, type Protocol, Window } from './driver.ts'

const ELEMENT = 'element-6066-11e4-a52e-4f735466cecf'
const libraries = '/usr/lib'

/** Where Debian keeps WebKitGTK's test browser: the folder is named for the architecture. */
function miniBrowser(): string {
  for (const folder of readdirSync(libraries))
    for (const version of ['webkit2gtk-4.1', 'webkit2gtk-4.0'])
      try {
        const path = join(libraries, folder, version)
        if (readdirSync(path).includes('MiniBrowser')) return join(path, 'MiniBrowser')
      } catch {
        // No such folder.
      }
  throw new Error('WebKitGTK has no MiniBrowser here')
}

/** Starts WebKitGTK over WebDriver, with a fake camera and microphone, on a display that is not shown. */
export async function startWebKit(driver: string): Promise<Engine> {
  const { display, stop } = await startDisplay()
  // WebKitWebDriver has one session at a time, so each window has a driver of its own.
  const enter = () => openSession(driver, display)
  const first = await enter()
  await first.close()
  return { name: 'WebKit', version: first.version, enter: async () => new Window(await enter()), quit: stop }
}

async function startDisplay(): Promise<{ display: string; stop: () => Promise<void> }> {
  if (process.env.DISPLAY) return { display: process.env.DISPLAY, stop: async () => {} }
  const server = spawn('Xvfb', ['-displayfd', '3', '-screen', '0', '1280x1000x24'], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  })
  const number = await new Promise<string>((resolve, reject) => {
    server.once('error', reject)
    server.once('exit', (code) => reject(new Error(`Xvfb ended with ${code}`)))
    server.stdio[3]?.once('data', (data: Buffer) => resolve(data.toString().trim()))
  })
  return { display: `:${number}`, stop: () => end(server) }
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return
  const ended = once(child, 'exit')
  child.kill()
  await ended
}

async function openSession(driver: string, display: string): Promise<Protocol & { version: string }> {
  const port = await freePort()
  const child = spawn(driver, [`--port=${port}`], {
    env: { ...process.env, DISPLAY: display },
    stdio: 'ignore',
  })
  const ask = async (method: string, path: string, body?: unknown): Promise<unknown> => {
    const response = await fetch(`http://127.0.0.1:${port}${path}`, {
      method,
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    const { value } = (await response.json()) as { value: { error?: string; message?: string } | null }
    if (!response.ok) throw new Error(`WebKit: ${value?.error} ${value?.message}`)
    return value
  }
  await untilAnswering(() => ask('GET', '/status'))
  const { sessionId, capabilities } = (await ask('POST', '/session', {
    capabilities: {
      alwaysMatch: {
        unhandledPromptBehavior: 'accept',
        'webkitgtk:browserOptions': {
          binary: miniBrowser(),
          args: ['--automation', '--enable-media-stream=true', '--enable-mock-capture-devices=true'],
        },
      },
    },
  })) as { sessionId: string; capabilities: { browserVersion: string } }
  const session = `/session/${sessionId}`
  await ask('POST', `${session}/timeouts`, { script: 60_000 })
  const execute = async (body: string) => {
    const script = `const done = arguments[arguments.length - 1];
      (async () => { ${body} })().then((value) => done({ value }), (error) => done({ error: String(error) }))`
    const answer = (await ask('POST', `${session}/execute/async`, { script, args: [] })) as {
      value?: unknown
      error?: string
    }
    if (answer.error) throw new Error(answer.error)
    return answer.value
  }
  const element = async (body: string) => {
    const found = (await execute(body)) as Record<string, string> | null
    return `${session}/element/${found?.[ELEMENT]}`
  }
  return {
    version: capabilities.browserVersion,
    goto: async (url) => void (await ask('POST', `${session}/url`, { url })),
    run: execute,
    click: async (body) => void (await ask('POST', `${await element(body)}/click`, {})),
    type: async (body, text) => void (await ask('POST', `${await element(body)}/value`, { text })),
    picture: async () => Buffer.from(String(await ask('GET', `${session}/screenshot`)), 'base64'),
    // WebKitWebDriver does not know the command.
    print: async () => null,
    close: async () => {
      await ask('DELETE', session)
      await end(child)
    },
  }
}

async function untilAnswering(ask: () => Promise<unknown>): Promise<void> {
  const end = Date.now() + 15_000
  for (;;) {
    try {
      await ask()
      return
    } catch (error) {
      if (Date.now() > end) throw error
      await new Promise((resolve) => setTimeout(resolve, 100))
    }
  }
}
