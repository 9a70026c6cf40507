import { useQuery } from '@tanstack/react-query'
import { useParams } from 'react-router-dom'
import { type OpenedPractice, practiceQuery, useCompletePractice } from '@/data/people/practices'
import { formatDate } from '@/lib/dates'
import { paths } from '@/lib/paths'
import { MemorialDenied } from '@/reading/notices/memorial-unread'
import type { ReadPart } from '@/reading/use-plan'
import { Button, ButtonLink } from '@/ui/base/button'
import { Card } from '@/ui/base/card'
import { FailureNotice } from '@/ui/base/failure'
import { allLoaded, Loaded } from '@/ui/base/loaded'
import { DoneNotice } from '@/ui/base/notice'
import { Page } from '@/ui/base/page'
import { inPage, onDemand } from '@/ui/late'
import { roleWords } from '@/words/roles'
import { FramedMemorial } from './framed-memorial'
import { openSample, sampleQuery } from './sample/sample-memorial'

// Needed in the last tab.
const PracticeCertificate = onDemand(
  async () => (await import('./practice-certificate')).PracticeCertificate,
  inPage({
    loading: 'Loading the death certificate',
    errorTitle: 'Unable to load the death certificate',
    cards: 1,
  }),
)

/** The owner of the sample: no real person. */
const nobody = {
  full_name: null,
  died_on: null,
  death_review: 'none',
  death_certificate_path: null,
  death_reviewed_at: null,
  release_stopped_at: null,
  release_at: null,
  release_wait_days: 0,
} as const

/** /practice/{id}: a designee practices for the day, with the real screens but without the owner's plan. */
export function Component() {
  const { practiceId = '' } = useParams()
  const practice = useQuery(practiceQuery(practiceId))
  const sample = useQuery({ ...sampleQuery(practice.data?.parts ?? []), enabled: Boolean(practice.data) })
  const both = allLoaded(practice, sample)
  if (practice.data === null) {
    return (
      <MemorialDenied title="Practice" what="practice">
        It’s only for the person we sent it to, signed in with the email address we sent it to.
      </MemorialDenied>
    )
  }
  return (
    <Page
      title="Practice"
      intro={
        practice.data
          ? `This is only a practice run. Nothing has happened. ${practice.data.owner_name} would like you to know your way around before it’s needed.`
          : undefined
      }
      back={{ to: paths.invites(), label: 'Invitations' }}
    >
      <Loaded query={both} loading="Loading the practice" errorTitle="Unable to load the practice" cards={2}>
        {([loaded, parts]) => loaded && <Exercise practiceId={practiceId} practice={loaded} parts={parts} />}
      </Loaded>
    </Page>
  )
}

interface ExerciseProps {
  practiceId: string
  practice: OpenedPractice
  parts: readonly ReadPart[]
}

function Exercise({ practiceId, practice, parts }: ExerciseProps) {
  const { owner_name: ownerName, role } = practice
  return (
    <div className="grid gap-6">
      <Card title="Please try this">
        <ol className="grid max-w-prose list-decimal gap-1.5 pl-6">
          <li>Look through the parts of the sample memorial below.</li>
          <li>Under Documents, open the sample document.</li>
          <li>Under Messages, play the sample message. It’s short and has no sound.</li>
          <li>Under Death Certificate, choose any file and submit it. Nothing will be sent.</li>
          <li>At the bottom, choose “I’m done”.</li>
        </ol>
        <p className="mt-4 max-w-prose text-ink-soft">
          All of this is made up. None of it comes from {ownerName}’s plan, and only the last button sends
          anything.
        </p>
      </Card>
      <FramedMemorial
        label="Practice: everything here is a sample"
        icon="info"
        title="Sample memorial"
        owner={nobody}
        role={role}
        canView
        hasSteps
        asAfterDeath
        openParts={practice.parts}
        parts={parts}
        open={openSample}
        look={() => openSample('messages')}
        certificate={<PracticeCertificate ownerName={ownerName} />}
      />
      <Outcome practiceId={practiceId} practice={practice} />
    </div>
  )
}

function Outcome({ practiceId, practice }: Omit<ExerciseProps, 'parts'>) {
  const complete = useCompletePractice(practiceId)
  const { owner_name: ownerName, role, completed_at } = practice
  const justNow = complete.isSuccess
  if (completed_at !== null || justNow) {
    return (
      <DoneNotice
        takesFocus={justNow}
        title={justNow ? 'Thank you' : `You finished on ${formatDate(completed_at)}`}
        action={<ButtonLink to={paths.invites()}>See your invitations</ButtonLink>}
      >
        <p>{ownerName} can see that you’ve found your way around.</p>
        <p>
          On the day, it’ll be the same: sign in with this email address, and open the plan from your
          invitations. As {roleWords[role].name.toLowerCase()} you’ll see what {ownerName} left for you.
        </p>
      </DoneNotice>
    )
  }
  return (
    <Card title="Did you find everything?">
      <p className="mb-5 max-w-prose">
        Then tell {ownerName}. If something didn’t work, come back to this page anytime, or ask {ownerName} to
        look at it with you.
      </p>
      <FailureNotice className="mb-5" title="We couldn’t save that" problem={complete.error} />
      <Button
        variant="primary"
        icon="check"
        busy={complete.isPending}
        busyLabel="Telling them..."
        onClick={() => complete.mutate()}
      >
        I’m done
      </Button>
    </Card>
  )
}
