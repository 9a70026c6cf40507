import { useMutation } from '@tanstack/react-query'
import { useEffect } from 'react'
import { z } from 'zod'
import { FunctionError, invokeFunction } from '@/data/functions'
import type { Enums } from '@/lib/database.types'
import { errorCode } from '@/lib/errors'

const answerSchema = z.object({ url: z.url({ protocol: /^https?$/ }) })

/** Codes that say more than "Please try again." */
const telling = new Set([
  'network',
  'unauthorized',
  'billing_off',
  'unknown_plan',
  'plan_frozen',
  'stripe_unavailable',
])

/** A page of the payment provider that is asked for and then opened. */
export interface PaymentPage {
  open: () => void
  /** From the press until the browser has left. */
  isLeaving: boolean
  /** Why it could not be opened; null otherwise. */
  error: unknown
  /** The title of that problem. */
  errorTitle: string
}

/** Opens the checkout for an offer. The function leads somebody who pays already to the portal instead. */
export function useCheckout(offer: Enums<'plan_id'>): PaymentPage {
  return usePaymentPage('create-checkout', { plan: offer }, 'Unable to open checkout')
}

/** Opens the billing portal: cards, invoices, cancelling. */
export function useBillingPortal(): PaymentPage {
  return usePaymentPage('billing-portal', {}, 'Unable to open billing portal')
}

function usePaymentPage(name: string, body: Record<string, unknown>, errorTitle: string): PaymentPage {
  const { mutate, reset, error, isPending, isSuccess } = useMutation({
    mutationFn: () => askFor(name, body),
    meta: { errorTitle, errorOnScreen: true },
    onSuccess: (url) => window.location.assign(url),
  })
  useEffect(() => {
    // The browser's own "back" may bring this page as it was left.
    const wakeUp = (event: PageTransitionEvent) => {
      if (event.persisted) reset()
    }
    window.addEventListener('pageshow', wakeUp)
    return () => window.removeEventListener('pageshow', wakeUp)
  }, [reset])
  return { open: () => mutate(), isLeaving: isPending || isSuccess, error, errorTitle }
}

/** @throws FunctionError: `payment_page` where the answer tells nothing that helps */
async function askFor(name: string, body: Record<string, unknown>): Promise<string> {
  try {
    return answerSchema.parse(await invokeFunction(name, body)).url
  } catch (error) {
    throw telling.has(errorCode(error)) ? error : new FunctionError('payment_page')
  }
}
