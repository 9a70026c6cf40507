import { useEffect, useState } from 'react'
import { readEnv } from '@/lib/env'
import { fetchWithLimit } from '@/lib/fetch-with-limit'

/**
 * Whether this installation charges for membership. No session is needed, and the request does not use the client, so
 * that a public page does not have to load it.
 * @throws when there is no answer, or an answer that is neither true nor false
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

/**
 * Whether this installation charges for membership, for pages that need no session. Assumed until the answer has arrived,
 * and without an answer: the server decides at the checkout.
 */
export function useBillingEnabled(): boolean {
  const [isEnabled, setEnabled] = useState(true)
  useEffect(() => {
    const left = new AbortController()
    isBillingEnabled(left.signal).then(setEnabled, () => {})
    return () => left.abort()
  }, [])
  return isEnabled
}
