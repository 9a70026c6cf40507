import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useParams, useSearchParams } from 'react-router-dom'
import { isReleased, isVisible, type Profile, profileQuery } from '@/data/account/profiles'
import { fileLink } from '@/data/files/storage'
import { type MemorialPreview, type Moment, memorialPreviewQuery } from '@/data/memorial/memorial-preview'
import { designationState, isOpen } from '@/data/people/designation-state'
import { type Designation, designationsQuery } from '@/data/people/designations'
import { partAccessQuery, timingsOf } from '@/data/people/part-access'
import { useUser } from '@/data/session/session'
import { paths } from '@/lib/paths'
import { inWords } from '@/lib/text'
import { useIsFrozen, useSees } from '@/parts/kit/plan-open'
import { memorialParts, usePlan } from '@/reading/use-plan'
import { ButtonLink } from '@/ui/base/button'
import { Card } from '@/ui/base/card'
import { allLoaded, Loaded } from '@/ui/base/loaded'
import { Notice } from '@/ui/base/notice'
import { Page } from '@/ui/base/page'
import { EmptyState, ErrorPanel } from '@/ui/base/states'
import { ChoiceField } from '@/ui/forms/field'
import { useHasCome } from '@/ui/hooks/use-is-past'
import { firstHoursTitle } from '@/words/first-hours'
import { roleWords } from '@/words/roles'
import { ObituaryDraft } from './first-days/obituary-draft'
import { FramedMemorial } from './framed-memorial'
import { memorialTitle } from './memorial-body'
import { PartTimings } from './part-timings'

const back = { to: paths.beneficiaries, label: 'Beneficiaries & Trustees' }
const errorTitle = 'Unable to load the preview'

const momentWords: Record<Moment, { label: string; frame: string }> = {
  now: { label: 'Now', frame: 'Preview: now' },
  ill: { label: 'In the first hours, if you can’t speak', frame: 'Preview: in the first hours' },
  died: {
    label: 'In the first hours after your death',
    frame: 'Preview: in the first hours after your death',
  },
  after_release: { label: 'After your death is verified', frame: 'Preview: after your death is verified' },
}

/** What the owner reads of a moment. In a frozen plan the death is verified, so only the end of the waiting period can come. */
function wordsOf(moment: Moment, isFrozen: boolean): { label: string; frame: string } {
  return isFrozen && moment === 'after_release'
    ? { label: 'Once your plan opens', frame: 'Preview: once your plan opens' }
    : momentWords[moment]
}

const isMoment = (value: string | null): value is Moment =>
  value !== null && Object.hasOwn(momentWords, value)

/** /beneficiaries/{id}/preview: the owner's memorial as one of the people they named sees it. */
export function Component() {
  const { designationId } = useParams()
  const user = useUser()
  const people = useQuery(designationsQuery(user.id))
  const sees = useSees()
  const person = people.data?.find(({ id }) => String(id) === designationId)

  if (people.data && !person) {
    return (
      <Page title="Preview" back={back}>
        <ErrorPanel
          title="This person isn’t on your list"
          action={<ButtonLink to={paths.beneficiaries}>See the people you’ve named</ButtonLink>}
        >
          They may have been removed.
        </ErrorPanel>
      </Page>
    )
  }
  return (
    <Page
      title={person ? `What ${person.person_name} ${sees}` : 'Preview'}
      intro="This is only a preview. Looking at it doesn’t share anything."
      back={back}
    >
      <Loaded query={people} loading="Loading the preview" errorTitle={errorTitle} cards={2}>
        {() => person && <WhatTheySee person={person} />}
      </Loaded>
    </Page>
  )
}

function WhatTheySee({ person }: { person: Designation }) {
  const state = designationState(person)
  return (
    <div className="grid gap-8">
      {state === 'accepted' || isOpen(state) ? <PartTimings person={person} /> : null}
      <Preview person={person} />
    </div>
  )
}

function Preview({ person }: { person: Designation }) {
  const [search, setSearch] = useSearchParams()
  // Also kept in the address, so that a reload keeps it; the state makes the button respond at once.
  const wanted = search.get('when')
  const [picked, setPicked] = useState<Moment>(isMoment(wanted) ? wanted : 'now')
  const choose = (chosen: Moment) => {
    setPicked(chosen)
    setSearch(
      (before) => {
        if (chosen === 'now') before.delete('when')
        else before.set('when', chosen)
        return before
      },
      { replace: true },
    )
  }
  const { data: chosen = [] } = useQuery(partAccessQuery(person.owner_id))
  const isInCircle = [...timingsOf(person, chosen).values()].includes('first_hours')
  const owner = useQuery(profileQuery(person.owner_id))
  const isFrozen = useIsFrozen()
  useHasCome(owner.data?.release_at)
  useHasCome(owner.data?.open_until)
  // In a frozen plan the death is verified: all that can still come is the end of the waiting period.
  const isOver = isFrozen && owner.data && isVisible(owner.data)
  const moments: Moment[] = [
    'now',
    ...(isInCircle && !isFrozen ? (['ill', 'died'] as const) : []),
    ...(isOver ? [] : (['after_release'] as const)),
  ]
  const when = isFrozen && !moments.includes(picked) ? 'now' : picked
  const preview = useQuery(memorialPreviewQuery(person.id, when))
  const both = allLoaded(owner, preview)
  return (
    <div className="grid gap-6">
      {moments.length === 1 ? null : (
        <ChoiceField
          label={`What ${person.person_name} sees`}
          className="print:hidden"
          options={moments.map((value) => ({
            value,
            label: wordsOf(value, isFrozen).label,
          }))}
          value={when}
          onChange={({ target }) => isMoment(target.value) && choose(target.value)}
        />
      )}
      <Loaded query={both} loading="Loading the preview" errorTitle={errorTitle} cards={2}>
        {([profile, answer]) =>
          profile &&
          answer && (
            <Answer
              key={when}
              person={person}
              when={when}
              owner={profile}
              preview={answer}
              isInCircle={isInCircle}
            />
          )
        }
      </Loaded>
    </div>
  )
}

