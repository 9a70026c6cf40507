import { useQuery } from '@tanstack/react-query'
import { newBrowsersQuery } from '@/data/account/new-browsers'
import { useUser } from '@/data/session/session'
import { nothing, onDemand } from '@/ui/late'

/** How often a browser that has to wait looks whether another one has confirmed it, in milliseconds. */
const EVERY = 60_000

// If its code cannot be loaded, the email and the access history say the same.
const NewBrowserStrip = onDemand(async () => (await import('./new-browser-strip')).NewBrowserStrip, nothing)

/** Asks on every screen about browsers that are new to the account. What this one has to wait for, its screens say. */
export function NewBrowsers() {
  const { data = [] } = useQuery({
    ...newBrowsersQuery(useUser().id),
    refetchInterval: ({ state }) => (state.data?.some(({ is_mine }) => is_mine) ? EVERY : false),
  })
  const others = data.filter(({ is_mine }) => !is_mine)
  return others.length === 0 ? null : <NewBrowserStrip browsers={others} />
}
