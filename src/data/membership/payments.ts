import { useMutation } from '@tanstack/react-query'
import { useEffect } from 'react'
import * as z from 'zod/mini'
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
  'HW005',
  'stripe_unavailable',
  'payments_not_set_up',
])

/**
 * Opens a page of the payment provider.
 * @param offer the offer whose checkout is opened (for a person who already pays, the function returns the portal
 * instead); without it the billing portal is opened: cards, invoices, cancelling
 * @returns `open`; `isLeaving`, true from the button press until the browser has left the page; and the error when the
 * page could not be opened: `payment_page` for every code without an error text of its own
 */
export function usePaymentPage(offer: Enums<'plan_id'> | undefined) {
  const errorTitle = offer ? 'Unable to open checkout' : 'Unable to open billing portal'
  const { mutate, reset, error, isPending, isSuccess } = useMutation({
    mutationFn: async () => {
      try {
        const answer = await (offer
          ? invokeFunction('create-checkout', { plan: offer })
          : invokeFunction('billing-portal', {}))
        return answerSchema.parse(answer).url
      } catch (failure) {
        throw telling.has(errorCode(failure)) ? failure : new CodedError('payment_page')
      }
    },
    meta: { quietError: true },
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
