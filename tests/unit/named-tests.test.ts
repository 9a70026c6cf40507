// @vitest-environment node
// SECURITY.md and the table of attacks say which test shows what: the files are there, and so are the titles.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

const project = join(import.meta.dirname, '../..')
const read = (path: string) => readFileSync(join(project, path), 'utf8')

/** The paths of tests in a document, each with the titles in quotation marks that stand after it. */
const namedIn = (markdown: string) =>
  [...markdown.matchAll(/`((?:tests|e2e)\/[^`]+)`((?:,? “[^”]+”)*)/g)].map(([, path = '', titles = '']) => ({
    path,
    titles: [...titles.matchAll(/“([^”]+)”/g)].map(([, title = '']) => title),
  }))

it.each([
  ['SECURITY.md', 20],
  ['tests/attacks/README.md', 40],
])('every test that %s names exists', (document, atLeast) => {
  const named = namedIn(read(document))
  expect(named.length).toBeGreaterThan(atLeast)
  for (const { path, titles } of named) {
    expect([path, existsSync(join(project, path))]).toEqual([path, true])
    for (const title of titles) expect([path, title, read(path).includes(title)]).toEqual([path, title, true])
  }
})

it('every line of the table of threats in SECURITY.md names a test, or says that there is none', () => {
  const rows = read('SECURITY.md')
    .split('\n')
    .filter((line) => line.startsWith('| ') && !/^\| (who|-+) /.test(line))
  expect(rows.length).toBeGreaterThan(10)
  for (const row of rows) expect(row).toMatch(/(`(tests|e2e)\/[^`]+`[^|]*| none *)\|$/)
})

it('the table of attacks has a line for each of the 20, in order', () => {
  const numbers = [...read('tests/attacks/README.md').matchAll(/^\| (\d+) +\|/gm)].map(([, n]) => Number(n))
  expect(numbers).toEqual(Array.from({ length: 20 }, (_, n) => n + 1))
})
