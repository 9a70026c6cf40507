// Checks for the ways the database refuses a request: by an error code, or by touching no row.
import type { SupabaseClient } from '@supabase/supabase-js'
import { expect } from 'vitest'
import type { Client } from '../support/people.ts'

/** SQLSTATEs by name. */
export const code = {
  /** No grant for this table, column or function, or a row that the policy rejects. */
  notAllowed: '42501',
  unique: '23505',
  foreignKey: '23503',
  check: '23514',
  missing: '23502',
  invitationNotAvailable: 'HW001',
  notInThisState: 'HW002',
  fileNotFound: 'HW003',
  nothingToStop: 'HW004',
  frozen: 'HW005',
  notThisPerson: 'HW006',
  waitAfterRejection: 'HW007',
  tooManyCertificates: 'HW008',
  oneself: 'HW010',
  nameless: 'HW011',
  noPractice: 'HW012',
  tooSoon: 'HW020',
  tooMany: 'HW021',
  onlyPending: 'HW030',
  listFull: 'HW040',
  deathVerified: 'HW057',
  deathUnderReview: 'HW060',
  stoppedLately: 'HW061',
  tooManyChanges: 'HW063',
  linkNotValid: 'HW064',
  noServiceToCome: 'HW065',
  tooManyLinks: 'HW066',
  serviceOver: 'HW067',
  answeredMeanwhile: 'HW068',
  tooManyReports: 'HW070',
  noCardCode: 'HW071',
  changedTooOften: 'HW072',
  memoriesClosed: 'HW073',
  memoriesFull: 'HW074',
  browserIsNew: 'HW080',
  notToAnswer: 'HW081',
  waitsAfterClose: 'HW090',
  notPossibleNow: 'HW091',
  openedLately: 'HW092',
  underReview: 'HW095',
} as const

interface Answer {
  data: unknown
  error: { code?: string; message: string; details?: string | null } | null
}

/** The request must be refused with this SQLSTATE, and report this limit in its details if one is given. */
export async function refused(request: PromiseLike<Answer>, sqlState: string, limit?: number): Promise<void> {
  const details = await detailsOfRefusal(request, sqlState)
  if (limit !== undefined) expect(details).toBe(`${limit}`)
}

/**
 * The request must be refused with this SQLSTATE, and say in its details for how many seconds more. A slow machine may have
 * used up the first minutes.
 */
export async function refusedFor(
  request: PromiseLike<Answer>,
  sqlState: string,
  seconds: number,
): Promise<void> {
  const left = Number(await detailsOfRefusal(request, sqlState))
  expect(left).toBeLessThanOrEqual(seconds)
  expect(left).toBeGreaterThan(seconds - 10 * 60)
}

async function detailsOfRefusal(request: PromiseLike<Answer>, sqlState: string) {
  const { data, error } = await request
  expect(error?.code ?? `allowed: ${JSON.stringify(data)}`, error?.message).toBe(sqlState)
  return error?.details
}

/** The statement, run as postgres, must fail with this SQLSTATE. */
export async function fails(statement: Promise<unknown>, sqlState: string): Promise<void> {
  const answer = await statement.then(
    (rows) => `allowed: ${JSON.stringify(rows)}`,
    (error: { code?: string; message: string }) => error.code ?? error.message,
  )
  expect(answer).toBe(sqlState)
}

/** The request must succeed and return or change this many rows. End a write with `.select()`. */
export async function touches(request: PromiseLike<Answer>, rows: number): Promise<void> {
  const { data, error } = await request
  expect(error).toBeNull()
  expect(data).toHaveLength(rows)
}

/** The client without the schema's types, for requests that the app would never send. */
export function untyped(client: Client): SupabaseClient {
  return client as unknown as SupabaseClient
}
