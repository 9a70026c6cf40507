import { readEnv } from '@/lib/env'
import { CodedError } from '@/lib/errors'
import { fetchWithLimit } from '@/lib/fetch-with-limit'
import { refusalCode } from './refusal'

/**
 * Calls an Edge Function that needs no session. The request does not use the client, so that a page for people without an
 * account does not have to load it.
 * @throws CodedError with the code that the function answered with; what fetch throws without an answer
 */
export async function invokeWithoutSession(name: string, body: Record<string, unknown>): Promise<unknown> {
  const { supabaseUrl, supabasePublishableKey } = readEnv()
  const response = await fetchWithLimit(`${supabaseUrl}/functions/v1/${name}`, {
    method: 'POST',
    headers: { apikey: supabasePublishableKey, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  const answer: unknown = await response.json().catch(() => null)
  if (!response.ok) throw new CodedError(refusalCode(answer))
  return answer
}
