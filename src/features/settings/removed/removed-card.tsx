import { addDays, max } from 'date-fns'
import { KEPT_DAYS, type RemovedRow, useBringBackRemoved } from '@/data/rows/removed-rows'
import { formatDate, formatDateTime, parseTimestamp } from '@/lib/dates'
import { Button } from '@/ui/base/button'
import { Card } from '@/ui/base/card'
import { Notice } from '@/ui/base/notice'
import { takeFocus } from '@/ui/base/take-focus'
import { FailureNotice } from '@/ui/forms/failure-notice'
import { outcomeWords, refusalWords, removedName } from './removed-words'

interface Props {
  /** What can be brought back; empty once everything was. */
  rows: readonly RemovedRow[]
  /** When the owner stopped the release. */
  stoppedAt: string | null
}

/** Lists what was removed since the owner's stop, and brings it back. */
export function RemovedCard({ rows, stoppedAt }: Props) {
  const { mutate, isPending, data: broughtBack, error } = useBringBackRemoved()
  return (
    <Card title="Removed since your stop">
      <div className="grid gap-5">
        {broughtBack === undefined || isPending ? null : (
          <Notice
            ref={takeFocus}
            tabIndex={-1}
            tone={rows.length === 0 ? 'good' : 'warning'}
            role="status"
            title={outcomeWords(broughtBack, rows.length)}
          />
        )}
        {rows.length === 0 ? null : (
          <>
            <p className="max-w-prose">
              On {formatDate(stoppedAt)} you stopped the release of your plan. This was removed afterward. If
              you didn't remove it, bring it back.
            </p>
            <ul className="grid gap-3">
              {rows.map((row) => (
                <li key={row.id}>
                  <p className="font-semibold wrap-anywhere">{removedName(row)}</p>
                  <p className="text-ink-soft">
                    Removed {formatDateTime(row.removed_at)}. You can bring it back until{' '}
                    {formatDateTime(keptUntil(row, stoppedAt))}.
                  </p>
                  {row.refused ? <p>It couldn't be brought back: {refusalWords(row)}</p> : null}
                </li>
              ))}
            </ul>
            <FailureNotice title="Nothing was brought back" problem={error} />
            <div>
              <Button
                variant="primary"
                busy={isPending}
                busyLabel="Bringing back..."
                onClick={() => mutate()}
              >
                Bring everything back
              </Button>
            </div>
          </>
        )}
      </div>
    </Card>
  )
}

/** A row that was removed before the stop is kept as long as one that was removed at the stop. */
function keptUntil({ removed_at }: RemovedRow, stoppedAt: string | null): string | undefined {
  const times = [removed_at, stoppedAt].flatMap((time) => parseTimestamp(time) ?? [])
  return times.length > 0 ? addDays(max(times), KEPT_DAYS).toISOString() : undefined
}
