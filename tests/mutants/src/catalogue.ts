// The mutants of src: what the instrumenter of Stryker makes of the modules. It writes all mutants of a file into it at
// once, each behind a switch, so that a test file is loaded by Vite once for all of them.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Instrumenter } from '@stryker-mutator/instrumenter'
import { createFilter } from 'vite'
import { modules, notMade, notModules, notTests, tests } from './modules.ts'

export const root = fileURLToPath(new URL('../../..', import.meta.url))

/** One change of one place. */
export interface Mutant {
  id: string
  /** "src/lib/dates.ts: a < b → a <= b", which a new line elsewhere in the file does not change. */
  name: string
  /** "src/lib/dates.ts:12" */
  place: string
}

/** The mutants, and the files that hold them by their full paths. */
export interface Catalogue {
  mutants: Mutant[]
  code: Record<string, string>
}

/** All mutants of the modules, in their order. */
export async function readMutants(): Promise<Catalogue> {
  const files = filesOf('src', modules, notModules).map((name) => ({
    name: join(root, name),
    content: readFileSync(join(root, name), 'utf8'),
    mutate: true,
  }))
  const made = await new Instrumenter(silent).instrument(files, {
    plugins: null,
    excludedMutations: notMade,
    ignorers: [],
  })
  const contents = new Map(files.map(({ name, content }) => [name, content]))
  const seen = new Map<string, number>()
  const mutants = made.mutants.flatMap(({ id, fileName, replacement, location, status }) => {
    if (status === 'Ignored') return []
    const lines = (contents.get(fileName) ?? '').split('\n').slice(location.start.line, location.end.line + 1)
    lines.push((lines.pop() ?? '').slice(0, location.end.column))
    const original = lines.join('\n').slice(location.start.column)
    const file = fileName.slice(root.length)
    const name = `${file}: ${inShort(original)} → ${inShort(replacement)}`
    const number = (seen.get(name) ?? 0) + 1
    seen.set(name, number)
    return {
      id,
      name: number === 1 ? name : `${name} (${number})`,
      place: `${file}:${location.start.line + 1}`,
    }
  })
  return { mutants, code: Object.fromEntries(made.files.map(({ name, content }) => [name, content])) }
}

/** The test files that may notice a mutant. */
export function testFiles(): string[] {
  return filesOf('tests/unit', tests, notTests)
}

function filesOf(folder: string, include: string[], exclude: string[]): string[] {
  const isOne = createFilter(include, exclude, { resolve: root })
  return readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .map((name) => `${folder}/${name.replaceAll('\\', '/')}`)
    .filter((name) => isOne(join(root, name)))
    .sort()
}

/** A text on one line; its middle is left out when it is long. */
function inShort(text: string): string {
  const line = text.replace(/\s+/g, ' ')
  return line.length <= 100 ? line : `${line.slice(0, 60)} … ${line.slice(-35)}`
}

const no = () => false
const nothing = () => {}
const silent = {
  isTraceEnabled: no,
  isDebugEnabled: no,
  isInfoEnabled: no,
  isWarnEnabled: no,
  isErrorEnabled: no,
  isFatalEnabled: no,
  trace: nothing,
  debug: nothing,
  info: nothing,
  warn: nothing,
  error: nothing,
  fatal: nothing,
}
