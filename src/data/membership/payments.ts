import { useMutation } from '@tanstack/react-query'
import { useEffect } from 'react'
import { z } from 'zod'
import { invokeFunction } from '@/data/functions'
import type { Enums } from '@/lib/database.types'
import { CodedError, errorCode } from '@/lib/errors'

const answerSchema = z.object({ url: z.url({ protocol: /^https?$/ }) })

/** Codes whose error text says more than "Please try again." */
const telling = new Set([
  'network',
  'unauthorized',
  'billing_off',
  'unknown_plan',
  'plan_frozen',
  'stripe_unavailable',
])

/** A page of the payment provider that is requested and then opened. */
export interface PaymentPage {
  open: () => void
  /** True from the button press until the browser has left the page. */
  isLeaving: boolean
  /** The error when the page could not be opened; otherwise null. */
  error: unknown
  /** The title to show with the error. */
  errorTitle: string
}

/** Opens the checkout for an offer. For a person who already pays, the function returns the portal instead. */
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
    // The browser's Back button may restore this page with the button still pending.
    const wakeUp = (event: PageTransitionEvent) => {
      if (event.persisted) reset()
    }
    window.addEventListener('pageshow', wakeUp)
    return () => window.removeEventListener('pageshow', wakeUp)
  }, [reset])
  return { open: () => mutate(), isLeaving: isPending || isSuccess, error, errorTitle }
}

/** @throws CodedError, with `payment_page` for every code without an error text of its own */
async function askFor(name: string, body: Record<string, unknown>): Promise<string> {
  try {
    return answerSchema.parse(await invokeFunction(name, body)).url
  } catch (error) {
    throw telling.has(errorCode(error)) ? error : new CodedError('payment_page')
  }
}