interface AnswerProps {
  person: Designation
  when: Moment
  owner: Profile
  preview: MemorialPreview
  /** Whether something was chosen for them for the first hours. */
  isInCircle: boolean
}

function Answer({ person, when, owner, preview, isInCircle }: AnswerProps) {
  const name = person.person_name
  const state = designationState(person)
  const ended = {
    revoked: `You ended ${name}’s access.`,
    stepped_down: `${name} stepped down.`,
    declined: `${name} declined your invitation.`,
  }
  if (!preview.can_view && (state === 'revoked' || state === 'stepped_down' || state === 'declined')) {
    return (
      <EmptyState title={`${name} can’t see your plan`}>
        {ended[state]} They can’t see your plan, now or after your death.
      </EmptyState>
    )
  }
  if (when === 'now' && !preview.accepted) {
    return (
      <EmptyState title={`${name} sees only your invitation`}>
        {name} hasn’t accepted yet. Until then they can see your name and that you’ve asked them to be your{' '}
        {roleWords[person.role].name.toLowerCase()}, but nothing in your plan.
      </EmptyState>
    )
  }
  return (
    <>
      <Remarks
        isHeld={when === 'now' && owner.death_review !== 'approved'}
        preview={preview}
        besides={[
          ...(isInCircle && when === 'now' && !preview.can_view
            ? [firstHoursTitle(owner.full_name ?? 'the owner', owner.is_deceased)]
            : []),
          ...(preview.can_view && (when === 'after_release' || isReleased(owner))
            ? ['Memories', 'The service']
            : []),
          // Where the plan is open, the history is in there, with the badges.
          preview.can_view ? 'About this plan' : 'Access history',
        ]}
      />
      <Memorial owner={asSeen(owner, when)} when={when} preview={preview} />
    </>
  )
}

interface RemarksProps {
  /** Whether the visibility hold is the reason when the plan is hidden. */
  isHeld: boolean
  preview: MemorialPreview
  /** What their page leads to and a preview can't, by its names there. */
  besides: readonly string[]
}

/** What the memorial itself does not show. */
function Remarks({ isHeld, preview, besides }: RemarksProps) {
  const { person_name: name, accepted, can_view, messages_later } = preview
  const remarks = [
    !accepted && `${name} hasn’t accepted your invitation yet. They’ll need to before they can see this.`,
    isHeld && !can_view && `Your plan is private now, so this is all ${name} can see.`,
    messages_later === 1 && '1 message is scheduled for later.',
    messages_later > 1 && `${messages_later} messages are scheduled for later.`,
    `Their own page also leads to ${inWords(besides.map((title) => `“${title}”`))}.`,
  ].filter((remark) => remark !== false)
  return (
    <Notice>
      {remarks.map((remark) => (
        <p key={remark}>{remark}</p>
      ))}
    </Notice>
  )
}

function Memorial({ owner, when, preview }: Omit<AnswerProps, 'person' | 'isInCircle'>) {
  const isFrozen = useIsFrozen()
  // Owners can always read their own rows, so a changed choice needs no new read.
  const parts = usePlan(memorialParts, owner.user_id)
  const access = { canView: preview.can_view, openParts: preview.parts }
  return (
    <FramedMemorial
      label={wordsOf(when, isFrozen).frame}
      icon="eye"
      title={memorialTitle({ owner, ...access })}
      hasSteps={preview.can_view || (when === 'died' && preview.parts.length > 0)}
      afterStep={({ obituary }, read) =>
        obituary && preview.role === 'executor' ? <ObituaryDraft owner={owner} parts={read} /> : null
      }
      owner={owner}
      role={preview.role}
      {...access}
      parts={parts}
      hasBadges={!preview.can_view}
      messageIds={new Set(preview.message_ids)}
      firstHours={
        when === 'ill' || when === 'died'
          ? () => (
              <Notice className="mb-6">
                {preview.can_view
                  ? `Your plan is open now, so ${preview.person_name} sees all of it.`
                  : preview.parts.length === 0
                    ? `Nothing opens to ${preview.person_name} for this reason.`
                    : `${preview.person_name} reads this for 14 days, as soon as someone you chose opens it. Nothing else is open.`}
              </Notice>
            )
          : undefined
      }
      open={(_tab, _itemId, file) => fileLink(file)}
      look={fileLink}
      certificate={
        <Card title="Death certificate">
          <p className="max-w-prose">
            Here {preview.person_name} can see where a review stands, and can submit a death certificate when
            it’s needed. You can’t submit anything in a preview.
          </p>
        </Card>
      }
    />
  )
}

/** The owner's profile as it would be at that moment. */
function asSeen(owner: Profile, when: Moment): Profile {
  return when !== 'after_release'
    ? owner
    : { ...owner, death_review: 'approved', release_at: new Date().toISOString() }
}
