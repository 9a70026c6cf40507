import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import * as z from 'zod/mini'
import { useHeldUntil } from '@/account/new-browser-notice'
import { type CircleMember, circleOf } from '@/data/people/circle'
import { designationState, liveDesignations } from '@/data/people/designation-state'
import { type Designation, designationsQuery } from '@/data/people/designations'
import { hasDied, useDiedOwners } from '@/data/people/died-designees'
import { ownFirstHoursQuery, useAllowOpening, useSetOpeningNotice } from '@/data/people/first-hours'
import { useUser } from '@/data/session/session'
import { formatDate } from '@/lib/dates'
import { inWords } from '@/lib/text'
import { numberChoice } from '@/lib/validation'
import { FormUnlessFrozen, UnlessFrozen, useIsFrozen } from '@/parts/kit/plan-open'
import { Button } from '@/ui/base/button'
import { Card } from '@/ui/base/card'
import { FailureNotice } from '@/ui/base/failure'
import { Loaded } from '@/ui/base/loaded'
import { Notice } from '@/ui/base/notice'
import { focusHeading } from '@/ui/base/page'
import { ChoiceField } from '@/ui/forms/field'
import { FormFrame } from '@/ui/forms/form-frame'
import { useForm } from '@/ui/forms/use-form'
import { earlyPartsInWords } from '@/words/part-readers'
import { untoldWords } from '@/words/untold'

/** Who can open the owner's first hours, to what, and how long after the press they open. */
export function FirstHoursCard() {
  const user = useUser()
  const firstHours = useQuery(ownFirstHoursQuery(user.id))
  const diedOwners = useDiedOwners(user.id)
  const people = useQuery(designationsQuery(user.id)).data ?? []
  const died = new Set(people.filter((person) => hasDied(person, diedOwners)).map(({ id }) => id))
  return (
    <Card title="The first hours">
      <p className="mb-5 max-w-prose">
        If you can’t speak for yourself, or on the day you die, the people you choose can read some parts
        without a certificate: who feeds the dog, whom to call. You’re told at once, and can close it with one
        press.
      </p>
      <Loaded
        query={firstHours}
        loading="Loading your first hours"
        errorTitle="Unable to load your first hours"
      >
        {(own) => {
          const circle = circleOf(own)
          return circle.length === 0 ? (
            <NoOne people={liveDesignations(people)} />
          ) : (
            <Circle circle={circle} died={died} hours={own.notice_hours} untold={own.untold} />
          )
        }}
      </Loaded>
    </Card>
  )
}

function NoOne({ people }: { people: readonly Designation[] }) {
  const toBegin =
    people.length === 0
      ? 'To choose someone, name them first. Once they’ve accepted your invitation, choose'
      : people.some((person) => designationState(person) === 'accepted')
        ? 'To choose someone who has accepted your invitation, choose'
        : 'To choose someone: once they’ve accepted your invitation, choose'
  return (
    <p className="max-w-prose">
      <strong>{useIsFrozen() ? 'You chose no one for the first hours.' : 'No one can open them yet.'}</strong>{' '}
      <UnlessFrozen>{toBegin} Preview beside their name, and then Change beside a part.</UnlessFrozen>
    </p>
  )
}

interface CircleProps {
  circle: readonly CircleMember[]
  /** The designations of those who have died, as far as the owner may know. */
  died: ReadonlySet<number>
  hours: number
  untold: readonly string[]
}

function Circle({ circle, died, hours, untold }: CircleProps) {
  const isFrozen = useIsFrozen()
  const living = circle.filter(({ designation_id }) => !died.has(designation_id))
  const isLiving = (name: string) => living.some((member) => member.name === name)
  // The database names first who was named first; the circle is the other way round.
  const toCall = untold.toReversed().filter(isLiving)
  return (
    <div className="grid gap-5">
      <ul className="divide-y divide-line">
        {circle.map((member) => (
          <li key={member.designation_id} className="py-3 first:pt-0 last:pb-0">
            <p>
              <strong className="wrap-anywhere">{member.name}</strong>{' '}
              {died.has(member.designation_id)
                ? 'has died.'
                : `${isFrozen ? 'could' : 'can'} open ${earlyPartsInWords(member.parts)}.`}
            </p>
            {died.has(member.designation_id) ? null : <Waiting member={member} />}
          </li>
        ))}
      </ul>
      <p hidden={isFrozen} className="max-w-prose text-ink-soft">
        {circleWords(living.map(({ name }) => name))}
      </p>
      {toCall.length > 0 ? <Notice tone="warning">{untoldWords(toCall)}</Notice> : null}
      <FormUnlessFrozen>
        <NoticeForm hours={hours} />
      </FormUnlessFrozen>
    </div>
  )
}

/** @param living the names of those who can open the first hours, without those who have died */
function circleWords(living: readonly string[]): string {
  if (living.length === 0) return 'No one living can open your first hours: choose someone else.'
  if (living.length === 1)
    return 'Only one person can open your first hours. If something happens to both of you, no one can: choose a second one.'
  return `${inWords(living)} know of each other, and are told whenever one of them opens it. Each reads only what you chose for them.`
}

/** Someone whose opening the owner closed has to wait before they can open it again. */
function Waiting({
  member: { designation_id, name, wait_until, waits_for_owner },
}: {
  member: CircleMember
}) {
  const allow = useAllowOpening()
  const isHeld = useHeldUntil() !== null
  if (!waits_for_owner && wait_until === null) return null
  return (
    <div className="mt-1 flex flex-wrap items-center gap-x-4 gap-y-1">
      <p className="text-ink-soft">
        What {name} opened was closed, so {name} can’t open it again{' '}
        {waits_for_owner ? 'until you allow it' : `until ${formatDate(wait_until)}`}.
      </p>
      <UnlessFrozen>
        <Button
          variant="quiet"
          className="-ml-3"
          disabled={isHeld}
          busy={allow.isPending}
          busyLabel="Saving..."
          aria-label={`Allow ${name} to open it again`}
          onClick={() => void allow.mutateAsync(designation_id).then(focusHeading, () => {})}
        >
          Allow it again
        </Button>
      </UnlessFrozen>
    </div>
  )
}

const notices = [
  { value: '0', label: 'At once', hint: 'An emergency room can’t wait.' },
  { value: '24', label: '24 hours after I’m told', hint: 'So that I can say no.' },
] as const

const schema = z.object({ hours: numberChoice })

function NoticeForm({ hours }: { hours: number }) {
  const set = useSetOpeningNotice()
  const isHeld = useHeldUntil() !== null
  const { field, isDirty, busy, problem, submit, reset, focus } = useForm({
    schema,
    values: { hours: String(hours) },
    send: async (chosen) => {
      await set.mutateAsync(chosen.hours)
      reset({ hours: String(chosen.hours) })
      // "Save" can't be pressed any more.
      focus('hours')
    },
  })
  // It may have been changed in another window.
  const show = useEffectEvent((saved: number) => reset({ hours: String(saved) }))
  useEffect(() => {
    if (!isDirty && !busy) show(hours)
  }, [hours, isDirty, busy])
  return (
    <FormFrame
      busy={busy}
      submit={submit}
      submitLabel="Save"
      variant="secondary"
      disabled={isHeld || !isDirty}
      problem={<FailureNotice title="Not saved" problem={problem} />}
    >
      <ChoiceField label="How soon should your first hours open?" options={notices} {...field('hours')} />
      {isDirty ? <Notice>This counts for what is opened from now on.</Notice> : null}
    </FormFrame>
  )
}
