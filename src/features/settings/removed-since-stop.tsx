import { useQuery } from '@tanstack/react-query'
import { addDays, max } from 'date-fns'
import { useState } from 'react'
import type { Profile } from '@/data/account/profiles'
import {
  KEPT_DAYS,
  mayBeKept,
  type RemovedRow,
  removedRowsQuery,
  useBringBackRemoved,
} from '@/data/rows/removed-rows'
import { formatDate, formatDateTime, parseTimestamp } from '@/lib/dates'
import { planParts } from '@/parts'
import { Button } from '@/ui/base/button'
import { Card } from '@/ui/base/card'
import { FailureNotice } from '@/ui/base/failure'
import { DoneNotice } from '@/ui/base/notice'

/** What was removed after the owner's stop, or while the first hours were open and soon after. */
export function RemovedSinceStop({ profile }: { profile: Profile }) {
  const { data: rows } = useQuery(removedRowsQuery(profile.user_id))
  // The card stays after the last row is back, to say so.
  const [isShown, setShown] = useState(false)
  if (rows?.length && !isShown) setShown(true)
  if (!rows || !isShown) return null
  const { release_stopped_at } = profile
  return <RemovedCard rows={rows} stoppedAt={mayBeKept(release_stopped_at) ? release_stopped_at : null} />
}

interface Props {
  /** What can be brought back; empty once everything was. */
  rows: readonly RemovedRow[]
  /** When the owner stopped the release; null when that is not why they are kept. */
  stoppedAt: string | null
}

/** Lists what was removed since the owner's stop, and brings it back. */
function RemovedCard({ rows, stoppedAt }: Props) {
  const { mutate, isPending, data: broughtBack, error } = useBringBackRemoved()
  return (
    <Card title={stoppedAt ? 'Removed since your stop' : 'Removed lately'}>
      <div className="grid gap-5">
        {broughtBack === undefined || isPending ? null : (
          <DoneNotice
            tone={rows.length === 0 ? 'good' : 'warning'}
            title={outcomeWords(broughtBack, rows.length)}
          />
        )}
        {rows.length === 0 ? null : (
          <>
            <p className="max-w-prose">
              {stoppedAt
                ? `On ${formatDate(stoppedAt)} you stopped the release of your plan. This was removed afterward.`
                : 'This was removed while your first hours were open, or soon after.'}{' '}
              If you didn’t remove it, bring it back.
            </p>
            <ul className="grid gap-3">
              {rows.map((row) => (
                <li key={row.id}>
                  <p className="font-semibold wrap-anywhere">{removedName(row)}</p>
                  <p className="text-ink-soft">
                    Removed {formatDateTime(row.removed_at)}. You can bring it back until{' '}
                    {formatDateTime(keptUntil(row, stoppedAt))}.
                  </p>
                  {row.refused ? <p>It couldn’t be brought back: {refusalWords(row)}</p> : null}
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

const PEOPLE = 'designations'

/** "Contacts: Carl Ellis", "Person you named: Tom Ellis"; for a part with one row its title alone. */
function removedName({ table_name, removed }: Pick<RemovedRow, 'table_name' | 'removed'>): string {
  const part = planParts.find(({ table }) => table === table_name)
  const title = table_name === PEOPLE ? 'Person you named' : (part?.title ?? 'Part of your plan')
  const column = table_name === PEOPLE ? 'person_name' : part?.rowName
  const row = typeof removed === 'object' && !Array.isArray(removed) ? removed : null
  const name = column && row?.[column]
  return typeof name === 'string' ? `${title}: ${name}` : title
}

/** Why a row could not be brought back, to follow a colon. */
function refusalWords({ table_name, refused }: Pick<RemovedRow, 'table_name' | 'refused'>): string {
  switch (refused) {
    case '23505':
      return table_name === PEOPLE
        ? 'someone with this email address is on your list again.'
        : 'your plan already has a new one.'
    case '23503':
      return 'the person it was for is no longer on your list.'
    case 'HW010':
      return 'it has the email address you sign in with.'
    case 'HW040':
      return 'the list is full. Delete something you no longer need, then try again.'
    case 'HW080':
      return 'this browser is new to your account. Use one you have used before, or try again in a day.'
    default:
      return 'it no longer fits in your plan.'
  }
}

/** "3 were brought back; 1 could not be. See why below." */
function outcomeWords(broughtBack: number, left: number): string {
  const back = `${broughtBack} ${broughtBack === 1 ? 'was' : 'were'} brought back`
  return left === 0 ? `${back}.` : `${back}; ${left} couldn’t be. See why below.`
}
