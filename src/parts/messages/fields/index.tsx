import { Link } from 'react-router-dom'
import { liveDesignations } from '@/data/people/designation-state'
import type { Designation } from '@/data/people/designations'
import { formatDate } from '@/lib/dates'
import { paths } from '@/lib/paths'
import { VisibilityNote } from '@/parts/kit/visibility-note'
import { Notice } from '@/ui/base/notice'
import { ChoiceField, SelectField, TextArea, TextField } from '@/ui/forms/field'
import type { Fields } from '@/ui/forms/use-form'
import {
  type AddressedForm,
  TRANSCRIPT_LIMIT,
  UNTITLED,
  type VideoMessageForm,
  type VideoMessageInput,
} from '../data'
import { hasEnded, personWords } from '../words'

/** A form in which is said who receives a message, and when. */
type Addressing = Pick<Fields<AddressedForm, object>, 'field' | 'values' | 'problems'>

interface PeopleProps {
  form: Addressing
  /** The designees; null when they could not be loaded, so that no single recipient can be chosen. */
  people: readonly Designation[] | null
  /** The designation id of the saved single recipient, who stays on the list even after being revoked. */
  savedPerson: number | null
}

/** Those who may be chosen. */
function choicesOf({ people, savedPerson }: Omit<PeopleProps, 'form'>): Designation[] {
  const live = liveDesignations(people ?? [])
  return (people ?? []).filter((person) => live.includes(person) || person.id === savedPerson)
}

/** Who receives a message. @param what "a video" */
export function RecipientFields({ what, ...props }: PeopleProps & { what: string }) {
  const { form, people } = props
  const { field, problems } = form
  const { audience } = form.values
  const choices = choicesOf(props)
  return (
    <>
      <ChoiceField
        label="Who receives it?"
        options={[
          { value: 'everyone', label: 'Everyone', hint: 'Everyone you’ve named who has accepted.' },
          {
            value: 'person',
            label: 'One person',
            hint: 'No one else can see it or know it exists.',
          },
        ]}
        {...field('audience')}
        disabled={people === null && audience !== ''}
      />
      {people === null ? (
        <Notice tone="warning" role="status" title="You can’t choose who receives it right now">
          We couldn’t load the people you’ve named.{' '}
          {audience === 'person'
            ? 'It’s still for the one person you chose.'
            : audience === 'everyone'
              ? 'It’s for everyone; you can change that later, under “Edit”.'
              : 'You can write already, and choose who receives it later.'}
        </Notice>
      ) : audience === 'person' ? (
        choices.length > 0 ? (
          <SelectField
            label="Which person?"
            placeholder="Choose a person"
            options={choices.map((choice) => ({ value: String(choice.id), label: personWords(choice) }))}
            {...field('person')}
          />
        ) : (
          <p className={problems.person ? 'font-semibold text-danger' : undefined} role="status">
            You haven’t named anyone yet. Choose “Everyone” for now, and{' '}
            <Link to={paths.beneficiaries}>name the people you trust</Link> later. You can change who receives{' '}
            {what} anytime.
          </p>
        )
      ) : null}
    </>
  )
}

/** When a message is delivered. @param earliest the first day that may be chosen */
export function TimingFields({ form, earliest }: { form: Addressing; earliest: string }) {
  const { field } = form
  return (
    <>
      <ChoiceField
        label="When?"
        options={[
          {
            value: 'opening',
            label: 'As soon as the plan is open',
            hint: 'After your death, unless you share it sooner.',
          },
          {
            value: 'date',
            label: 'On a date',
            hint: 'For a birthday, a wedding, an anniversary. It’ll stay hidden until that day, even if the plan is open.',
          },
        ]}
        {...field('timing')}
      />
      {form.values.timing === 'date' ? (
        <TextField label="Date" type="date" min={earliest} max="9999-12-31" {...field('date')} />
      ) : null}
    </>
  )
}

/** The title of a message. @param untitled what it is called without one */
export function TitleField({ form, untitled }: { form: Addressing; untitled: string }) {
  return (
    <TextField
      label="Title"
      optional
      hint={`A name for it, for you and later for them. Leave blank for “${untitled}”.`}
      {...form.field('title')}
    />
  )
}

/** Who will see a message, and when, as it is chosen now. */
export function AddressNote(props: PeopleProps) {
  const { audience, timing, date, person: id } = props.form.values
  const person = choicesOf(props).find((choice) => String(choice.id) === id)
  if (audience === '') return null
  return (
    <VisibilityNote>
      {audience === 'person' && person && hasEnded(person)
        ? `No one will see this: it’s only for ${personWords(person)}. Choose someone else, or name ${person.person_name} again.`
        : visibilityWords(
            audience === 'person'
              ? (person?.person_name ?? (props.people ? 'the person you choose' : 'one person'))
              : null,
            timing === 'date' ? date : null,
          )}
    </VisibilityNote>
  )
}

interface VideoFieldsProps extends Omit<PeopleProps, 'form'> {
  form: Pick<Fields<VideoMessageForm, VideoMessageInput>, 'field' | 'values' | 'problems'>
  earliest: string
}

/** The details of a video: its title, who receives it and when, and its transcript. */
export function VideoFields({ form, people, savedPerson, earliest }: VideoFieldsProps) {
  const addressing = { form, people, savedPerson }
  return (
    <>
      <TitleField form={form} untitled={UNTITLED} />
      <RecipientFields {...addressing} what="a video" />
      <TimingFields form={form} earliest={earliest} />
      <TextArea
        label="Written transcript"
        optional
        hint="What you say in the video, for people who can’t hear it or can’t play it. You can add it later, under “Edit”, and make captions from it."
        rows={4}
        limit={TRANSCRIPT_LIMIT}
        {...form.field('transcript')}
      />
      <AddressNote {...addressing} />
    </>
  )
}

/**
 * Describes in one sentence who will see a message and when.
 * @param person the name of the single recipient; null for everyone
 * @param day the first day as yyyy-MM-dd; '' while none is chosen; null for the day when the plan opens
 */
function visibilityWords(person: string | null, day: string | null): string {
  const who = person === null ? 'Everyone you’ve named and who has accepted' : `Only ${person}`
  const opening = 'after your death, unless you share it sooner'
  if (day === null) return `${who} will see this as soon as your plan is open: ${opening}.`
  return `${who} will see this from ${formatDate(day, 'the day you choose')} on, if your plan is open by then: ${opening}. No one sees it before that day.`
}
