import type { SupabaseClient } from '@supabase/supabase-js'
import type { z } from 'zod'
import { HttpError } from './http.ts'

/** A database function refused or failed; `code` is its SQLSTATE. */
export class DatabaseError extends Error {
  readonly code: string

  constructor(rpcName: string, code: string) {
    super(`${rpcName} failed with ${code}`)
    this.name = 'DatabaseError'
    this.code = code
  }
}

/** Calls a database function as the service role and checks its result. Throws DatabaseError. */
export type Rpc = <T>(name: string, args: Record<string, unknown>, result: z.ZodType<T>) => Promise<T>

/** Two transactions waited for each other, and Postgres undid this one: nothing of it happened, so it may be repeated. */
const undone = ['40001', '40P01']
const tries = 3

/** @returns calls of database functions through the given client; one that Postgres undid is repeated twice */
export function createRpc(admin: SupabaseClient): Rpc {
  return async (name, args, result) => {
    let answer = await admin.rpc(name, args)
    for (let n = 1; n < tries && answer.error && undone.includes(answer.error.code); n++)
      answer = await admin.rpc(name, args)
    const { data, error } = answer
    if (error) throw new DatabaseError(name, error.code || 'no answer')
    return result.parse(data)
  }
}

/** @returns the SQLSTATE of an error of the database; undefined for any other error */
export function sqlStateOf(error: unknown): string | undefined {
  return error instanceof DatabaseError ? error.code : undefined
}

const afterAMinute = { headers: { 'retry-after': '60' } }

/** The SQLSTATEs with which the database refuses a caller, and how the functions answer them. */
const refusals: Record<string, ConstructorParameters<typeof HttpError>> = {
  HW001: [404, 'invitation_not_available', 'There is no open invitation with this number.'],
  HW004: [409, 'nothing_to_stop', 'There is nothing to stop.'],
  HW005: [409, 'plan_frozen', 'This plan can no longer be changed.'],
  HW006: [403, 'not_allowed', 'This is not yours to change.'],
  HW020: [429, 'invite_cooldown', 'An invitation was sent less than a minute ago.', afterAMinute],
  HW021: [429, 'invite_daily_cap', 'Too many invitations were sent today.'],
  HW050: [409, 'not_current_email', 'This is not the address of the account.'],
  HW051: [409, 'same_email', 'This is the address of the account already.'],
  HW052: [409, 'current_email_not_verified', 'Verify the current address first.'],
  HW053: [409, 'email_change_not_verified', 'Verify both addresses first.'],
  HW054: [429, 'code_cooldown', 'A code was sent less than a minute ago.', afterAMinute],
  HW055: [429, 'code_hourly_cap', 'Too many codes were sent within an hour.'],
  HW056: [429, 'code_address_cap', 'Too many codes were sent to this address.'],
  HW057: [409, 'death_verified', 'A death is verified: the address stays as it is.'],
  HW059: [429, 'code_used_up', 'This code was tried too often.'],
  HW058: [429, 'sign_in_paused', 'Too many wrong codes were entered for this address.'],
  HW060: [409, 'death_under_review', 'A death is under review or verified: stop that first.'],
  HW070: [429, 'card_report_limit', 'Too many reports came from this network.'],
  HW071: [400, 'invalid_card_code', 'This is not the code of a card.'],
  HW064: [404, 'link_not_valid', 'This is not the link of a mail, or it no longer works.'],
  HW065: [409, 'service_over', 'The service is over or called off.'],
  HW066: [
    429,
    'too_many_links',
    'Too many wrong links came from this network.',
    { headers: { 'retry-after': '3600' } },
  ],
  HW073: [409, 'memories_closed', 'Guests leave no memories here.'],
  HW074: [409, 'memories_full', 'This guest left as many memories as one may.'],
  HW061: [409, 'stopped_lately', 'A review or a release was stopped less than 7 days ago.'],
}

/**
 * Turns a refusal of the database into an answer for the caller; for `rpc(…).catch(throwRefusal)`.
 * @throws HttpError for a known refusal, any other error unchanged
 */
export function throwRefusal(error: unknown): never {
  const refusal = refusals[sqlStateOf(error) ?? '']
  throw refusal ? new HttpError(...refusal) : error
}
