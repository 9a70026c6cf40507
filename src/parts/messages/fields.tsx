import { Link } from 'react-router-dom'
import { liveDesignations } from '@/data/people/designation-state'
import type { Designation } from '@/data/people/designations'
import { formatDate } from '@/lib/dates'
import { paths } from '@/lib/paths'
import { VisibilityNote } from '@/parts/kit/visibility-note'
import { Notice } from '@/ui/base/notice'
import { ChoiceField, SelectField, TextArea, TextField } from '@/ui/forms/field'
import type { Fields } from '@/ui/forms/use-form'
import { TRANSCRIPT_LIMIT, UNTITLED, type VideoMessageForm, type VideoMessageInput } from './data'
import { hasEnded, personWords } from './words'

interface Props {
  form: Pick<Fields<VideoMessageForm, VideoMessageInput>, 'field' | 'values' | 'problems'>
  /** The designees; null when they could not be loaded, so that no single recipient can be chosen. */
  people: readonly Designation[] | null
  /** The designation id of the saved single recipient, who stays on the list even after being revoked. */
  savedPerson: number | null
  earliest: string
}

/** The details of a video: its title, who receives it and when, and its transcript. */
export function VideoFields({ form, people, savedPerson, earliest }: Props) {
  const { field, problems } = form
  const { audience, timing, date } = form.values
  const live = liveDesignations(people ?? [])
  const choices = (people ?? []).filter((person) => live.includes(person) || person.id === savedPerson)
  const person = choices.find(({ id }) => String(id) === form.values.person)

  return (
    <>
      <TextField
        label="Title"
        hint={`So you, and later they, know which one this is. Leave blank for “${UNTITLED}”.`}
        {...field('title')}
      />
      <ChoiceField
        label="Who receives it?"
        options={[
          { value: 'everyone', label: 'Everyone', hint: "Everyone you've named who has accepted." },
          {
            value: 'person',
            label: 'One person',
            hint: 'No one else can see it or know it exists.',
          },
        ]}
        {...field('audience')}
        disabled={people === null}
      />
      {people === null ? (
        <Notice tone="warning" role="status" title="You can't choose who receives it right now">
          We couldn't load the people you've named.{' '}
          {audience === 'person'
            ? "It's still for the one person you chose."
            : "It's for everyone; you can change that later, under “Edit”."}
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
            You haven't named anyone yet. Choose “Everyone” for now, and{' '}
            <Link to={paths.beneficiaries}>name the people you trust</Link> later. You can change who receives
            a video at any time.
          </p>
        )
      ) : null}
      <ChoiceField
        label="When?"
        options={[
          {
            value: 'opening',
            label: 'As soon as the memorial opens',
            hint: 'After your death, or sooner if you choose.',
          },
          {
            value: 'date',
            label: 'On a date',
            hint: "For a birthday, a wedding, an anniversary. It'll stay hidden until that day, even if the memorial is open.",
          },
        ]}
        {...field('timing')}
      />
      {timing === 'date' ? (
        <TextField label="Date" type="date" min={earliest} max="9999-12-31" {...field('date')} />
      ) : null}
      <TextArea
        label="Written transcript"
        optional
        hint="What you say in the video, for people who can't hear it or can't play it. You can add it later, under “Edit”."
        rows={4}
        limit={TRANSCRIPT_LIMIT}
        {...field('transcript')}
      />
      <VisibilityNote>
        {audience === 'person' && person && hasEnded(person)
          ? `No one will see this: it's only for ${personWords(person)}. Choose someone else, or name ${person.person_name} again.`
          : visibilityWords(
              audience === 'person'
                ? (person?.person_name ?? (people ? 'the person you choose' : 'one person'))
                : null,
              timing === 'date' ? date : null,
            )}
      </VisibilityNote>
    </>
  )
}

/**
 * Describes in one sentence who will see a video and when.
 * @param person the name of the single recipient; null for everyone
 * @param day the first day as yyyy-MM-dd; '' while none is chosen; null for the day when the plan opens
 */
function visibilityWords(person: string | null, day: string | null): string {
  const who = person === null ? "Everyone you've named and who has accepted" : `Only ${person}`
  const opening = 'after your death, or sooner if you choose'
  if (day === null) return `${who} will see this as soon as your memorial opens: ${opening}.`
  return `${who} will see this from ${formatDate(day, 'the day you choose')} on, if your memorial is open by then: ${opening}. No one sees it before that day.`
}
