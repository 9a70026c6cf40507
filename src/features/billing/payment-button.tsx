import type { ReactNode } from 'react'
import { usePaymentPage } from '@/data/membership/payments'
import { Button, type ButtonVariant } from '@/ui/base/button'
import type { Offer } from '@/words/offers'
import { errorSentence } from '@/words/refusals'

interface Props {
  /** The offer whose checkout is opened; the billing portal when left out. */
  offer?: Offer
  variant?: ButtonVariant
  /** Takes the whole width of its column. */
  wide?: boolean
  children?: ReactNode
}

/** A button that leads to the payment provider. If that fails, the reason is shown under it. */
export function PaymentButton({ offer, variant = 'secondary', wide, children = 'Manage Billing' }: Props) {
  const { open, isLeaving, error, errorTitle } = usePaymentPage(offer?.id)
  return (
    <div className="grid max-w-prose gap-2 print:hidden">
      <div>
        <Button variant={variant} wide={wide} busy={isLeaving} busyLabel="Opening..." onClick={open}>
          {children}
        </Button>
      </div>
      {error === null ? null : (
        <p role="alert" className="text-danger">
          <strong className="block">{errorTitle}</strong>
          {errorSentence(error)}
        </p>
      )}
    </div>
  )
}
