import { useQuery } from '@tanstack/react-query'
import { useParams } from 'react-router-dom'
import { type OpenedPractice, practiceQuery, useCompletePractice } from '@/data/people/practices'
import { formatDate } from '@/lib/dates'
import { paths } from '@/lib/paths'
import { MemorialDenied } from '@/plan/memorial/memorial-denied'
import { roleWords } from '@/plan/people/role-words'
import { Button, ButtonLink } from '@/ui/button'
import { FailureNotice } from '@/ui/forms/failure-notice'
import { Notice } from '@/ui/notice'
import { Card } from '@/ui/page/card'
import { Loaded } from '@/ui/page/loaded'
import { Page } from '@/ui/page/page'
import { takeFocus } from '@/ui/take-focus'
import { FramedMemorial } from './framed-memorial'
import { PracticeCertificate } from './practice-certificate'
import { openSample, sampleParts } from './sample/sample-memorial'

/** The owner of the sample: no real person. */
const nobody = {
  full_name: null,
  died_on: null,
  death_review: 'none',
  death_reviewed_at: null,
  release_stopped_at: null,
  release_at: null,
  release_wait_days: 0,
} as const

/** /practice/{id}: a designee practices for the day, with the real screens but without the owner's plan. */
export function Component() {
  const { practiceId = '' } = useParams()
  const practice = useQuery(practiceQuery(practiceId))
  if (practice.data === null) {
    return (
      <MemorialDenied title="Practice" what="practice">
        It is for the person it was sent to, with the e-mail address it was sent to.
      </MemorialDenied>
    )
  }
  return (
    <Page
      title="Practice"
      intro={
        practice.data
          ? `This is only practice. ${practice.data.owner_name} asked you to try the way in, so that you know it on the day. Nothing has happened.`
          : undefined
      }
      back={{ to: paths.invites(), label: 'Invitations' }}
    >
      <Loaded
        query={practice}
        loading="Loading the practice"
        errorTitle="Unable to load the practice"
        cards={2}
      >
        {(loaded) => loaded && <Exercise practiceId={practiceId} practice={loaded} />}
      </Loaded>
    </Page>
  )
}

function Exercise({ practiceId, practice }: { practiceId: string; practice: OpenedPractice }) {
  const { owner_name: ownerName, role } = practice
  return (
    <div className="grid gap-6">
      <Card title="Please try this">
        <ol className="grid max-w-prose list-decimal gap-1.5 pl-6">
          <li>Look through the parts of the sample memorial below.</li>
          <li>In the part Documents, open the sample document.</li>
          <li>In the part Messages, play the sample message. It is short and has no sound.</li>
          <li>In the part Death Certificate, choose any file and submit it. Nothing is sent.</li>
          <li>At the end of this page, press “I managed it”.</li>
        </ol>
        <p className="mt-4 max-w-prose text-ink-soft">
          What you see here is made up. It holds nothing of the plan of {ownerName}, and nothing you press has
          any effect but the last button.
        </p>
      </Card>
      <FramedMemorial
        label="Practice: everything here is a sample"
        icon="info"
        title="Sample memorial"
        owner={nobody}
        role={role}
        canView
        // In a real memorial the database decides this.
        canViewFinances={role !== 'beneficiary'}
        parts={sampleParts}
        open={openSample}
        look={() => openSample('messages')}
        certificate={<PracticeCertificate ownerName={ownerName} />}
      />
      <Outcome practiceId={practiceId} practice={practice} />
    </div>
  )
}

function Outcome({ practiceId, practice }: { practiceId: string; practice: OpenedPractice }) {
  const complete = useCompletePractice(practiceId)
  const { owner_name: ownerName, role, completed_at } = practice
  const justNow = complete.isSuccess
  if (completed_at !== null || justNow) {
    return (
      <Notice
        ref={justNow ? takeFocus : undefined}
        tabIndex={-1}
        tone="good"
        role="status"
        title={justNow ? 'Thank you' : `You managed it on ${formatDate(completed_at)}`}
        action={<ButtonLink to={paths.invites()}>See your invitations</ButtonLink>}
      >
        <p>{ownerName} can see that you found the way in.</p>
        <p>
          On the day it goes the same way: sign in with this e-mail address, and open the memorial from your
          invitations. As {roleWords[role].name.toLowerCase()} you then see what {ownerName} left for you.
        </p>
      </Notice>
    )
  }
  return (
    <Card title="Did you find everything?">
      <p className="mb-5 max-w-prose">
        Then tell {ownerName}. If something did not work, you can come back to this page at any time, or ask{' '}
        {ownerName} to look at it with you.
      </p>
      <FailureNotice className="mb-5" title="It could not be noted" problem={complete.error} />
      <Button
        variant="primary"
        icon="check"
        busy={complete.isPending}
        busyLabel="Telling them..."
        onClick={() => complete.mutate()}
      >
        I managed it
      </Button>
    </Card>
  )
}
