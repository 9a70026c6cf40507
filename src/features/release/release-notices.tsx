import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { releaseNoticesQuery } from '@/data/memorial/release-notices'
import { useUser } from '@/data/session/session'
import { dismissNotice, readDismissed } from './dismissed-notices'

// Few people ever have a notice. If its code cannot be loaded, the page works without it: the memorial shows the same.
const NoticeStrip = lazy(() =>
  import('./notice-strip').then(
    (module) => ({ default: module.NoticeStrip }),
    () => ({ default: () => null }),
  ),
)

/** Tells designees on every screen what happens to the plans in which they are named. */
export function ReleaseNotices() {
  const user = useUser()
  const { data: notices = [] } = useQuery(releaseNoticesQuery(user.id))
  const [away, setAway] = useState(() => readDismissed(user.id))
  const kept = notices.filter(({ event_id }) => !away.includes(event_id))
  if (kept.length === 0) return null
  return (
    <Suspense>
      <NoticeStrip
        notices={kept}
        onPutAway={({ event_id }) => {
          setAway(dismissNotice(user.id, event_id, away))
          // The button that was pressed is gone.
          document.querySelector('h1')?.focus()
        }}
      />
    </Suspense>
  )
}
