// Which tests to try first on a mutant: those that name its table or function, or what calls it, most often.
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import type { Mutant } from './catalogue.ts'
import type { Failure, Tests } from './trials.ts'

/** A test as it stands in its file. */
interface Written {
  file: string
  /** Of its title; the same wherever it stands. */
  id: string
  /** Matches its name. */
  pattern: string
  text: string
}

/** The files of tests that are tried on mutants, relative to tests/. */
export const testFiles = ['policies', 'storage'].flatMap((folder) =>
  readdirSync(new URL(`../${folder}/`, import.meta.url))
    .filter((name) => name.endsWith('.test.ts'))
    .map((name) => `${folder}/${name}`),
)

const written = testFiles.flatMap((file) =>
  testsIn(file, readFileSync(new URL(`../${file}`, import.meta.url), 'utf8')),
)

/** How many tests of a file are tried at once. */
const some = 4

/** A few letters that stand for a text. */
export function shortId(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 6)
}

/** What killed a mutant: a test, by the id of its title, or only its whole file. */
export interface Killer {
  file: string
  id: string | null
}

/** @returns the tests with this title; the whole file when there is none any more */
export function testsOf({ file, id }: Killer): Tests {
  const found = written.filter((one) => one.file === file && one.id === id)
  return found.length > 0 ? { file, named: found.map(({ pattern }) => pattern).join('|') } : { file }
}

/** What a failure says to try the next time: the test that failed, if its title is written in a way that is found. */
export function killerOf({ file, test }: Failure): Killer {
  const found = written.filter((one) => one.file === file && new RegExp(one.pattern).test(test ?? ''))
  // "is refused" also matches the end of "a guest is refused".
  const [best] = found.sort((a, b) => b.pattern.length - a.pattern.length)
  return { file, id: best?.id ?? null }
}

/** A policy, trigger or function, with the statements that make it. */
export type Rule = Pick<Mutant, 'about' | 'undo'>

/**
 * @param rules all of them: what a function's callers are is read from their statements
 * @returns for each file that names them, some tests that do most
 */
export function testsByRelevance(mutant: Mutant, rules: Rule[]): Tests[] {
  const distances = distancesOfCallers(mutant.about, rules)
  const files = new Map<string, { score: number; pattern: string }[]>()
  for (const { file, pattern, text } of written) {
    const mentions = [...distances].map(([name, distance]) => (text.split(name).length - 1) / 4 ** distance)
    const score = mentions.reduce((sum, one) => sum + one, 0)
    if (score > 0) files.set(file, [...(files.get(file) ?? []), { score, pattern }])
  }
  const total = (tests: { score: number }[]) => tests.reduce((sum, { score }) => sum + score, 0)
  return [...files]
    .sort(([, a], [, b]) => total(b) - total(a))
    .map(([file, tests]) => ({
      file,
      named: tests
        .sort((a, b) => b.score - a.score)
        .slice(0, some)
        .map(({ pattern }) => pattern)
        .join('|'),
    }))
}

/** The tests of a file. The pattern stands for the whole name, with any text where values are put in. */
function testsIn(file: string, text: string): Written[] {
  const parts = text.split(/^(?=\s*(?:it|test)\b)/m).slice(1)
  return parts.flatMap((part) => {
    const title =
      /^\s*(?:it|test)(?:\.\w+(?:<[\s\S]*?>)?\([\s\S]*?\n?\s*\))?\(\s*(?<quote>['"`])(?<title>.*?)\k<quote>/.exec(
        part,
      )
    const name = title?.groups?.title
    if (!name) return []
    const pattern = name
      .split(/\$\{.*?\}|%[a-z]|\$[\w.]+/)
      .map((words) => words.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&'))
      .join('.*')
    return [{ file, id: shortId(name), pattern: `${pattern}$`, text: part }]
  })
}

/** The name itself, the functions that call it, the tables whose policies and triggers do, and their callers in turn. */
function distancesOfCallers(name: string, rules: Rule[]): Map<string, number> {
  const distances = new Map([[name, 0]])
  for (const [callee, distance] of distances) {
    for (const { about, undo } of rules) {
      if (!distances.has(about) && undo.some((text) => text.includes(`${callee}(`)))
        distances.set(about, distance + 1)
    }
  }
  return distances
}
