import type { SupabaseClient } from '@supabase/supabase-js'
import type { z } from 'zod'
import { HttpError } from './http.ts'
import { isRefusal } from './refusals.ts'

/** A database function refused or failed; `code` is its SQLSTATE. */
export class DatabaseError extends Error {
  readonly code: string
  /** Ours, and the same each time, where the code is one of our refusals; otherwise Postgres may quote people's data. */
  readonly reason: string

  constructor(rpcName: string, code: string, reason = code) {
    super(`${rpcName} failed with ${code}`)
    this.name = 'DatabaseError'
    this.code = code
    this.reason = reason
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
    if (error) throw new DatabaseError(name, error.code || 'no answer', error.message)
    return result.parse(data)
  }
}

/** @returns the SQLSTATE of an error of the database; undefined for any other error */
export function sqlStateOf(error: unknown): string | undefined {
  return error instanceof DatabaseError ? error.code : undefined
}

/**
 * Passes a refusal of the database on to the caller, under its code; for `rpc(…).catch(throwRefusal)`.
 * @throws HttpError for a refusal, any other error unchanged
 */
export function throwRefusal(error: unknown): never {
  const isRefused = error instanceof DatabaseError && isRefusal(error.code)
  throw isRefused ? new HttpError(error.code, error.reason) : error
}
