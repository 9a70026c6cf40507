import type { Subscription } from '@/data/membership'
import { Icon } from '@/ui/icons'
import { attentionWords } from './membership-words'
import { ManageBilling } from './payment-button'

interface Props {
  premium: boolean
  subscription: Subscription
}

/** The words of the payment banner. */
export function PaymentNotice({ premium, subscription }: Props) {
  const { title, text } = attentionWords(subscription, premium)
  return (
    <section aria-label="Your payment" className="border-t-4 border-warning bg-warning-wash">
      <div className="mx-auto flex max-w-wide flex-wrap items-center justify-between gap-x-8 gap-y-3 px-4 py-4 sm:px-6">
        <div className="flex gap-3">
          <Icon name="warning" className="mt-0.5 shrink-0 text-warning" />
          <div>
            <p className="font-semibold">{title}</p>
            <p>{text}</p>
          </div>
        </div>
        <ManageBilling />
      </div>
    </section>
  )
}
