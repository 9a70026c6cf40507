import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { keepOnDevice, readFromDevice } from '@/browser/device-storage'
import { releaseNoticesQuery } from '@/data/memorial/release-notices'
import { useUser } from '@/data/session/session'
import { focusHeading } from '@/ui/base/page'
import { nothing, onDemand } from '@/ui/late'

const keyOf = (userId: string) => `heartwood.notices-put-away.${userId}`
// Not a schema, because every page reads this, and not every page needs the code of schemas.
const eventIds = {
  parse: (stored: unknown) => (Array.isArray(stored) ? stored.filter((id) => typeof id === 'number') : []),
}
/** Only this many are kept, because older notices are no longer shown. */
const KEPT = 100

/** The notices that a person has dismissed in this browser, by the numbers of their events. */
function readDismissed(userId: string): number[] {
  return readFromDevice(keyOf(userId), eventIds) ?? []
}

/**
 * Remembers that a person has dismissed a notice; where the browser's storage is blocked, only the page does.
 * @param dismissed those dismissed before @returns all notices dismissed so far
 */
function dismissNotice(userId: string, eventId: number, dismissed: readonly number[]): number[] {
  const all = [...new Set([...readDismissed(userId), ...dismissed, eventId])].slice(-KEPT)
  keepOnDevice(keyOf(userId), all)
  return all
}

// If its code cannot be loaded, the memorial shows the same.
const NoticeStrip = onDemand(async () => (await import('./notice-strip')).NoticeStrip, nothing)

/** Tells designees on every screen what happens to the plans in which they are named. */
export function ReleaseNotices() {
  const user = useUser()
  const { data: notices = [] } = useQuery(releaseNoticesQuery(user.id))
  const [away, setAway] = useState(() => readDismissed(user.id))
  const kept = notices.filter(({ event_id }) => !away.includes(event_id))
  if (kept.length === 0) return null
  return (
    <NoticeStrip
      notices={kept}
      onPutAway={({ event_id }) => {
        setAway(dismissNotice(user.id, event_id, away))
        focusHeading()
      }}
    />
  )
}
