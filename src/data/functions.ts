import { FunctionsHttpError } from '@supabase/supabase-js'
import * as z from 'zod/mini'
import { CodedError } from '@/lib/errors'
import { supabase } from './client'

const refusalSchema = z.object({ error: z.object({ code: z.string() }) })

/**
 * Calls an Edge Function as the signed-in person.
 * @throws CodedError with the code that the function answered with; FunctionsFetchError when there was no answer
 */
export async function invokeFunction(name: string, body: Record<string, unknown>): Promise<unknown> {
  const { data, error } = await supabase.functions.invoke<unknown>(name, { body })
  if (error instanceof FunctionsHttpError) {
    const answer: unknown = await error.context.json().catch(() => null)
    throw new CodedError(refusalSchema.safeParse(answer).data?.error.code ?? 'unknown')
  }
  if (error) throw error
  return data
}
