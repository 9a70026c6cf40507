import { Suspense } from 'react'
import { useMembership } from '@/data/membership/membership'
import { needsAttention } from './needs-attention'
import { PaymentNotice } from './rarely-shown'

/**
 * Says at the top of a screen that a payment failed or was not completed.
 * @param gated whether the screen has the premium gate, which shows the same once nothing can be changed any more
 */
export function PaymentBanner({ gated }: { gated: boolean }) {
  const { data } = useMembership()
  if (!data?.billingEnabled || !data.subscription || !needsAttention(data.subscription)) return null
  if (gated && !data.premium) return null
  return (
    <Suspense fallback={null}>
      <PaymentNotice premium={data.premium} subscription={data.subscription} />
    </Suspense>
  )
}
