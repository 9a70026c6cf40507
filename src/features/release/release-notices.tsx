import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { releaseNoticesQuery } from '@/data/memorial/release-notices'
import { useUser } from '@/data/session/session'
import { nothing, onDemand } from '@/ui/late'
import { dismissNotice, readDismissed } from './dismissed-notices'

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
        // The button that was pressed is gone.
        document.querySelector('h1')?.focus()
      }}
    />
  )
}
