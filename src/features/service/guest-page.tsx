import { QueryClientProvider, useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { useLocation } from 'react-router-dom'
import { downloadText } from '@/browser/files/download'
import { createQueryClient } from '@/browser/query-client'
import { type GuestChange, type GuestPage, guestPageQuery, useGuestChange } from '@/data/service/guest-link'
import { toCalendar } from '@/lib/files/calendar'
import { Button } from '@/ui/base/button'
import { FailureNotice } from '@/ui/base/failure'
import { Loaded } from '@/ui/base/loaded'
import { Notice } from '@/ui/base/notice'
import { Page, PageSection } from '@/ui/base/page'
import { inPage, onDemand } from '@/ui/late'
import { whenWords } from '@/words/service-when'
import { AnswerForm } from './answer-form'
import { ServiceFacts } from './service-facts'

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
      {page.data ? (
        <Invitation page={page.data} token={token} change={change} />
      ) : (
        <Page title="An invitation" width="narrow">
          <Loaded
            query={page}
            loading="Loading the invitation"
            errorTitle="We couldn't load the invitation"
            cards={1}
          >
            {() => (
              <Notice tone="warning" title="This link doesn't work">
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

interface InvitationProps {
  page: GuestPage
  token: string
  /** Rejects when it is not known whether the change was saved. */
  change: (wanted: GuestChange) => Promise<void>
}

function Invitation({ page, token, change }: InvitationProps) {
  const owner = page.owner_name ?? 'a loved one'
  const title = `Service for ${owner}`
  const saveDate = () => {
    const date = {
      // The first half is the guest's id.
      id: token.slice(0, 21),
      title,
      startsAt: new Date(page.starts_at),
      location: [page.place, page.address].filter(Boolean).join(', '),
      description: [page.note, page.livestream_url].filter(Boolean).join('\n\n'),
    }
    downloadText('service.ics', toCalendar(date, new Date()), 'text/calendar;charset=utf-8')
  }
  return (
    <Page
      title={title}
      width="narrow"
      intro={
        page.is_over || page.is_called_off
          ? undefined
          : `Dear ${page.guest_name}, the family would like you to be there.`
      }
    >
      {page.is_called_off ? (
        <Notice tone="warning" title="The service is called off" className="mb-8">
          It was planned for {whenWords(page)}. If there's a new date, the family will let you know.
        </Notice>
      ) : null}
      {page.is_over && !page.is_called_off ? (
        <Notice title="The service has taken place" className="mb-8" />
      ) : null}
      {page.portrait ? <GuestPortrait ownerName={owner} portrait={page.portrait} /> : null}
      <ServiceFacts service={page} />
      {page.is_called_off || page.is_over ? null : (
        <>
          <div className="mt-6">
            <Button onClick={saveDate}>Add to calendar</Button>
          </div>
          <PageSection title="Will you come?">
            <AnswerForm page={page} change={change} />
          </PageSection>
        </>
      )}
      {page.takes_memories || page.memories.length > 0 ? (
        <GuestMemories ownerName={owner} page={page} change={change} />
      ) : null}
      <NoMoreMail isUnsubscribed={page.is_unsubscribed} change={change} />
    </Page>
  )
}

function NoMoreMail({
  isUnsubscribed,
  change,
}: {
  isUnsubscribed: boolean
  change: InvitationProps['change']
}): ReactNode {
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<unknown>(null)
  if (isUnsubscribed) {
    return (
      <p role="status" className="mt-12 text-ink-soft">
        We won't email you about this service again. This page still shows the latest details.
      </p>
    )
  }
  const stop = async () => {
    setBusy(true)
    setProblem(null)
    await change({ unsubscribe: true }).catch(setProblem)
    setBusy(false)
  }
  return (
    <div className="mt-12 print:hidden">
      <Button variant="quiet" className="-ml-3" busy={busy} busyLabel="Saving..." onClick={() => void stop()}>
        Don't email me about this service again
      </Button>
      <FailureNotice className="mt-4" title="Not saved" problem={problem} />
    </div>
  )
}
