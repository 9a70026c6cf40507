import { useQuery } from '@tanstack/react-query'
import { addHours, isFuture } from 'date-fns'
import { useState } from 'react'
import { designationState } from '@/data/people/designation-state'
import { type Designation, designationsQuery } from '@/data/people/designations'
import { hasDied, useDiedOwners } from '@/data/people/died-designees'
import { type Practice, practicesQuery, useStartPractice } from '@/data/people/practices'
import { useUser } from '@/data/session/session'
import { formatDateTime, parseTimestamp } from '@/lib/dates'
import { paths } from '@/lib/paths'
import { count, inWords } from '@/lib/text'
import { FormUnlessFrozen, frozenTitle, useIsFrozen } from '@/parts/kit/plan-open'
import { Badge } from '@/ui/base/badge'
import { ButtonLink } from '@/ui/base/button'
import { Card } from '@/ui/base/card'
import { FailureNotice } from '@/ui/base/failure'
import { allLoaded, Loaded } from '@/ui/base/loaded'
import { DoneNotice } from '@/ui/base/notice'
import { Page, PageSection } from '@/ui/base/page'
import { EmptyState } from '@/ui/base/states'
import { ConfirmDialog } from '@/ui/dialogs/confirm-dialog'
import { ChoiceCard } from '@/ui/forms/choice-card'
import { FormFrame } from '@/ui/forms/form-frame'
import { DescriptionList } from '@/ui/lists/description-list'
import { roleWords } from '@/words/roles'

const noneAsked = <p className="text-ink-soft">You haven’t asked anyone to practice.</p>

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
  const both = allLoaded(people, practices)
  const diedOwners = useDiedOwners(user.id)
  const isFrozen = useIsFrozen()

  return (
    <Page
      title="Practice run"
      intro={
        isFrozen
          ? `${frozenTitle}, so no one can be invited to a practice run. Once you stop the release, you can invite people.`
          : 'Let your people try signing in and finding things now, so it feels familiar when it matters.'
      }
      back={{ to: paths.beneficiaries, label: 'Beneficiaries & Trustees' }}
    >
      <Loaded
        query={{ ...both, data: both.data && learnersAmong(...both.data, diedOwners) }}
        loading="Loading the people you’ve named"
        errorTitle="Unable to load designations"
      >
        {(loaded) => {
          const asked = loaded.filter(({ last }) => last)
          return loaded.length === 0 && !isFrozen ? (
            <EmptyState
              title="No one can practice yet"
              action={<ButtonLink to={paths.beneficiaries}>Beneficiaries & Trustees</ButtonLink>}
            >
              Once someone has accepted your invitation, you can invite them to a practice run.
            </EmptyState>
          ) : (
            <>
              <FormUnlessFrozen>
                <AskToPractice learners={loaded} />
              </FormUnlessFrozen>
              {isFrozen && asked.length === 0 ? noneAsked : <Outcomes learners={asked} />}
            </>
          )
        }}
      </Loaded>
    </Page>
  )
}

function AskToPractice({ learners }: { learners: Learner[] }) {
  const start = useStartPractice()
  // All people take part except those who are taken out.
  const [leftOut, setLeftOut] = useState<readonly number[]>([])
  const [asking, setAsking] = useState(false)
  const askable = learners.filter(({ last }) => askAgainAt(last) === null)
  const chosen = askable.filter(({ person }) => !leftOut.includes(person.id)).map(({ person }) => person)

  return (
    <PageSection title="Invite people to a practice run">
      <FormFrame
        busy={start.isPending}
        submit={() => {
          start.reset()
          if (chosen.length > 0 && !start.isPending) setAsking(true)
        }}
        submitLabel={
          chosen.length === 0
            ? 'Invite to a practice run'
            : `Invite ${people(chosen.length)} to a practice run`
        }
        busyLabel="Inviting..."
        icon="mail"
        disabled={chosen.length === 0 && !start.isPending}
        problem={<FailureNotice title="No one was invited" problem={start.error} />}
      >
        <p className="max-w-prose">
          Each person will get an email that says it’s only a practice run. They’ll sign in and look at a
          sample memorial: the real screens, but nothing from your plan. At the end they’ll choose “I’m done”,
          and you’ll see that here.
        </p>
        <fieldset className="max-w-form">
          <legend className="mb-1.5 font-semibold">Who do you want to invite?</legend>
          <p className="-mt-1 mb-2.5 text-ink-soft">You can invite each person once a day.</p>
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
                      ? `Invited on ${formatDateTime(last?.created_at)}. You can invite them again from ${formatDateTime(again)}.`
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
          <DoneNotice title={`${people(start.data)} invited`}>
            We’ll send the emails within a few minutes. Below, you’ll see who has opened it and who’s done.
          </DoneNotice>
        ) : null}
      </FormFrame>
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title={`Invite ${people(chosen.length)} to a practice run?`}
        consequence={`${inWords(chosen.map(({ person_name }) => person_name))} will get an email with your name that invites them to a practice run. It says that nothing has happened. You can’t take an email back.`}
        confirmLabel="Send the emails"
        onConfirm={() => {
          setAsking(false)
          start.mutate(chosen.map(({ id }) => id))
        }}
      />
    </PageSection>
  )
}

function Outcomes({ learners }: { learners: Learner[] }) {
  return (
    <PageSection
      title="Who has practiced"
      intro={learners.length === 0 ? undefined : 'Most recent invitation for each person.'}
    >
      {learners.length === 0 ? (
        noneAsked
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
                    { term: 'Invited', value: formatDateTime(last?.created_at) },
                    { term: 'Opened', value: formatDateTime(last?.opened_at) },
                    { term: 'Done', value: formatDateTime(last?.completed_at) },
                  ]}
                />
              </Card>
            </li>
          ))}
        </ul>
      )}
    </PageSection>
  )
}

function OutcomeBadge({ last }: { last: Practice | undefined }) {
  if (last?.completed_at) return <Badge tone="good">Done</Badge>
  return <Badge tone="waiting">{last?.opened_at ? 'Opened' : 'Not opened yet'}</Badge>
}

/** Those who accepted and live: no email asks the dead for anything. */
function learnersAmong(
  people: Designation[],
  practices: ReadonlyMap<number, Practice>,
  diedOwners: readonly string[],
): Learner[] {
  return people
    .filter((person) => designationState(person) === 'accepted' && !hasDied(person, diedOwners))
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
