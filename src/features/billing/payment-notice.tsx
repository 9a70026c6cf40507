import { useId } from 'react'
import type { Subscription } from '@/data/membership/membership'
import { Icon } from '@/ui/base/icons'
import { Strip } from '@/ui/base/notice'
import { attentionWords } from './membership-words'
import { PaymentButton } from './payment-button'

interface Props {
  premium: boolean
  subscription: Subscription
}

/** The text of the payment banner. */
export function PaymentNotice({ premium, subscription }: Props) {
  const id = useId()
  const { title, text } = attentionWords(subscription, premium)
  return (
    <Strip className="border-t-4 border-warning bg-warning-wash print:hidden">
      <section aria-labelledby={id} className="flex flex-wrap items-center justify-between gap-x-8 gap-y-3">
        <div className="flex min-w-0 flex-1 basis-72 gap-3">
          <Icon name="warning" className="mt-0.5 shrink-0 text-warning" />
          <div className="min-w-0">
            <p id={id} className="font-semibold">
              {title}
            </p>
            <p>{text}</p>
          </div>
        </div>
        <PaymentButton />
      </section>
    </Strip>
  )
}
