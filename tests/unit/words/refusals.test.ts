import { afterEach, describe, expect, test, vi } from 'vitest'
import { errorSentence, errorSentenceOfReading, refusals } from '@/words/refusals'
import { refusals as ofFunctions } from '../../../supabase/functions/_shared/refusals.ts'

const migrations: Record<string, string> = import.meta.glob('/supabase/migrations/*.sql', {
  query: '?raw',
  import: 'default',
  eager: true,
})
const functions: Record<string, string> = import.meta.glob(
  ['/supabase/functions/**/*.ts', '!**/_shared/refusals.ts'],
  { query: '?raw', import: 'default', eager: true },
)
const app: Record<string, string> = import.meta.glob(['/src/**/*.{ts,tsx}', '!/src/words/refusals.ts'], {
  query: '?raw',
  import: 'default',
  eager: true,
})
const all = (files: Record<string, string>) => Object.values(files).join('\n')

/** The refusals that need no sentence, because no screen shows them. */
const unseen = {
  'is for reviewers, who decide in SQL': ['HW030', 'HW031', 'HW032'],
  'is for the jobs and services that call': [
    'housekeeping_incomplete',
    'invalid_signature',
    'not_set_up',
    'not_well',
    'secret_key_required',
  ],
  'would be a fault of the app, so the general sentence is right': [
    'body_too_large',
    'internal',
    'invalid_body',
    'invalid_json',
    'method_not_allowed',
    'not_your_account',
  ],
}
const withoutSentence = Object.values(unseen).flat()
/** What other servers than ours answer with. */
const ofOthers = {
  Postgres: ['22021', '22P02', '22P05', '23503', '23505', '23514', '42501', '57014'],
  PostgREST: ['PGRST116', 'PGRST301', 'PGRST303'],
  Auth: ['captcha_failed', 'email_address_invalid', 'over_email_send_rate_limit', 'session_not_found'],
  Storage: ['storage_403', 'storage_404', 'storage_413', 'storage_415'],
}

describe('the list of refusals', () => {
  const raised = [
    ...all(migrations).matchAll(/(?:raise exception [^;]*?\b|private\.refuse\(')(HW\d{3})\b/g),
  ].map(([, code = '']) => code)
  const named = Object.keys(refusals)

  test('has a sentence for what the database refuses, and for nothing that it never does', () => {
    const ofDatabase = [...named, ...withoutSentence].filter((code) => code.startsWith('HW'))
    expect(ofDatabase.toSorted()).toEqual([...new Set(raised)].toSorted())
  })

  test('has a sentence for what our functions refuse, whose own list has nothing that they never do', () => {
    expect(
      Object.keys(ofFunctions).filter((code) => !named.includes(code) && !withoutSentence.includes(code)),
    ).toEqual([])
    const words = Object.keys(ofFunctions).filter((code) => !code.startsWith('HW'))
    expect(words.filter((code) => !all(functions).includes(`HttpError('${code}'`))).toEqual([])
    expect(
      Object.keys(ofFunctions).filter((code) => code.startsWith('HW') && !raised.includes(code)),
    ).toEqual([])
  })

  test('has no sentence that nothing brings up', () => {
    const known = [...raised, ...Object.keys(ofFunctions), ...Object.values(ofOthers).flat()]
    const code = all(app)
    expect(named.filter((one) => !known.includes(one) && !code.includes(`'${one}'`))).toEqual([])
    expect(withoutSentence.filter((one) => named.includes(one) || !known.includes(one))).toEqual([])
  })

  test('is in order', () => {
    // A program keeps those that are all digits before the others.
    const words = named.filter((code) => !/^\d+$/.test(code))
    expect(words).toEqual(words.toSorted())
  })
})

afterEach(() => {
  vi.unstubAllEnvs()
})

describe('the sentence of an error', () => {
  test.each([
    ['5000', 'a plan holds at most 5,000 of these'],
    ['500', 'a plan holds at most 500 of these'],
  ])('names the limit %s that the database sent with a full list', (details, words) => {
    expect(errorSentence({ code: 'HW040', details })).toContain(words)
  })

  test.each([undefined, null, '', 'no number'])(
    'leaves the limit out when the database sent %s',
    (details) => {
      expect(errorSentence({ code: 'HW040', details })).toBe(
        'Your list is full. Delete one you no longer need, then try again.',
      )
    },
  )

  test.each([
    [`${2 * 1024 ** 3}`, 'can take up 2 GB in all'],
    [`${25 * 1024 ** 3}`, 'can take up 25 GB in all'],
  ])('names the room of %s bytes that the database sent with a refused file', (details, words) => {
    expect(errorSentence({ code: 'HW041', details })).toContain(words)
  })

  test('of an unknown code is the general one and never the message of the server', () => {
    expect(errorSentence({ code: 'XX000', message: 'secret', details: '7' })).toBe(
      'Something went wrong on our side. Please try again in a moment.',
    )
  })

  test('says that what was typed is still here, but not where nothing was', () => {
    const lost = new TypeError('Failed to fetch')
    expect(errorSentence(lost)).toMatch(/try again\. What you typed is still here\.$/)
    expect(errorSentenceOfReading(lost)).toMatch(/try again\.$/)
    expect(errorSentenceOfReading({ code: 'PGRST301' })).toBe(errorSentence({ code: 'PGRST301' }))
  })

  test.each(['22P05', '22021'])('says that a character cannot be saved, and what to do: %s', (code) => {
    expect(errorSentence({ code, message: 'unsupported Unicode escape sequence' })).toMatch(
      /has a character that can’t be saved\. Please delete it/,
    )
  })

  test('sends a person to the support only where there is one, with its address', () => {
    const sentence = () => errorSentence({ code: 'account_not_deleted' })
    vi.stubEnv('VITE_SUPPORT_EMAIL', '')
    expect(sentence()).toBe('Unable to delete account. Please try again later.')
    vi.stubEnv('VITE_SUPPORT_EMAIL', 'help@heartwood.example')
    expect(sentence()).toBe('Unable to delete account. Please contact support: help@heartwood.example')
    for (const code of ['HW007', 'HW008'])
      expect(errorSentence({ code })).toMatch(/\. You can email us at help@heartwood\.example\.$/)
    expect(errorSentence({ code: 'HW040' })).not.toContain('help@heartwood.example')
  })
})
