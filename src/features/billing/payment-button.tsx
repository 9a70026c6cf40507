import type { ReactNode } from 'react'
import { type PaymentPage, useBillingPortal, useCheckout } from '@/data/payments'
import { errorSentence } from '@/lib/errors'
import type { Plan } from '@/lib/plans'
import { Button, type ButtonVariant } from '@/ui/button'

interface Props {
  page: PaymentPage
  variant?: ButtonVariant | undefined
  children: ReactNode
}

/** A button that leads to the payment provider. What kept it from doing so stands under it. */
function PaymentButton({ page, variant, children }: Props) {
  return (
    <div className="grid max-w-prose gap-2 print:hidden">
      <div>
        <Button variant={variant} busy={page.isLeaving} busyLabel="Opening..." onClick={page.open}>
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

/** Opens the checkout for a plan. */
export function CheckoutButton({
  plan,
  ...rest
}: {
  plan: Plan
  variant?: ButtonVariant
  children: ReactNode
}) {
  return <PaymentButton page={useCheckout(plan.id)} {...rest} />
}
