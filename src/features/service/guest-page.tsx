import { QueryClientProvider, useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { useLocation } from 'react-router-dom'
import { downloadText } from '@/browser/files/download'
import { createQueryClient } from '@/browser/query-client'
import {
  type GuestChange,
  type GuestMistake,
  type GuestPage,
  guestPageQuery,
  useGuestChange,
} from '@/data/service/guest-link'
import { toCalendar } from '@/lib/files/calendar'
import { Button } from '@/ui/base/button'
import { FailureNotice } from '@/ui/base/failure'
import { Loaded } from '@/ui/base/loaded'
import { Notice } from '@/ui/base/notice'
import { Page, PageHeading, PageSection, useDocumentTitle } from '@/ui/base/page'
import { useAction } from '@/ui/hooks/use-action'
import { inDialog, inPage, onDemand } from '@/ui/late'
import { Initials } from '@/ui/media/initials'
import { AnswerForm } from './answer-form'
import { otherFacts, ServicePlace, ServiceWhen } from './service-facts'
import { whenAndZoneWords } from './service-words'

const OptOutQuestion = onDemand(async () => (await import('./opt-out-question')).OptOutQuestion, inDialog)
// Most invitations show neither.
const GuestPortrait = onDemand(
  async () => (await import('./guest-portrait')).GuestPortrait,
  inPage({ loading: 'Loading the portrait', errorTitle: 'Unable to load the portrait', cards: 1 }),
)
const GuestMemories = onDemand(
  async () => (await import('./guest-memories')).GuestMemories,
  inPage({ loading: 'Loading the memories', errorTitle: 'Unable to load the memories', cards: 1 }),
)

/**
 * /service#{token}: where the link in an invitation leads. The guest has no account and sees nothing else of the plan.
 * The token is after the #, which browsers do not send, so that it is in no log of a host.
 */
export function Component() {
  const token = useLocation().hash.slice(1)
  const [queryClient] = useState(createQueryClient)
  return (
    <QueryClientProvider client={queryClient}>
      {/* Another link in the same window is another guest: nothing of the first may be sent for the second. */}
      <GuestsPage key={token} token={token} />
    </QueryClientProvider>
  )
}

function GuestsPage({ token }: { token: string }) {
  const page = useQuery(guestPageQuery(token))
  const change = useGuestChange(token)
  return (
    <>
      {/* The link is the guest's alone. */}
      <meta name="robots" content="noindex, nofollow" />
      {page.data && 'page' in page.data ? (
        <Invitation page={page.data.page} token={token} change={change} />
      ) : page.data ? (
        <Mistake mistake={page.data.mistake} />
      ) : (
        <Page title="An invitation" width="narrow">
          <Loaded
            query={page}
            loading="Loading the invitation"
            errorTitle="We couldn’t load the invitation"
            cards={1}
          >
            {() => (
              <Notice tone="warning" title="This link doesn’t work">
                Part of it may be missing, or it has ended. Please open it from the email again, or ask the
                family.
              </Notice>
            )}
          </Loaded>
        </Page>
      )}
    </>
  )
}

/** What the mail says too: whose death the guest has read of, and that it wasn't so. */
function Mistake({ mistake: { owner_name, owner_lives } }: { mistake: GuestMistake }) {
  const owner = owner_name ?? 'Your loved one'
  return (
    <Page title="Our invitation was a mistake" width="narrow">
      <Notice title={owner_lives ? `${owner} has told us that they are alive` : undefined}>
        <p>
          {owner_lives
            ? 'There won’t be a service. '
            : `${owner}’s death hasn’t been confirmed, and no service is taking place. `}
          Please disregard our invitation. We’re very sorry for the distress this{' '}
          {owner_lives ? 'has' : 'may have'} caused you.
        </p>
      </Notice>
    </Page>
  )
}

/** How long a service is in a calendar, in minutes. No one knows, but without an end calendars show no time at all. */
const LENGTH = 120

/**
 * The date for the guest's calendar. The link to the guest's page is not in it: many let a family, an office or an
 * assistant see their calendar, and anyone with the link can answer for the guest. The mail has it.
 */
function calendarDate(page: GuestPage, token: string, title: string) {
  return {
    // The first half is the guest's id.
    id: token.slice(0, 21),
    version: page.calendar_version,
    changedAt: new Date(page.calendar_changed_at),
    title: page.is_called_off ? `Called off: ${title}` : title,
    startsAt: new Date(page.starts_at),
    length: LENGTH,
    location: [page.place, page.address].filter(Boolean).join(', '),
    description: [
      page.note,
      page.livestream_url,
      page.phone && `Questions? Call ${page.phone}`,
      'The link in our email shows the latest details and your answer.',
    ]
      .filter(Boolean)
      .join('\n\n'),
    url: page.livestream_url ?? undefined,
    isCancelled: page.is_called_off,
  }
}

interface InvitationProps {
  page: GuestPage
  token: string
  /** Rejects when it is not known whether the change was saved. */
  change: (wanted: GuestChange) => Promise<void>
}

function Invitation({ page, token, change }: InvitationProps) {
  const owner = page.owner_name ?? 'a loved one'
  const title = `Service for ${owner}`
  const facts = otherFacts(page)
  const saveDate = () =>
    downloadText(
      'service.ics',
      toCalendar(calendarDate(page, token, title), new Date()),
      'text/calendar;charset=utf-8',
    )
  useDocumentTitle(title)
  const isOpen = !page.is_called_off && !page.is_over
  return (
    <div className="mx-auto w-full max-w-prose">
      {page.is_called_off ? (
        <Notice
          tone="warning"
          title="The service is called off"
          className="mb-8"
          action={
            page.is_over ? null : <Button onClick={saveDate}>Mark it as called off in my calendar</Button>
          }
        >
          <p>
            It was planned for {whenAndZoneWords(page)}. If there’s a new date, the family will let you know.
          </p>
        </Notice>
      ) : null}
      {page.is_over && !page.is_called_off ? (
        <Notice title="The service has taken place" className="mb-8" />
      ) : null}
      {/* Two lines around it, as around a printed card. */}
      <div className="rounded-card border border-line bg-sheet p-2 shadow-card print:border-0 print:p-0">
        <div className="wrap-anywhere rounded-control border border-line px-4 py-10 text-center sm:px-12 sm:py-14 print:border-0">
          {page.portrait ? (
            <GuestPortrait ownerName={owner} portrait={page.portrait} />
          ) : (
            <Initials name={owner} className="mx-auto mb-8 aspect-square w-36 max-w-full rounded-full" />
          )}
          <PageHeading className="text-page">{title}</PageHeading>
          {isOpen ? (
            <p className="mt-4 text-lead text-ink-soft">
              Dear {page.guest_name}, the family would like you to be there.
            </p>
          ) : null}
          <Divider />
          <dl className="grid gap-5">
            <div>
              <dt className="sr-only">When</dt>
              <dd className="font-serif text-heading text-balance">
                <ServiceWhen service={page} />
              </dd>
            </div>
            <div>
              <dt className="sr-only">Where</dt>
              <dd className="font-serif text-title text-balance">
                <ServicePlace service={page} />
              </dd>
            </div>
          </dl>
          {isOpen ? (
            <div className="mt-4">
              <Button onClick={saveDate}>Add to calendar</Button>
            </div>
          ) : null}
          {facts.length > 0 ? (
            <>
              <Divider />
              <dl className="grid gap-5">
                {facts.map(({ term, value }) => (
                  <div key={term}>
                    <dt className="text-ink-soft">{term}</dt>
                    <dd className="text-balance whitespace-pre-line">{value}</dd>
                  </div>
                ))}
              </dl>
            </>
          ) : null}
        </div>
      </div>
      <div className="mt-12">
        {isOpen ? (
          <PageSection title="Will you come?">
            <AnswerForm page={page} change={change} />
          </PageSection>
        ) : null}
        {page.takes_memories || page.memories.length > 0 ? (
          <GuestMemories ownerName={owner} page={page} change={change} />
        ) : null}
      </div>
      <NoMoreMail isUnsubscribed={page.is_unsubscribed} change={change} />
    </div>
  )
}

/** A short line between the parts of the card. */
function Divider() {
  return <div aria-hidden="true" className="mx-auto my-8 w-16 border-t border-heart" />
}

/** Ends the emails to this guest about the service after a question, and lets them begin again. */
function NoMoreMail({
  isUnsubscribed,
  change,
}: {
  isUnsubscribed: boolean
  change: InvitationProps['change']
}): ReactNode {
  const [asking, setAsking] = useState(false)
  const { busy, problem, follow } = useAction()
  return (
    <div className="mt-12 print:hidden">
      <p role="status" className="text-ink-soft">
        {isUnsubscribed
          ? 'We won’t email you about this service again. This page still shows the latest details.'
          : null}
      </p>
      {isUnsubscribed ? (
        <Button
          variant="quiet"
          className="-ml-3"
          busy={busy}
          busyLabel="Saving..."
          onClick={() => follow(change({ unsubscribe: false }))}
        >
          Email me about this service after all
        </Button>
      ) : (
        <Button variant="quiet" className="-ml-3" onClick={() => setAsking(true)}>
          Don’t email me about this service again
        </Button>
      )}
      <FailureNotice className="mt-4" title="Not saved" problem={problem} />
      {asking ? (
        <OptOutQuestion optOut={() => change({ unsubscribe: true })} onClose={() => setAsking(false)} />
      ) : null}
    </div>
  )
}
