import { expect, test } from 'vitest'
import { isAppPath } from '@/lib/app-path'
import { planParts } from '@/parts'
import { binderParts, memorialParts } from '@/parts/facts'
import { headOf } from '@/parts/heads'
import { inOrder } from '@/parts/kit/part'
import { printOf } from '@/parts/printed'
import { sampleOf } from '@/parts/samples'
import { sections } from '@/parts/sections'

const keysOf = (parts: readonly { key: string }[]) => parts.map(({ key }) => key)

test('every part has what shows, reads and prints it, and every folder of a part is in the list', () => {
  const keys = keysOf(planParts)
  expect(new Set(keys).size).toBe(keys.length)
  expect(keysOf(sections)).toEqual(keys)
  expect(keysOf(memorialParts).toSorted()).toEqual(keys.toSorted())
  expect(keysOf(binderParts).toSorted()).toEqual(keys.toSorted())
  const folders = Object.keys(import.meta.glob('/src/parts/*/section.ts'))
  expect(folders).toHaveLength(keys.length)
  const heads = keys.filter((key) => headOf(key))
  expect(keysOf(memorialParts.filter(({ facts }) => facts)).toSorted()).toEqual(
    keys.filter((key) => !heads.includes(key)).toSorted(),
  )
  expect(keys.filter((key) => printOf(key) || headOf(key))).toEqual(keys)
  expect(keys.filter((key) => sampleOf(key) !== undefined)).toEqual(keys)
})

test('every screen of a part has an address that the app knows', () => {
  const paths = planParts.flatMap(({ path, screens }) => [path, ...screens.map((screen) => screen.path)])
  expect(paths.filter((path) => !isAppPath(path))).toEqual([])
})

test('each memorial tab takes its words for the access history from exactly one part', () => {
  const viewed = sections.filter((section) => section.viewed).map(({ tab }) => tab)
  expect(new Set(viewed)).toEqual(new Set(planParts.map(({ tab }) => tab)))
  expect(new Set(viewed).size).toBe(viewed.length)
})

test('inOrder puts the named parts first and keeps the order of the others', () => {
  const parts = keysOf(inOrder([{ key: 'a' }, { key: 'b' }, { key: 'c' }, { key: 'd' }], 'c', 'a'))
  expect(parts).toEqual(['c', 'a', 'b', 'd'])
})
