import { readEnv } from '@/lib/env'
import { CodedError, propertyOf } from '@/lib/errors'
import { fetchWithLimit } from '@/lib/fetch-with-limit'

/**
 * Calls an Edge Function as the signed-in person.
 * @throws CodedError with the code that the function answered with; FunctionsFetchError when there was no answer
 */
export async function invokeFunction(name: string, body: Record<string, unknown>): Promise<unknown> {
  // Pages for people without an account load this file, but not the client.
  const { supabase } = await import('./client')
  const { data, error } = await supabase.functions.invoke<unknown>(name, { body })
  if (error?.name === 'FunctionsHttpError') throw await refusalOf(error.context)
  if (error) throw error
  return data
}

/**
 * Calls an Edge Function that needs no session.
 * @throws CodedError with the code that the function answered with; what fetch throws without an answer
 */
export async function invokeWithoutSession(name: string, body: Record<string, unknown>): Promise<unknown> {
  const { supabaseUrl, supabasePublishableKey } = readEnv()
  const response = await fetchWithLimit(`${supabaseUrl}/functions/v1/${name}`, {
    method: 'POST',
    headers: { apikey: supabasePublishableKey, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  if (!response.ok) throw await refusalOf(response)
  return response.json().catch(() => null)
}

/** The code with which a function refused; "unknown" for an answer of another shape, such as a gateway's. */
async function refusalOf(response: Response): Promise<CodedError> {
  const code = propertyOf(propertyOf(await response.json().catch(() => null), 'error'), 'code')
  return new CodedError(typeof code === 'string' ? code : 'unknown')
}
