import type { ReactNode } from 'react'
import { type PaymentPage, useBillingPortal, useCheckout } from '@/data/membership/payments'
import { errorSentence } from '@/lib/errors'
import { Button, type ButtonVariant } from '@/ui/button'
import type { Offer } from './offers'

interface Look {
  variant?: ButtonVariant | undefined
  children: ReactNode
}

/** A button that leads to the payment provider. If that fails, the reason is shown under it. */
function PaymentButton({ page, children, ...look }: Look & { page: PaymentPage }) {
  return (
    <div className="grid max-w-prose gap-2 print:hidden">
      <div>
        <Button busy={page.isLeaving} busyLabel="Opening..." onClick={page.open} {...look}>
          {children}
        </Button>
      </div>
      {page.error === null ? null : (
        <p role="alert" className="text-danger">
          <strong className="block">{page.errorTitle}</strong>
          {errorSentence(page.error)}
        </p>
      )}
    </div>
  )
}

/** Opens the payment provider's portal. */
export function ManageBilling({ variant }: { variant?: ButtonVariant }) {
  return (
    <PaymentButton page={useBillingPortal()} variant={variant}>
      Manage Billing
    </PaymentButton>
  )
}

/** Opens the checkout for an offer. */
export function CheckoutButton({ offer, ...look }: Look & { offer: Offer }) {
  return <PaymentButton page={useCheckout(offer.id)} {...look} />
}
