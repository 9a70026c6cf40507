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

/** From when on this browser may do everything: "tomorrow at 9:00 AM"; null when it may. */
function useWaitEnd(): string | null {
  const until = useHeldUntil()
  const end = parseTimestamp(until)
  // The wait is a day at most, and "tomorrow" becomes "today" at midnight.
  const isToday = useIsPast(end && new Date(end.getFullYear(), end.getMonth(), end.getDate()).getTime())
  return end && `${isToday ? 'today' : 'tomorrow'} at ${formatTime(until)}`
}

interface NoticeProps {
  /** What the person can do from then on: "delete your account". */
  what: string
  className?: string
}

/**
 * Until when this browser has to wait, why, and how that can be had at once: beside the buttons that wait; or once at the top
 * of a page where several cards wait. These only disable what waits: the same wait told in each of them made a page of
 * warnings. Nothing when there is no wait.
 */
export function NewBrowserNotice({ what, className }: NoticeProps) {
  const when = useWaitEnd()
  if (when === null) return null
  return (
    <Notice className={className} title={`From ${when}, you can ${what} here`}>
      This browser is new to your account. The wait is there in case someone else can read your email and
      signed in with a code from it. If you don’t want to wait, choose “Yes, that’s me” in a browser you’ve
      used before.
    </Notice>
  )
}
