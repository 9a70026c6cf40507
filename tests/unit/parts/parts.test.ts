import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { isAppPath } from '@/lib/app-path'
import { planParts } from '@/parts'
import { inOrder, isReadBy } from '@/parts/kit/part'
import { binderParts, memorialParts } from '@/reading/use-plan'

const keysOf = (parts: readonly { key: string }[]) => parts.map(({ key }) => key)

// Read as files: what import.meta.glob finds counts as used, and knip would no longer miss a folder in the list.
const root = join(import.meta.dirname, '../../../src/parts')
const foldersIn = (folder: string) =>
  readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isDirectory() && entry.name !== 'kit')

test('every folder of a part is in the list, and memorial and binder show every part', () => {
  const keys = keysOf(planParts).toSorted()
  // What stands on another part's screen is in that part's folder.
  const withScreens = keysOf(planParts.filter(({ screens }) => screens.length > 0))
  expect(foldersIn(root).map(({ name }) => name)).toEqual(withScreens.toSorted())
  expect(keysOf(memorialParts).toSorted()).toEqual(keys)
  expect(keysOf(binderParts).toSorted()).toEqual(keys)
})

test('no part has more than eight files, nor has a folder inside a part', () => {
  const within = (folder: string): string[] => [
    folder,
    ...foldersIn(folder).flatMap(({ name }) => within(join(folder, name))),
  ]
  const filesIn = (folder: string) =>
    readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isFile())
  expect(within(root).filter((folder) => filesIn(folder).length > 8)).toEqual([])
})

test.each(planParts)('the pieces of the part $key load', async (part) => {
  const { facts, print, head, steps, sample, incoming } = part
  for (const piece of [facts, print, head, steps, sample, incoming])
    if (piece) expect(await piece.get()).toBeDefined()
})

test('each part is shown in a tab and printed as a section, and the portrait at the head instead', () => {
  for (const { key, facts, print, head } of planParts)
    expect([key, Boolean(facts), Boolean(print), Boolean(head)]).toEqual([
      key,
      key !== 'portrait',
      key !== 'portrait',
      key === 'portrait',
    ])
})

test('a part is read by a person whom its choice lets read it, and one without a choice while the plan is open', () => {
  const open = { canView: true, openParts: ['home'] }
  expect(isReadBy({ choice: 'home' }, open)).toBe(true)
  expect(isReadBy({ choice: 'money' }, open)).toBe(false)
  expect(isReadBy({ choice: null }, open)).toBe(true)
  expect(isReadBy({ choice: null }, { ...open, canView: false })).toBe(false)
})

test('every screen of a part has an address that the app knows', () => {
  const paths = planParts.flatMap(({ path, screens }) =>
    [path ?? [], screens.map((screen) => screen.path)].flat(),
  )
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
