import { afterEach, expect, test, vi } from 'vitest'
import { savesData } from '@/browser/saves-data'

afterEach(() => vi.unstubAllGlobals())

test.each([
  [{}, false],
  [{ connection: undefined }, false],
  [{ connection: { saveData: false } }, false],
  [{ connection: { saveData: true } }, true],
])('a browser that says %j saves data: %s', (navigator, saves) => {
  vi.stubGlobal('navigator', navigator)
  expect(savesData()).toBe(saves)
})
