import { FunctionsHttpError } from '@supabase/supabase-js'
import { z } from 'zod'
import { supabase } from './client'

const refusalSchema = z.object({ error: z.object({ code: z.string() }) })

/** An Edge Function refused the call; `code` is the code it answered with. */
export class FunctionError extends Error {
  override name = 'FunctionError'
  code: string
  constructor(code: string) {
    super(code)
    this.code = code
  }
}

/**
 * Calls an Edge Function as the signed-in person.
 * @throws FunctionError with the function's own code; FunctionsFetchError when there was no answer
 */
export async function invokeFunction(name: string, body: Record<string, unknown>): Promise<unknown> {
  const { data, error } = await supabase.functions.invoke<unknown>(name, { body })
  if (error instanceof FunctionsHttpError) {
    const answer: unknown = await error.context.json().catch(() => null)
    throw new FunctionError(refusalSchema.safeParse(answer).data?.error.code ?? 'unknown')
  }
  if (error) throw error
  return data
}
