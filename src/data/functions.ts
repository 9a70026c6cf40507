import { FunctionsHttpError } from '@supabase/supabase-js'
import { CodedError } from '@/lib/errors'
import { supabase } from './client'
import { refusalCode } from './refusal'

/**
 * Calls an Edge Function as the signed-in person.
 * @throws CodedError with the code that the function answered with; FunctionsFetchError when there was no answer
 */
export async function invokeFunction(name: string, body: Record<string, unknown>): Promise<unknown> {
  const { data, error } = await supabase.functions.invoke<unknown>(name, { body })
  if (error instanceof FunctionsHttpError) {
    const answer: unknown = await error.context.json().catch(() => null)
    throw new CodedError(refusalCode(answer))
  }
  if (error) throw error
  return data
}
