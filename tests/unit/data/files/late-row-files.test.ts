import { afterEach, expect, test, vi } from 'vitest'
import { throwMissing } from '@/data/files/late-row-files'
import { errorCode } from '@/lib/errors'
import { errorSentence } from '@/words/refusals'

const missing = new TypeError('Failed to fetch dynamically imported module: /assets/a.js')
const thrown = () => {
  try {
    throwMissing(missing)
  } catch (error) {
    return error
  }
}

afterEach(() => vi.restoreAllMocks())

test('a file that is saved without a connection stays chosen, and the person is told so', () => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  expect(errorSentence(thrown())).toMatch(/^We couldn’t reach the server\. .*What you typed is still here\.$/)
})

test('a file that is saved after a newer version was deployed asks for the page again', () => {
  expect(errorCode(thrown())).toBe('missing_code')
})
