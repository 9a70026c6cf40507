import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import {
  type OpeningReason,
  type OwnFirstHours,
  ownFirstHoursQuery,
  useCloseFirstHours,
} from '@/data/people/first-hours'
import { useUser } from '@/data/session/session'
import { formatDateTime } from '@/lib/dates'
import { useIsFrozen } from '@/parts/kit/plan-open'
import { Button } from '@/ui/base/button'
import { Icon } from '@/ui/base/icons'
import { Strip } from '@/ui/base/notice'
import { useHasCome } from '@/ui/hooks/use-is-past'
import { nothing, onDemand } from '@/ui/late'
import { untoldWords } from '@/words/untold'
import { NotChecked } from './not-checked'

// Few owners ever see it, and this is on every screen.
const WasItRight = onDemand(async () => (await import('./was-it-right')).WasItRight, nothing)

/** What the person who opened them said, as the owner reads it. */
const said: Record<OpeningReason, string> = {
  ill: 'said that you can’t speak for yourself',
  died: 'said that you have died',
}

/** Shown on every screen of an owner whose first hours someone opened, or is about to; and asks once they are closed. */
export function FirstHoursStrip() {
  const firstHours = useQuery(ownFirstHoursQuery(useUser().id))
  const { data } = firstHours
  const isOpen = useHasCome(data?.opens_at)
  const isFrozen = useIsFrozen()
  const [isClosedHere, setIsClosedHere] = useState(false)
  if (!data)
    return firstHours.isError ? (
      <NotChecked query={firstHours}>We couldn’t check whether someone opened your first hours.</NotChecked>
    ) : null
  if (data.reason !== null) {
    return <Opened firstHours={data} isOpen={isOpen} onClosed={() => setIsClosedHere(true)} />
  }
  return data.closed_reason !== null && !isFrozen ? (
    <WasItRight name={data.closed_by_name} isClosedHere={isClosedHere} />
  ) : null
}

interface OpenedProps {
  firstHours: OwnFirstHours
  isOpen: boolean
  /** Called when it was closed here. */
  onClosed: () => void
}

function Opened({ firstHours, isOpen, onClosed }: OpenedProps) {
  const close = useCloseFirstHours()
  const { reason, opened_by_name, opens_at, ends_at, died_by_name, died_opens_at, untold } = firstHours
  const name = opened_by_name ?? 'Someone'
  return (
    <Strip className="border-t-4 border-warning bg-warning-wash">
      <div role="alert" className="flex flex-wrap items-center justify-between gap-x-8 gap-y-3">
        <div className="flex gap-3">
          <Icon name="warning" className="mt-0.5 shrink-0 text-warning" />
          <div>
            <p className="font-semibold wrap-anywhere">
              {isOpen ? `${name} opened your first hours` : `${name} wants to open your first hours`}
            </p>
            <p>
              {name} {reason && said[reason]}.{' '}
              {isOpen
                ? `The people you chose can read what you chose for them until ${formatDateTime(ends_at)}.`
                : `They open on ${formatDateTime(opens_at)}, unless you say no.`}
            </p>
            {reason === 'ill' && died_opens_at ? (
              <p>
                {died_by_name ?? 'Someone'} {said.died}. What you chose for that opens on{' '}
                {formatDateTime(died_opens_at)}, unless you say no.
              </p>
            ) : null}
            {untold.length > 0 ? <p>{untoldWords(untold)}</p> : null}
          </div>
        </div>
        <Button
          variant="alarm"
          busy={close.isPending}
          busyLabel="Closing..."
          onClick={() => void close.mutateAsync().then(onClosed, () => {})}
        >
          {isOpen ? 'Close it now' : 'Say no'}
        </Button>
      </div>
    </Strip>
  )
}
