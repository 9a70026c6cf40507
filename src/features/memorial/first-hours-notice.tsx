import { type FirstHours, useProlongFirstHours } from '@/data/people/first-hours'
import { formatDateTime, parseTimestamp } from '@/lib/dates'
import { Button } from '@/ui/base/button'
import { Notice } from '@/ui/base/notice'
import { useIsPast } from '@/ui/hooks/use-is-past'

/** How long before the end a member is offered to keep it open, in milliseconds; before, the database changes nothing. */
const LAST_DAYS = 14 * 86_400_000

interface Props {
  ownerId: string
  ownerName: string
  /** Null until they have been read. */
  firstHours: FirstHours | null
}

/** Above what is open in the first hours: who opened it, until when, and what it is not. */
export function FirstHoursNotice({ ownerId, ownerName, firstHours }: Props) {
  const prolong = useProlongFirstHours(ownerId)
  const { opened_by_name, opened_at, ends_at } = firstHours ?? {}
  const end = parseTimestamp(ends_at)
  const canProlong = useIsPast(end && end.getTime() - LAST_DAYS)
  if (firstHours === null) return null
  return (
    <Notice
      className="mb-6"
      title={`Open until ${formatDateTime(ends_at)}`}
      action={
        canProlong ? (
          <Button busy={prolong.isPending} busyLabel="Saving..." onClick={() => prolong.mutate()}>
            Keep it open 14 days more
          </Button>
        ) : undefined
      }
    >
      <p>
        {opened_by_name} opened the first hours of {ownerName}'s plan on {formatDateTime(opened_at)}. You read
        what {ownerName} chose for you. The rest opens only after a death certificate is verified.
      </p>
    </Notice>
  )
}
