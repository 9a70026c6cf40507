import { useQuery } from '@tanstack/react-query'
import { Suspense } from 'react'
import { membershipQuery } from '@/data/membership/membership'
import { useUser } from '@/data/session/session'
import { needsAttention } from './needs-attention'
import { PaymentNotice } from './rarely-shown'

/**
 * Says at the top of a screen that a payment failed or was not completed.
 * @param gated whether the screen has the premium gate, which shows the same once nothing can be changed any more
 */
export function PaymentBanner({ gated }: { gated: boolean }) {
  const user = useUser()
  const { data } = useQuery(membershipQuery(user.id))
  if (!data?.billingEnabled || !data.subscription || !needsAttention(data.subscription)) return null
  if (gated && !data.premium) return null
  return (
    <Suspense fallback={null}>
      <PaymentNotice premium={data.premium} subscription={data.subscription} />
    </Suspense>
  )
}
