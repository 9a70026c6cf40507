import { queryOptions, useMutation } from '@tanstack/react-query'
import { supabase } from '@/data/client'
import { accessEventKeys } from '@/data/memorial/access-event-keys'
import { useUser } from '@/data/session/session'

/** A browser that is new to the signed-in person's account. Times are ISO timestamps. */
export interface NewBrowser {
  id: string
  /** Its kind, such as "Chrome on Windows"; null when it does not tell. */
  label: string | null
  signed_in_at: string
  /** Until when it may not do everything; null for one that never had to wait. */
  held_until: string | null
  /** Whether it is this one. Then it has to wait; the others are those that this one may answer for. */
  is_mine: boolean
}

const newBrowserKeys = {
  ofPerson: (userId: string) => ['new-browsers', userId] as const,
}

/** This browser as long as it has to wait because it is new to the account, and newer ones that no one has answered for. */
export function newBrowsersQuery(userId: string) {
  return queryOptions({
    queryKey: newBrowserKeys.ofPerson(userId),
    queryFn: async ({ signal }): Promise<NewBrowser[]> => {
      const { data } = await supabase.rpc('my_new_browsers').abortSignal(signal).throwOnError()
      return data
    },
  })
}

/**
 * Says that a new browser is the person's own, which may then do everything, or that it is not, which signs it out there.
 * @throws `HW080` when this browser has to wait itself, `HW081` when the other one was answered for otherwise
 */
export function useAnswerForBrowser() {
  const user = useUser()
  return useMutation({
    mutationFn: async ({ id: browser_id, isMine }: { id: string; isMine: boolean }) => {
      await supabase.rpc(isMine ? 'confirm_browser' : 'refuse_browser', { browser_id }).throwOnError()
    },
    meta: {
      errorTitle: 'We couldn’t save your answer',
      refreshes: [newBrowserKeys.ofPerson(user.id), accessEventKeys.ofOwner(user.id)],
    },
  })
}

/** Asked before an export. @throws `HW080` when this browser is new to the account and has to wait */
export async function requireKnownBrowser(): Promise<void> {
  await supabase.rpc('require_known_browser').throwOnError()
}
