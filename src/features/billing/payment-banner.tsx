import { useQuery } from '@tanstack/react-query'
import { profileQuery } from '@/data/account/profiles'
import { useMembership } from '@/data/membership/membership'
import { useUser } from '@/data/session/session'
import { nothing, onDemand } from '@/ui/late'
import { needsAttention } from './needs-attention'

const PaymentNotice = onDemand(async () => (await import('./payment-notice')).PaymentNotice, nothing)

/**
 * Says at the top of a screen that a payment failed or was not completed.
 * @param gated whether the screen has the premium gate, which shows the same once nothing can be changed any more
 */
export function PaymentBanner({ gated }: { gated: boolean }) {
  const { data } = useMembership()
  const { data: profile } = useQuery(profileQuery(useUser().id))
  if (!data?.billingEnabled || !data.subscription || !needsAttention(data.subscription)) return null
  if (gated && !data.premium) return null
  // After an approved certificate the membership ends; the banner of the release says what happened.
  if (profile?.death_review === 'approved') return null
  return <PaymentNotice premium={data.premium} subscription={data.subscription} />
}
