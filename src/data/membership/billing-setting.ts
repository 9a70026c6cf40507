import { readEnv } from '@/lib/env'
import { fetchWithLimit } from '@/lib/fetch-with-limit'

/**
 * Whether membership is charged for in this installation. Anybody may ask; it does without the client, so that a
 * public page need not load it.
 * @throws when no answer came, or one that says neither
 */
export async function isBillingEnabled(signal?: AbortSignal): Promise<boolean> {
  const { supabaseUrl, supabasePublishableKey } = readEnv()
  const response = await fetchWithLimit(`${supabaseUrl}/rest/v1/rpc/billing_enabled`, {
    method: 'POST',
    headers: { apikey: supabasePublishableKey, 'content-type': 'application/json' },
    body: '{}',
    ...(signal ? { signal } : {}),
  })
  const answer: unknown = await response.json()
  if (typeof answer !== 'boolean') throw new Error(`billing_enabled was answered with ${response.status}`)
  return answer
}
