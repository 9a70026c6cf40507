import { useQuery } from '@tanstack/react-query'
import { addHours, isFuture } from 'date-fns'
import { useState } from 'react'
import { designationState } from '@/data/people/designation-state'
import { type Designation, designationsQuery } from '@/data/people/designations'
import { type Practice, practicesQuery, useStartPractice } from '@/data/people/practices'
import { useUser } from '@/data/session/session'
import { count, inWords } from '@/lib/count'
import { formatDateTime, parseTimestamp } from '@/lib/dates'
import { paths } from '@/lib/paths'
import { roleWords } from '@/plan/people/role-words'
import { Badge } from '@/ui/badge'
import { ButtonLink } from '@/ui/button'
import { ConfirmDialog } from '@/ui/confirm-dialog'
import { ChoiceCard } from '@/ui/forms/choice-card'
import { FailureNotice } from '@/ui/forms/failure-notice'
import { FormFrame } from '@/ui/forms/form-frame'
import { DescriptionList } from '@/ui/lists/description-list'
import { Notice } from '@/ui/notice'
import { Card } from '@/ui/page/card'
import { joined } from '@/ui/page/joined'
import { Loaded } from '@/ui/page/loaded'
import { Page, Section } from '@/ui/page/page'
import { EmptyState } from '@/ui/page/states'
import { takeFocus } from '@/ui/take-focus'

/** A person who accepted, and the last time they were asked to practice. */
interface Learner {
  person: Designation
  last: Practice | undefined
}

/** /beneficiaries/practice: the owner asks people to practice opening the plan, and sees who has done it. */
export function Component() {
  const user = useUser()
  const people = useQuery(designationsQuery(user.id))
  const practices = useQuery(practicesQuery('owner_id', user.id))
  const both = joined(people, practices)

  return (
    <Page
      title="Practise for the day"
      intro="Let the people you named try the way in, so that it is familiar when it is needed."
      back={{ to: paths.beneficiaries, label: 'Beneficiaries & Trustees' }}
    >
      <Loaded
        query={{ ...both, data: both.data && learnersAmong(...both.data) }}
        loading="Loading the people you have named"
        errorTitle="Unable to load designations"
      >
        {(loaded) =>
          loaded.length === 0 ? (
            <EmptyState
              title="Nobody can practise yet"
              action={<ButtonLink to={paths.beneficiaries}>See the people you have named</ButtonLink>}
            >
              As soon as somebody has accepted your invitation, you can ask them to practise.
            </EmptyState>
          ) : (
            <>
              <AskToPractise learners={loaded} />
              <Outcomes learners={loaded.filter(({ last }) => last)} />
            </>
          )
        }
      </Loaded>
    </Page>
  )
}

function AskToPractise({ learners }: { learners: Learner[] }) {
  const start = useStartPractice()
  // All people take part except those who are taken out.
  const [leftOut, setLeftOut] = useState<readonly number[]>([])
  const [asking, setAsking] = useState(false)
  const askable = learners.filter(({ last }) => askAgainAt(last) === null)
  const chosen = askable.filter(({ person }) => !leftOut.includes(person.id)).map(({ person }) => person)

  return (
    <Section title="Ask people to practise">
      <FormFrame
        busy={start.isPending}
        submit={() => {
          start.reset()
          if (chosen.length > 0 && !start.isPending) setAsking(true)
        }}
        submitLabel={chosen.length === 0 ? 'Ask to practise' : `Ask ${people(chosen.length)} to practise`}
        busyLabel="Asking..."
        icon="mail"
        disabled={chosen.length === 0 && !start.isPending}
        problem={<FailureNotice title="Nobody was asked" problem={start.error} />}
      >
        <p className="max-w-prose">
          Each person gets a mail that says it is only practice. They sign in and look at a sample memorial:
          the real screens, but nothing of your plan. At the end they press “I managed it”, and you see that
          here.
        </p>
        <fieldset className="max-w-form">
          <legend className="mb-1.5 font-semibold">Whom do you want to ask?</legend>
          <p className="-mt-1 mb-2.5 text-ink-soft">You can ask each person once a day.</p>
          <div className="grid gap-2.5">
            {learners.map(({ person, last }) => {
              const again = askAgainAt(last)
              return (
                <ChoiceCard
                  key={person.id}
                  type="checkbox"
                  label={`${person.person_name}, ${roleWords[person.role].name.toLowerCase()}`}
                  hint={
                    again
                      ? `Asked on ${formatDateTime(last?.created_at)}. You can ask again from ${formatDateTime(again)}.`
                      : undefined
                  }
                  disabled={again !== null || start.isPending}
                  checked={again === null && !leftOut.includes(person.id)}
                  onChange={({ target }) => {
                    start.reset()
                    setLeftOut(
                      target.checked ? leftOut.filter((id) => id !== person.id) : [...leftOut, person.id],
                    )
                  }}
                />
              )
            })}
          </div>
        </fieldset>
        {start.isSuccess ? (
          <Notice
            ref={takeFocus}
            tabIndex={-1}
            tone="good"
            role="status"
            title={`${people(start.data)} asked`}
          >
            The mails leave within a few minutes. Below you see who opened it and who managed it.
          </Notice>
        ) : null}
      </FormFrame>
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title={`Ask ${people(chosen.length)} to practise?`}
        consequence={`${inWords(chosen.map(({ person_name }) => person_name))} ${chosen.length === 1 ? 'gets' : 'get'} a mail with your name that asks to practise. It says that nothing has happened. A mail cannot be taken back.`}
        confirmLabel="Send the mails"
        onConfirm={() => {
          setAsking(false)
          start.mutate(chosen.map(({ id }) => id))
        }}
      />
    </Section>
  )
}

function Outcomes({ learners }: { learners: Learner[] }) {
  return (
    <Section title="Who has managed it" intro="The last time that each person was asked.">
      {learners.length === 0 ? (
        <p className="text-ink-soft">Nobody was asked yet.</p>
      ) : (
        <ul className="grid gap-4">
          {learners.map(({ person, last }) => (
            <li key={person.id}>
              <Card
                title={<span className="wrap-anywhere">{person.person_name}</span>}
                headingLevel={3}
                aside={<OutcomeBadge last={last} />}
              >
                <DescriptionList
                  empty="Not yet"
                  items={[
                    { term: 'Asked', value: formatDateTime(last?.created_at) },
                    { term: 'Opened', value: formatDateTime(last?.opened_at) },
                    { term: 'Managed it', value: formatDateTime(last?.completed_at) },
                  ]}
                />
              </Card>
            </li>
          ))}
        </ul>
      )}
    </Section>
  )
}

function OutcomeBadge({ last }: { last: Practice | undefined }) {
  if (last?.completed_at) return <Badge tone="good">Managed it</Badge>
  return <Badge tone="waiting">{last?.opened_at ? 'Opened' : 'Not opened yet'}</Badge>
}

function learnersAmong(people: Designation[], practices: ReadonlyMap<number, Practice>): Learner[] {
  return people
    .filter((person) => designationState(person) === 'accepted')
    .map((person) => ({ person, last: practices.get(person.id) }))
}

/** When a person can be asked again, as an ISO timestamp; null when they can be asked now. The database holds the same. */
function askAgainAt(last: Practice | undefined): string | null {
  const asked = parseTimestamp(last?.created_at)
  const again = asked && addHours(asked, 24)
  return again && isFuture(again) ? again.toISOString() : null
}

function people(number: number): string {
  return count(number, 'person', 'people')
}
