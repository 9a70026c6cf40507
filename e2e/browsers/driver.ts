import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { env } from '../fixtures.ts'

/** A browser of one engine, in which each person has a profile of their own. */
export interface Engine {
  name: string
  version: string
  /** Opens a window with an empty profile. */
  enter(): Promise<Window>
  quit(): Promise<void>
}

/** What an engine's protocol must be able to do. */
export interface Protocol {
  goto(url: string): Promise<void>
  /** Runs the body of an async function in the page. @returns its result, which must be JSON */
  run(body: string): Promise<unknown>
  /** Clicks the element that the body of an async function returns, as a mouse does. */
  click(body: string): Promise<void>
  /** Types into the element, or names a file for a file input. */
  type(body: string, text: string): Promise<void>
  /** A picture of the page, PNG. */
  picture(): Promise<Uint8Array>
  /** The page as a PDF; null when the protocol cannot print. */
  print(): Promise<Uint8Array | null>
  close(): Promise<void>
}

const queries = readFile(
  createRequire(import.meta.url).resolve('@testing-library/dom/dist/@testing-library/dom.umd.min.js'),
  'utf8',
)

/** How long something may take to appear, in milliseconds. */
const patience = 30_000

/** A window in any engine, used as a person does: by roles and names. Every method fails when nothing is found in time. */
export class Window {
  private readonly protocol: Protocol

  constructor(protocol: Protocol) {
    this.protocol = protocol
  }

  /** Opens an address of the app. */
  async open(path: string): Promise<void> {
    await this.protocol.goto(new URL(path, env('APP_URL')).href)
  }

  /** Presses a button, link, radio button or tab. */
  async press(role: string, name: string): Promise<void> {
    await this.prepare()
    await this.protocol.click(byRole(role, name))
  }

  /** Types into a field. */
  async fill(label: string, text: string): Promise<void> {
    await this.prepare()
    await this.protocol.type(byRole('textbox', label), text)
  }

  /** Chooses a file for the only file input with a label. */
  async choose(label: string, file: string): Promise<void> {
    await this.prepare()
    const body = `return TestingLibraryDom.findByLabelText(document.body, ${words(label)}, { selector: 'input[type=file]' }, ${waiting})`
    await this.protocol.type(body, file)
  }

  /** Waits for a text on the page. */
  async sees(text: string): Promise<void> {
    await this.waitFor(`document.body.innerText.includes(${JSON.stringify(text)})`, `“${text}” on the page`)
  }

  /** Waits until a condition of the page holds. @param condition an expression */
  async waitFor(condition: string, what: string): Promise<void> {
    const end = Date.now() + patience
    while (!(await this.protocol.run(`return Boolean(${condition})`).catch(() => false))) {
      if (Date.now() > end) throw new Error(`not there after ${patience / 1000} s: ${what}`)
      await new Promise((resolve) => setTimeout(resolve, 200))
    }
  }

  /** Runs the body of an async function in the page. */
  run(body: string): Promise<unknown> {
    return this.protocol.run(body)
  }

  picture(): Promise<Uint8Array> {
    return this.protocol.picture()
  }

  print(): Promise<Uint8Array | null> {
    return this.protocol.print()
  }

  close(): Promise<void> {
    return this.protocol.close()
  }

  /** Testing Library finds by role and name in the page itself, because not every protocol can. */
  private async prepare(): Promise<void> {
    await this.waitFor("document.readyState === 'complete' && document.querySelector('h1')", 'a heading')
    if (!(await this.protocol.run('return Boolean(window.TestingLibraryDom)')))
      await this.protocol.run(`${await queries}; return true`)
  }
}

const waiting = JSON.stringify({ timeout: patience })
/** A name in any case. What it describes may follow: the name of a radio button includes its explanation. */
const words = (name: string) => `/^${name.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&')}(\\W|$)/i`

const byRole = (role: string, name: string) =>
  `const found = await TestingLibraryDom.findByRole(document.body, ${JSON.stringify(role)}, { name: ${words(name)} }, ${waiting});
   found.scrollIntoView({ block: 'center' });
   return found`
