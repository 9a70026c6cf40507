// @vitest-environment node
import { createHash } from 'node:crypto'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterEach, beforeEach, expect, it } from 'vitest'
import {
  byName,
  checksumGroups,
  type KeptFile,
  writeChecksums,
  writeList,
} from '../../../deploy/backup/manifest.ts'

let own: string
beforeEach(async () => {
  own = await mkdtemp(join(tmpdir(), 'heartwood-manifest-'))
})
afterEach(() => rm(own, { recursive: true }))

const file = (name: string, bucket = 'documents'): KeptFile => ({
  bucket,
  name,
  version: null,
  owner: null,
  created: '2026-11-22T00:00:00+00:00',
  type: 'text/plain',
  size: 1,
  sha256: createHash('sha256').update(name).digest('hex'),
})

it('files are in the order of their bytes, as Postgres sorts them, and not in that of JavaScript', () => {
  // U+FF5E comes before U+1F333 in UTF-8, and after it in UTF-16.
  const names = ['Z', 'a', 'é', '\uff5e', '🌳']
  expect(
    names
      .toReversed()
      .map((name) => file(name))
      .sort(byName)
      .map(({ name }) => name),
  ).toEqual(names)
  expect(byName(file('z', 'a'), file('a', 'b'))).toBe(-1)
})

const sortedSums = (files: KeptFile[]) => [...new Set(files.flatMap(({ sha256 }) => sha256 ?? []))].sort()
async function* linesOf(files: KeptFile[]) {
  for (const one of files) yield JSON.stringify(one)
}

it('the checksums of a list are written once each and in order, however many fit into memory', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.string(), { maxLength: 60 }),
      fc.integer({ min: 1, max: 70 }),
      async (names, atOnce) => {
        const files: KeptFile[] = [...names.map((name) => file(name)), { ...file('lost'), sha256: null }]
        const written = await writeList(own, linesOf(files))
        const sum = await writeChecksums(
          own,
          { files: { ...written, damaged: 0, missing: 0, gone: 0 } },
          atOnce,
        )
        const bytes = await readFile(join(own, 'checksums'))
        expect(bytes.toString('hex')).toBe(sortedSums(files).join(''))
        expect(sum).toBe(createHash('sha256').update(bytes).digest('hex'))
        const groups: string[][] = []
        for await (const group of checksumGroups(own)) groups.push(group)
        expect(groups).toHaveLength(256)
        expect(groups.flat()).toEqual(sortedSums(files))
        for (const [first, group] of groups.entries())
          for (const one of group) expect(Number.parseInt(one.slice(0, 2), 16)).toBe(first)
      },
    ),
    { numRuns: 40 },
  )
})
