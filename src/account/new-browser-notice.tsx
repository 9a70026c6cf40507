import { useQuery } from '@tanstack/react-query'
import { newBrowsersQuery } from '@/data/account/new-browsers'
import { useUser } from '@/data/session/session'
import { formatTime, parseTimestamp } from '@/lib/dates'
import { Notice } from '@/ui/base/notice'
import { useHasCome, useIsPast } from '@/ui/hooks/use-is-past'

/**
 * Until when this browser may not do everything, because it is new to the account; null when it may. The answer comes
 * with the frame of every signed-in screen (features/browsers), and the screens render again when it changes.
 */
export function useHeldUntil(): string | null {
  const { data } = useQuery({ ...newBrowsersQuery(useUser().id), enabled: false })
  const until = data?.find(({ is_mine }) => is_mine)?.held_until ?? null
  return useHasCome(until) ? null : until
}

interface Props {
  /** What the person can do from then on: "delete your account". */
  what: string
  className?: string
}

/** Beside a button that has to wait: until when, why, and how it can be had at once. Nothing when there is no wait. */
export function NewBrowserNotice({ what, className }: Props) {
  const until = useHeldUntil()
  const end = parseTimestamp(until)
  // The wait is a day at most, and "tomorrow" becomes "today" at midnight.
  const isToday = useIsPast(end && new Date(end.getFullYear(), end.getMonth(), end.getDate()).getTime())
  if (end === null) return null
  const when = `${isToday ? 'today' : 'tomorrow'} at ${formatTime(until)}`
  return (
    <Notice className={className} title={`From ${when}, you can ${what} here`}>
      This browser is new to your account. The wait is there in case someone else can read your email and
      signed in with a code from it. If you don’t want to wait, choose “Yes, that’s me” in a browser you’ve
      used before.
    </Notice>
  )
}
