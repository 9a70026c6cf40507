import { type MutationMeta, useMutation, useQueryClient } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { supabase } from '@/data/client'
import { invokeFunction } from '@/data/functions'
import { CodedError, errorCode } from '@/lib/errors'
import { sendCode, sendCodeUnlessSent, tryCode } from './email-codes'

/**
 * A step of the change, with its toasts. Each step also throws CodedError `email_change_signed_out` when the session has
 * ended.
 */
function useStep<Given, Result>(step: (given: Given) => Promise<Result>, meta: MutationMeta) {
  return useMutation({
    mutationFn: (given: Given) =>
      step(given).catch((error) => {
        throw errorCode(error) === 'unauthorized' ? new CodedError('email_change_signed_out') : error
      }),
    meta: { ...meta, errorOnScreen: true },
  })
}

/**
 * Sends a code to the account's current address. Unless `again` is set, a code sent within the last minute (perhaps
 * from another window) is accepted instead. @throws what sendCode throws
 */
export function useSendCodeToCurrent() {
  return useStep(
    ({ email, again }: { email: string; again?: boolean }) =>
      (again ? sendCode : sendCodeUnlessSent)(email, 'email-change-old'),
    {
      success: { title: 'Check your inbox', description: 'We sent a 6-digit code to your current address.' },
      errorTitle: 'Unable to send code',
    },
  )
}

/** Sends a code to the new address, after the current one is verified. @throws what sendCode throws */
export function useSendCodeToNew() {
  return useStep((email: string) => sendCode(email, 'email-change-new'), {
    success: { title: 'Verify new email', description: 'We sent a 6-digit code to your new address.' },
    errorTitle: 'Unable to send new code',
  })
}

/** Checks the code sent to one of the two addresses. @throws what tryCode throws */
export function useTryCode(purpose: 'email-change-old' | 'email-change-new') {
  return useStep(({ email, code }: { email: string; code: string }) => tryCode(email, code, purpose), {
    errorTitle: 'Verification failed',
  })
}

const changedSchema = z.object({ otherSessionsEnded: z.boolean() })

/**
 * Changes the account's address, after both are verified; then refreshes the session and all cached data.
 * @returns whether the person's other devices were signed out
 * @throws HW053 when an address was not proved, `email_not_changed`
 */
export function useUpdateEmail() {
  const cache = useQueryClient()
  return useStep(
    async (change: { userId: string; newEmail: string }) => {
      const changed = changedSchema.parse(await invokeFunction('update-email', change))
      // Not awaited: the address is already changed, and a session that cannot be refreshed now is refreshed later.
      void supabase.auth.refreshSession().then(() => cache.invalidateQueries())
      return changed
    },
    {
      success: { title: 'Email updated', description: 'Use your new address to sign in from now on.' },
      errorTitle: 'Unable to update email',
    },
  )
}
