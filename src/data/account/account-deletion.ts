import { useMutation } from '@tanstack/react-query'
import { forgetDrafts } from '@/browser/unsaved'
import { supabase } from '@/data/client'
import { invokeFunction } from '@/data/functions'
import { useUser } from '@/data/session/session'
import { signOut } from '@/data/session/sign-out'
import { CodedError, errorCode } from '@/lib/errors'
import { sendCodeUnlessSent } from './email-codes'

/** The codes that mean that nothing was deleted. */
const refusals = new Set(['invalid_code', 'HW080', 'HW060', 'HW061'])
/** The codes whose error text tells the person what to do. */
const speaking = new Set(['network', 'unauthorized', ...refusals])

/**
 * Sends the code that confirms deleting the account.
 * @throws what sendCode throws, except HW054; HW060 during a review, HW061 soon after a stop
 */
export function useSendDeletionCode(email: string) {
  return useMutation({
    mutationFn: () => sendCodeUnlessSent(email, 'account-deletion'),
    meta: { quietError: true },
  })
}

async function isAccountGone(): Promise<boolean> {
  const { error } = await supabase.auth.getUser()
  return error?.code === 'user_not_found'
}

/**
 * Deletes the signed-in person's account, using the code from the mail, and signs out in this browser.
 * @throws `invalid_code`; HW080 in a new browser; HW060, HW061 as above; `account_not_deleted` when the server failed
 * although the code was right: the account then works as before
 */
export function useDeleteAccount() {
  const { id } = useUser()
  return useMutation({
    mutationFn: async (code: string) => {
      await invokeFunction('delete-account', { code }).catch(async (error) => {
        // This attempt or an earlier one may have deleted the account although its answer was lost.
        if (!refusals.has(errorCode(error)) && (await isAccountGone())) return
        throw speaking.has(errorCode(error)) ? error : new CodedError('account_not_deleted')
      })
      forgetDrafts(id)
      await signOut()
    },
    meta: {
      success: { title: 'Account Deleted', description: 'Your account and everything in it is deleted.' },
      quietError: true,
    },
  })
}
