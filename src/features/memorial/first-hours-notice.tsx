import { useRef } from 'react'
import type { Profile } from '@/data/account/profiles'
import { type FirstHours, useProlongFirstHours } from '@/data/people/first-hours'
import { formatDateTime, parseTimestamp } from '@/lib/dates'
import { useOpenedBy } from '@/reading/opened-by'
import { Button } from '@/ui/base/button'
import { Notice } from '@/ui/base/notice'
import { useHasCome, useIsPast } from '@/ui/hooks/use-is-past'
import { deathAnnounced } from '@/words/first-hours'
import { untoldWords } from '@/words/untold'

/** So long before the end, in milliseconds, a person is offered to keep it open: earlier it would look like a confirmation. */
const LAST_DAYS = 4 * 86_400_000

interface Props {
  owner: Pick<Profile, 'user_id' | 'full_name' | 'death_review'>
  firstHours: FirstHours
  /** Whether something of it is open to the reader. */
  isForReader: boolean
  /** Leaves out how it came to be open. */
  isFolded: boolean
}

/** Above a plan whose first hours someone opened, or is about to: who, until when, and what it is not. */
export function FirstHoursNotice({ owner, firstHours, isForReader, isFolded }: Props) {
  const name = owner.full_name ?? 'the owner'
  const prolong = useProlongFirstHours(owner.user_id)
  const { reason, opened_at, opens_at, ends_at, died_opens_at, untold } = firstHours
  const openedBy = useOpenedBy(owner.user_id, firstHours)
  const box = useRef<HTMLDivElement>(null)
  const isOpen = useHasCome(opens_at)
  const end = parseTimestamp(ends_at)
  const isEnding = useIsPast(end && end.getTime() - LAST_DAYS)
  // The button that was pressed is gone then.
  const keepOpen = () => prolong.mutate(undefined, { onSuccess: () => box.current?.focus() })
  const more = (
    <>
      {reason === 'ill' && died_opens_at ? <p>{deathAnnounced(name, died_opens_at)}</p> : null}
      {untold.length > 0 ? <p>{untoldWords(untold)}</p> : null}
    </>
  )
  if (!isOpen) {
    return (
      <Notice className="mb-6" title={`${openedBy} asked to open the first hours of ${name}’s plan`}>
        <p>
          They open on {formatDateTime(opens_at)}, unless {name} says no.
        </p>
        {more}
      </Notice>
    )
  }
  return (
    <Notice
      ref={box}
      tabIndex={-1}
      className="mb-6"
      title={isForReader ? `Open until ${formatDateTime(ends_at)}` : undefined}
      action={
        isEnding ? (
          <Button busy={prolong.isPending} busyLabel="Saving..." onClick={keepOpen}>
            Keep it open 14 days more
          </Button>
        ) : undefined
      }
    >
      {isFolded ? null : (
        <p>
          {openedBy} opened the first hours of {name}’s plan on {formatDateTime(opened_at)}.{' '}
          {isForReader
            ? `You can read what ${name} chose for you.`
            : 'Nothing opens to you for the reason given, but it may to the others who were chosen.'}{' '}
          {owner.death_review === 'approved'
            ? ''
            : 'The rest opens only after a death certificate is verified.'}
        </p>
      )}
      {more}
    </Notice>
  )
}
