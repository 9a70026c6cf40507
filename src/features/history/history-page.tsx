import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import { useParams } from 'react-router-dom'
import { profileQuery } from '@/data/account/profiles'
import { accessEventKeys } from '@/data/memorial/access-event-keys'
import { type AccessEvent, accessEventsQuery } from '@/data/memorial/access-events'
import { rechecked, useDropped } from '@/data/memorial/memorials'
import { useUser } from '@/data/session/session'
import { formatDate, formatTime } from '@/lib/dates'
import { errorCode } from '@/lib/errors'
import { paths } from '@/lib/paths'
import { formatNumber } from '@/lib/text'
import { MemorialDenied } from '@/reading/notices/memorial-unread'
import { Button } from '@/ui/base/button'
import { FailureNotice } from '@/ui/base/failure'
import { Loaded } from '@/ui/base/loaded'
import { Page, PageSection } from '@/ui/base/page'
import { EmptyState } from '@/ui/base/states'
import { eventSentence, type Reader } from './event-words'

const title = 'Access history'

/**
 * /history is the reader's own history; /memorial/{ownerId}/history is what a designee may read of an owner's history.
 */
export function Component() {
  const user = useUser()
  const { ownerId = user.id } = useParams()
  return ownerId === user.id ? <OwnHistory userId={user.id} /> : <OthersHistory ownerId={ownerId} />
}

function OwnHistory({ userId }: { userId: string }) {
  return (
    <Page
      title={title}
      intro="Who looked at your plan, what they looked at, and every step of opening it after your death. No one can change or delete an entry."
      back={{ to: paths.whoCanSee, label: 'Who Can See My Plan' }}
    >
      <History ownerId={userId} reader={{ id: userId, ownerName: null }} />
    </Page>
  )
}

function OthersHistory({ ownerId }: { ownerId: string }) {
  const user = useUser()
  const owner = useQuery({ ...profileQuery(ownerId), ...rechecked })
  const denied = owner.isError ? errorCode(owner.error) === '22P02' : owner.data === null
  useDropped(denied ? [accessEventKeys.ofOwner(ownerId)] : [])
  if (denied) {
    return <MemorialDenied title={title} />
  }
  const ownerName = owner.data?.full_name ?? 'the owner'
  return (
    <Page
      title={title}
      intro={
        owner.data
          ? `Each step of opening ${ownerName}’s plan, when first hours that concern you were opened, and what you’ve looked at yourself. ${
              owner.data.death_review === 'approved'
                ? 'What others looked at isn’t shown.'
                : `Only ${ownerName} can see what others looked at.`
            }`
          : undefined
      }
      back={{ to: paths.memorial(ownerId), label: 'The plan' }}
    >
      <Loaded query={owner} loading="Loading the history" errorTitle="Unable to load the history">
        {(loaded) => loaded && <History ownerId={ownerId} reader={{ id: user.id, ownerName }} />}
      </Loaded>
    </Page>
  )
}

function History({ ownerId, reader }: { ownerId: string; reader: Reader }) {
  const history = useInfiniteQuery(accessEventsQuery(ownerId))
  // If only the older entries failed to load, the message is shown at the end, where they were requested.
  const olderError = history.isFetchNextPageError ? history.error : null
  const status = useRef<HTMLParagraphElement>(null)
  const showOlder = async () => {
    const { hasNextPage } = await history.fetchNextPage()
    // The button disappears after the last entries, so the focus has to move.
    if (!hasNextPage) status.current?.focus()
  }
  return (
    <Loaded
      query={{ ...history, error: olderError ? null : history.error }}
      loading="Loading the history"
      errorTitle="Unable to load the history"
    >
      {(events) =>
        events.length === 0 ? (
          <EmptyState title="Nothing here yet">
            When someone is named, looks at the plan or submits a death certificate, it’ll be listed here with
            the date and time.
          </EmptyState>
        ) : (
          <>
            {[...byDay(events)].map(([day, ofDay]) => (
              <Day key={day} day={day} events={ofDay} reader={reader} />
            ))}
            <div className="mt-6 grid justify-items-start gap-4">
              <p ref={status} role="status" tabIndex={-1} className="text-ink-soft">
                {history.hasNextPage
                  ? `Showing the latest ${formatNumber(events.length)} entries.`
                  : 'That’s everything.'}
              </p>
              <FailureNotice title="Unable to load older entries" problem={olderError} />
              {history.hasNextPage ? (
                <Button
                  busy={history.isFetchingNextPage}
                  busyLabel="Loading..."
                  onClick={() => void showOlder()}
                >
                  Show older entries
                </Button>
              ) : null}
            </div>
          </>
        )
      }
    </Loaded>
  )
}

/** Groups entries by day in the reader's time zone; days and entries keep their order. */
function byDay(events: AccessEvent[]): Map<string, AccessEvent[]> {
  const days = new Map<string, AccessEvent[]>()
  for (const event of events) {
    const day = formatDate(event.created_at)
    days.set(day, [...(days.get(day) ?? []), event])
  }
  return days
}

function Day({ day, events, reader }: { day: string; events: AccessEvent[]; reader: Reader }) {
  return (
    <PageSection title={day}>
      <ul className="divide-y divide-line rounded-card border border-line bg-sheet shadow-card">
        {events.map((event) => (
          <li key={event.id} className="grid gap-x-6 px-5 py-3.5 sm:grid-cols-[5.5rem_1fr]">
            <time dateTime={event.created_at} className="text-ink-soft tabular-nums">
              {formatTime(event.created_at)}
            </time>
            <p className="min-w-0 wrap-anywhere">{eventSentence(event, reader)}</p>
          </li>
        ))}
      </ul>
    </PageSection>
  )
}
