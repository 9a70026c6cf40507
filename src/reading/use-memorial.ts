import { type UseQueryResult, useQuery, useQueryClient } from '@tanstack/react-query'
import { memorialKeys, memorialQuery, openMemorialFile, recordView } from '@/data/memorial/memorials'
import { messageNoticeKeys } from '@/data/memorial/message-notices'
import { isNetworkError } from '@/lib/errors'
import type { PlanPart } from '@/parts'
import { useUnmounted } from '@/ui/hooks/use-unmounted'
import { usePlan } from './use-plan'

/**
 * A memorial that empties itself: its owner and its parts, and how its reader opens files and is recorded. Every refusal
 * asks the database again what is open; when the access has ended, the parts are gone from the screen and the cache.
 * @param shown the parts that the page shows
 * @param options as of usePlan
 */
export function useMemorial(
  shown: readonly PlanPart[],
  ownerId: string,
  options: { isWhole?: boolean } = {},
) {
  const cache = useQueryClient()
  const memorial = useQuery(memorialQuery(ownerId))
  const parts = usePlan(shown, ownerId, { ...options, access: memorial.data })
  const check = () => void cache.invalidateQueries({ queryKey: memorialKeys.detail(ownerId) })
  const isGone = useUnmounted()
  // Read again by the next page: while a video begins to play, nothing above it may go and move it. A next page that is
  // there already may have read them too early.
  const noticed = () =>
    void cache.invalidateQueries({
      queryKey: messageNoticeKeys.all,
      refetchType: isGone() ? 'active' : 'none',
    })
  return {
    memorial,
    parts,
    /** See recordView. */
    record: (tab: string) =>
      void recordView(ownerId, tab).then((refused) => {
        if (refused) check()
      }),
    /** Records that a row was opened whose words are on the page: see recordView. */
    noteOpened: (tab: string, itemId: string) =>
      void recordView(ownerId, tab, itemId).then((refused) => {
        noticed()
        if (refused) check()
      }),
    /** See openMemorialFile. */
    openFile: async (tab: string, itemId: string, file: Parameters<typeof openMemorialFile>[3]) => {
      try {
        return await openMemorialFile(ownerId, tab, itemId, file, noticed)
      } catch (error) {
        if (!isNetworkError(error)) check()
        throw error
      }
    },
  }
}

/** Whether a page shows what this device kept: nothing was read, and for now nothing can be. */
export const isWithoutConnection = (query: Pick<UseQueryResult, 'data' | 'error' | 'fetchStatus'>) =>
  query.data === undefined &&
  (isNetworkError(query.error) || query.fetchStatus === 'paused' || !navigator.onLine)
