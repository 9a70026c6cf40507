// @vitest-environment node
import { mkdtemp, readFile, rm, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { DamagedLines, linesAsWritten, linesIn, writeLines } from '../../../deploy/backup/lines.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'heartwood-lines-'))
})
afterAll(() => rm(folder, { recursive: true }))

async function* each(lines: string[]) {
  yield* lines
}
const all = async (lines: AsyncIterable<string>) => {
  const read: string[] = []
  for await (const line of lines) read.push(line)
  return read
}

it('lines come back as they were, whatever separators and letters people typed', async () => {
  const path = join(folder, 'texts.gz')
  const lines = ['one\u2028two', 'three\u2029four', 'five\rsix', '', 'Zoë 🌳'.repeat(50_000)]
  const written = await writeLines(path, each(lines))
  expect(written.rows).toBe(5)
  expect(await all(linesAsWritten(path, written))).toEqual(lines)
  expect(gunzipSync(await readFile(path)).toString()).toBe(`${lines.join('\n')}\n`)
})

it('no lines are a file too', async () => {
  const path = join(folder, 'none.gz')
  expect(await all(linesAsWritten(path, await writeLines(path, each([]))))).toEqual([])
})

it('a file that is cut off, changed or missing is noticed after what could be read', async () => {
  const path = join(folder, 'damaged.gz')
  const written = await writeLines(path, each(['a', 'b']))
  await expect(all(linesAsWritten(path, { ...written, sha256: 'another' }))).rejects.toThrow(DamagedLines)
  await truncate(path, 15)
  await expect(all(linesAsWritten(path, written))).rejects.toThrow(DamagedLines)
  await expect(all(linesAsWritten(join(folder, 'nowhere.gz'), written))).rejects.toThrow('ENOENT')
})

it('a file that is not compressed is read as well, its last line too when it is only half there', async () => {
  const path = join(folder, 'journal.jsonl')
  await writeFile(path, '{"a":1}\n{"b"')
  expect(await all(linesIn(path))).toEqual(['{"a":1}', '{"b"'])
})
