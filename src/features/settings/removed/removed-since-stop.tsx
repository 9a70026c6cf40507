import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Profile } from '@/data/account/profiles'
import { mayBeKept, removedRowsQuery } from '@/data/rows/removed-rows'
import { inPage, onDemand } from '@/ui/late'

const RemovedCard = onDemand(
  async () => (await import('./removed-card')).RemovedCard,
  inPage({ loading: 'Loading what was removed', errorTitle: 'Unable to load what was removed', cards: 1 }),
)

/** What was removed after the owner's stop. */
export function RemovedSinceStop({ profile }: { profile: Profile }) {
  const { data: rows } = useQuery({
    ...removedRowsQuery(profile.user_id),
    enabled: mayBeKept(profile.release_stopped_at),
  })
  // The card stays after the last row is back, to say so.
  const [isShown, setShown] = useState(false)
  if (rows?.length && !isShown) setShown(true)
  if (!rows || !isShown) return null
  return <RemovedCard rows={rows} stoppedAt={profile.release_stopped_at} />
}
