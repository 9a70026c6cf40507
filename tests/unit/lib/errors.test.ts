import { expect, test } from 'vitest'
import { CodedError, errorCode, isLostAnswer, isMissingCode, isNetworkError, propertyOf } from '@/lib/errors'

const named = (name: string, values: object = {}) => Object.assign(new Error('message'), { name, ...values })
const missing = [
  'Failed to fetch dynamically imported module: /assets/abc.js',
  'error loading dynamically imported module',
  'Importing a module script failed.',
  'Unable to preload CSS for /assets/abc.css',
].map((message) => new TypeError(message))
// As Chromium, Node, Firefox and Safari say it, and as Supabase's client names it.
const lost = [
  ...[
    'Failed to fetch',
    'fetch failed',
    'NetworkError when attempting to fetch resource.',
    'Load failed',
  ].map((message) => new TypeError(message)),
  named('AuthRetryableFetchError'),
  named('FunctionsFetchError'),
  named('TimeoutError'),
  { message: 'TypeError: Failed to fetch', code: '' },
]

test.each(missing)('a part of the app that did not come has a code of its own: %s', (error) => {
  expect([isMissingCode(error), isNetworkError(error), errorCode(error)]).toEqual([
    true,
    true,
    'missing_code',
  ])
})

test.each(lost)('a lost connection has the code "network": %s', (error) => {
  expect([isMissingCode(error), isNetworkError(error), errorCode(error)]).toEqual([false, true, 'network'])
})

test.each([
  [new CodedError('plan_closed'), 'plan_closed'],
  [{ code: 'HW040', message: 'refused' }, 'HW040'],
  [named('StorageApiError', { statusCode: '413', code: 'ignored' }), 'storage_413'],
  [named('AuthSessionMissingError'), 'session_not_found'],
  [{ code: '', message: 'an answer without a code' }, 'unknown'],
  [{ code: 42_501 }, 'unknown'],
  [{ message: 1 }, 'unknown'],
  // Only an error says that code is missing: a server's answer with these words does not.
  [{ message: 'Importing a module script failed.' }, 'unknown'],
  ['HW040', 'unknown'],
  [null, 'unknown'],
  [undefined, 'unknown'],
])('the code of %j is %s', (error, code) => {
  expect(errorCode(error)).toBe(code)
})

test('only an answer that was lost at once may be asked for again', () => {
  expect(isLostAnswer(new TypeError('Failed to fetch'))).toBe(true)
  expect(isLostAnswer(named('TimeoutError'))).toBe(false)
  expect(isLostAnswer(new CodedError('plan_closed'))).toBe(false)
})

test('a property is read from an object only, and is undefined anywhere else', () => {
  expect(propertyOf({ name: 'a' }, 'name')).toBe('a')
  expect([null, undefined, 1, 'text'].map((value) => propertyOf(value, 'length'))).toEqual(
    Array(4).fill(undefined),
  )
})
