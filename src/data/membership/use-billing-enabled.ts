import { useEffect, useState } from 'react'
import { isBillingEnabled } from './billing-setting'

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
