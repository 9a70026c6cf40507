// What the workers tell run.ts while they try mutants. A file, as a worker that hangs in an endless loop sends nothing.
import { appendFileSync, existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** The folder that run.ts makes for a run, by its name in the environment of the workers. */
export const FOLDER = 'HEARTWOOD_MUTANTS'

/** One line. */
export type Entry = { file: string } & (
  | { begun: string; at: number }
  /** `killer` is the test that failed, or why the worker had to end; null where all tests passed. */
  | { ended: string; killer: string | null }
  /** A test failed, but it would also fail without the mutant, because of what an earlier one left in the worker. */
  | { unsure: string }
  /** The tests of this file fail without any mutant: these alone, or when they run a second time. */
  | { broken: string }
  | { done: true }
)

const pathIn = (folder: string) => join(folder, 'journal.txt')

export function note(folder: string, entry: Entry): void {
  appendFileSync(pathIn(folder), `${JSON.stringify(entry)}\n`)
}

export function readJournal(folder: string): Entry[] {
  if (!existsSync(pathIn(folder))) return []
  // What follows the last line break is still being written.
  const lines = readFileSync(pathIn(folder), 'utf8').split('\n').slice(0, -1)
  return lines.map((line) => JSON.parse(line))
}

/** Why each mutant that was noticed was, by its id. */
export function killersIn(entries: Entry[]): Map<string, string> {
  return new Map(
    entries.flatMap((entry) => ('ended' in entry && entry.killer ? [[entry.ended, entry.killer]] : [])),
  )
}

/** The mutants that are being tried. */
export function openIn(entries: Entry[]): { file: string; id: string; at: number }[] {
  const open = new Map<string, { file: string; id: string; at: number }>()
  for (const entry of entries) {
    if ('begun' in entry) open.set(entry.file, { file: entry.file, id: entry.begun, at: entry.at })
    else open.delete(entry.file)
  }
  return [...open.values()]
}
