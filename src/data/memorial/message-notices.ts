import { queryOptions } from '@tanstack/react-query'
import { supabase } from '@/data/client'

/** What there is to say to the signed-in person about messages in a released plan whose day comes after the release. */
export interface MessageNotice {
  owner_id: string
  /** The last day, as yyyy-MM-dd, of those that came and that the person has not opened; null when there is none. */
  came_on: string | null
  /** Whether one waits for a later day. */
  waits: boolean
  /** To an executor: the names of those for whom there are messages that no one can read any more. */
  reaching_no_one: string[]
}

export const messageNoticeKeys = {
  all: ['message-notices'] as const,
  ofPerson: (userId: string) => [...messageNoticeKeys.all, userId] as const,
}

/** The signed-in person's notices about messages, one for each plan at most. */
export function messageNoticesQuery(userId: string) {
  return queryOptions({
    queryKey: messageNoticeKeys.ofPerson(userId),
    queryFn: async ({ signal }): Promise<MessageNotice[]> => {
      const { data } = await supabase.rpc('message_notices').abortSignal(signal).throwOnError()
      return data
    },
  })
}
