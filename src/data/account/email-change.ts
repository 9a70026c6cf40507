import { useMutation, useQueryClient } from '@tanstack/react-query'
import { z } from 'zod'
import { supabase } from '@/data/client'
import { invokeFunction } from '@/data/functions'
import { errorCode } from '@/lib/errors'
import { sendCode, sendCodeUnlessSent, tryCode } from './email-codes'

/** The session has ended, so the address can no longer be changed. */
class SignedOutError extends Error {
  override name = 'SignedOutError'
  code = 'email_change_signed_out'
}

/** Throws a step's error again; an ended session becomes SignedOutError. */
function rethrow(error: unknown): never {
  throw errorCode(error) === 'unauthorized' ? new SignedOutError() : error
}

/**
 * Mails a code to the account's current address. Unless `again` is set, a code sent within the last minute (perhaps
 * from another window) is accepted instead. @throws what sendCode throws; SignedOutError
 */
export function useSendCodeToCurrent() {
  return useMutation({
    mutationFn: ({ email, again }: { email: string; again?: boolean }) =>
      (again ? sendCode : sendCodeUnlessSent)(email, 'email-change-old').catch(rethrow),
    meta: {
      success: { title: 'Check your inbox', description: 'We sent a 6-digit code to your current address.' },
      errorTitle: 'Unable to send code',
      errorOnScreen: true,
    },
  })
}

/** Mails a code to the new address, after the current one is verified. @throws what sendCode throws; SignedOutError */
export function useSendCodeToNew() {
  return useMutation({
    mutationFn: (email: string) => sendCode(email, 'email-change-new').catch(rethrow),
    meta: {
      success: { title: 'Verify new email', description: 'We sent a 6-digit code to your new address.' },
      errorTitle: 'Unable to send new code',
      errorOnScreen: true,
    },
  })
}

/** Checks the code sent to one of the two addresses. @throws InvalidCodeError; SignedOutError */
export function useTryCode(purpose: 'email-change-old' | 'email-change-new') {
  return useMutation({
    mutationFn: ({ email, code }: { email: string; code: string }) =>
      tryCode(email, code, purpose).catch(rethrow),
    meta: { errorTitle: 'Verification failed', errorOnScreen: true },
  })
}

const changedSchema = z.object({ otherSessionsEnded: z.boolean() })

/**
 * Changes the account's address, after both are verified; then refreshes the session and all cached data.
 * @returns whether the person's other devices were signed out
 * @throws FunctionError `email_change_not_verified`, `email_not_changed`; SignedOutError
 */
export function useUpdateEmail() {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: async (change: { userId: string; newEmail: string }) => {
      const answer = await invokeFunction('update-email', change).catch(rethrow)
      return changedSchema.parse(answer)
    },
    meta: {
      success: { title: 'Email updated', description: 'You sign in with your new address from now on.' },
      errorTitle: 'Unable to update email',
      errorOnScreen: true,
    },
    onSuccess: () => {
      // Not awaited: the address is already changed, and a session that cannot be refreshed now is refreshed later.
      void supabase.auth.refreshSession().then(() => cache.invalidateQueries())
    },
  })
}
