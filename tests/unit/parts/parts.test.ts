import { expect, test } from 'vitest'
import { isAppPath } from '@/lib/app-path'
import { planParts } from '@/parts'
import { inOrder } from '@/parts/kit/part'
import { binderParts, memorialParts } from '@/reading/use-plan'

const keysOf = (parts: readonly { key: string }[]) => parts.map(({ key }) => key)

test('every folder of a part is in the list, and memorial and binder show every part', () => {
  const keys = keysOf(planParts).toSorted()
  const folders = Object.keys(import.meta.glob('/src/parts/*/index.ts')).map((path) => path.split('/')[3])
  expect(folders.toSorted()).toEqual(keys)
  expect(keysOf(memorialParts).toSorted()).toEqual(keys)
  expect(keysOf(binderParts).toSorted()).toEqual(keys)
})

test.each(planParts)('the pieces of the part $key load', async (part) => {
  const { facts, print, head, steps, sample } = part
  for (const piece of [facts, print, head, steps, sample]) if (piece) expect(await piece.get()).toBeDefined()
})

test('every screen of a part has an address that the app knows', () => {
  const paths = planParts.flatMap(({ path, screens }) => [path, ...screens.map((screen) => screen.path)])
  expect(paths.filter((path) => !isAppPath(path))).toEqual([])
})

test('each memorial tab takes its words for the access history from exactly one part', () => {
  const viewed = planParts.filter((part) => part.viewed).map(({ tab }) => tab)
  expect(new Set(viewed)).toEqual(new Set(planParts.map(({ tab }) => tab)))
  expect(new Set(viewed).size).toBe(viewed.length)
})

test('inOrder puts the named parts first and keeps the order of the others', () => {
  const parts = keysOf(inOrder([{ key: 'a' }, { key: 'b' }, { key: 'c' }, { key: 'd' }], 'c', 'a'))
  expect(parts).toEqual(['c', 'a', 'b', 'd'])
})
