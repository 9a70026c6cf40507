import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import type { Profile } from '@/data/account/profiles'
import { mayBeKept, removedRowsQuery } from '@/data/rows/removed-rows'

const RemovedCard = lazy(async () => ({ default: (await import('./removed-card')).RemovedCard }))

/** What was removed after the owner's stop. Few people ever see it, so its code is loaded only when there is something. */
export function RemovedSinceStop({ profile }: { profile: Profile }) {
  const { data: rows } = useQuery({
    ...removedRowsQuery(profile.user_id),
    enabled: mayBeKept(profile.release_stopped_at),
  })
  // The card stays after the last row is back, to say so.
  const [isShown, setShown] = useState(false)
  if (rows?.length && !isShown) setShown(true)
  if (!rows || !isShown) return null
  return (
    <Suspense>
      <RemovedCard rows={rows} stoppedAt={profile.release_stopped_at} />
    </Suspense>
  )
}
