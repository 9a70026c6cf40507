// @vitest-environment node
import { beforeEach, expect, it, vi } from 'vitest'
import type { z } from 'zod'
import { DatabaseError } from '../../../supabase/functions/_shared/database.ts'
import { type DeleteAccountDeps, deleteAccount } from '../../../supabase/functions/delete-account/handler.ts'

let steps: string[]
let log: string[]

beforeEach(() => {
  steps = []
  log = []
  vi.spyOn(console, 'error').mockImplementation((line) => log.push(line))
  return () => vi.restoreAllMocks()
})

interface World extends Partial<Omit<DeleteAccountDeps, 'rpc'>> {
  /** The address that the database returns for the nth question; null: no such account. */
  address?: (asked: number) => string | null
  isRight?: boolean
  files?: { bucket_id: string; paths: string[] }[]
}

/** Runs delete-account for Ann; everything succeeds except what the world overrides. */
async function run({ address = () => 'ann@example.org', isRight = true, files = [], ...deps }: World = {}) {
  let asked = 0
  const rpc = async <T>(name: string, _args: object, answer: z.ZodType<T>): Promise<T> => {
    steps.push(name)
    asked += name === 'account_to_delete' ? 1 : 0
    const answers: Record<string, unknown> = {
      account_to_delete: name === 'account_to_delete' ? address(asked) : null,
      verify_email_code: isRight,
      files_of_deleted: files,
      settle_files_of_deleted: null,
    }
    return answer.parse(answers[name])
  }
  const handler = deleteAccount({
    requireKnownUser: async () => ({ id: 'ann' }),
    rpc,
    codeKeys: ['a key of more than thirty-two characters'],
    membershipOf: async () => ({
      closeCheckouts: async () => void steps.push('close checkouts'),
      cancel: async () => void steps.push('cancel'),
    }),
    deleteUser: async () => {
      steps.push('delete')
      return null
    },
    removeFiles: async (bucket, paths) => {
      steps.push(`remove ${paths.length} of ${bucket}`)
      return null
    },
    ...deps,
  })
  const body = JSON.stringify({ code: '123456' })
  return handler(new Request('http://functions.example/delete-account', { method: 'POST', body }))
}

it('closes checkouts, deletes the user, cancels the membership, then removes the files in batches', async () => {
  const paths = Array.from({ length: 1100 }, (_, n) => `ann/${n}.mp4`)
  const files = [
    { bucket_id: 'videos', paths },
    { bucket_id: 'documents', paths: ['ann/will.pdf'] },
  ]
  expect(await run({ files })).toEqual({ ok: true })
  expect(steps).toEqual([
    'account_to_delete',
    'verify_email_code',
    'close checkouts',
    'delete',
    'cancel',
    'files_of_deleted',
    'remove 500 of videos',
    'remove 500 of videos',
    'remove 100 of videos',
    'remove 1 of documents',
    'settle_files_of_deleted',
  ])
  expect(log).toEqual([])
})

it('answers 403 to a wrong code and deletes nothing', async () => {
  await expect(run({ isRight: false })).rejects.toMatchObject({ status: 403, code: 'invalid_code' })
  expect(steps).toEqual(['account_to_delete', 'verify_email_code'])
})

it.each(['HW060', 'HW061'])('does not try the code when the database refuses with %s', async (code) => {
  const address = () => {
    throw new DatabaseError('account_to_delete', code)
  }
  await expect(run({ address })).rejects.toMatchObject({ status: 409, code })
  expect(steps).toEqual(['account_to_delete'])
})

it('says so when a certificate was submitted after the first check', async () => {
  const address = (asked: number) => {
    if (asked === 1) return 'ann@example.org'
    throw new DatabaseError('account_to_delete', 'HW060')
  }
  const deleteUser = async () => 'AuthApiError 500'
  await expect(run({ address, deleteUser })).rejects.toMatchObject({
    status: 409,
    code: 'HW060',
  })
  expect(steps.at(-1)).toBe('account_to_delete')
  expect(steps, 'the membership stays with the account').not.toContain('cancel')
})

const notDeleted = { status: 500, code: 'account_not_deleted' }

/** A membership at Stripe where some step fails. */
const failing = (step: 'closeCheckouts' | 'cancel') => async () => ({
  closeCheckouts: async () => void steps.push('close checkouts'),
  cancel: async () => void steps.push('cancel'),
  [step]: async () => {
    throw new TypeError('the card of ann@example.org')
  },
})

it('deletes nothing when Stripe cannot be reached, and logs no message', async () => {
  await expect(run({ membershipOf: failing('closeCheckouts') })).rejects.toMatchObject(notDeleted)
  expect(steps).toEqual(['account_to_delete', 'verify_email_code'])
  expect(log.join()).toContain('TypeError')
  expect(log.join()).not.toContain('ann@example.org')
})

it('answers ok, removes the files, and leaves a membership to housekeeping that cannot be canceled then', async () => {
  expect(await run({ membershipOf: failing('cancel') })).toEqual({ ok: true })
  expect(steps.at(-1)).toBe('settle_files_of_deleted')
  expect(log.join()).toContain('the membership is left to housekeeping')
  expect(log.join()).not.toContain('ann@example.org')
})

it('keeps the files when the user cannot be deleted', async () => {
  await expect(run({ deleteUser: async () => 'AuthApiError 500' })).rejects.toMatchObject(notDeleted)
  expect(steps).toEqual(['account_to_delete', 'verify_email_code', 'close checkouts', 'account_to_delete'])
})

it('removes the files when the user was deleted but the answer was lost', async () => {
  const address = (asked: number) => (asked === 1 ? 'ann@example.org' : null)
  expect(await run({ address, deleteUser: async () => 'AuthRetryableFetchError 504' })).toEqual({ ok: true })
  expect(steps.at(-1)).toBe('settle_files_of_deleted')
})

it('answers ok and leaves the files to housekeeping when they cannot be removed', async () => {
  const files = [{ bucket_id: 'videos', paths: ['ann/hello.mp4'] }]
  expect(await run({ files, removeFiles: async () => 'StorageApiError 500' })).toEqual({ ok: true })
  expect(steps).not.toContain('settle_files_of_deleted')
  expect(log.join()).toContain('files are left to housekeeping')
})
