import type { UseFormReturn } from 'react-hook-form'
import { Link } from 'react-router-dom'
import { liveDesignations } from '@/data/people/designation-state'
import type { Designation } from '@/data/people/designations'
import { paths } from '@/lib/paths'
import { ChoiceField, SelectField, TextArea, TextField } from '@/ui/forms/field'
import { Notice } from '@/ui/notice'
import { VisibilityNote } from '@/ui/visibility-note'
import { TRANSCRIPT_LIMIT, UNTITLED, type VideoMessageForm, type VideoMessageInput } from './data'
import { personWords } from './recipient-words'
import { visibilityWords } from './video-words'

type VideoForm = UseFormReturn<VideoMessageForm, unknown, VideoMessageInput>

interface Props {
  form: VideoForm
  /** The designees; null when they could not be loaded, so that no single recipient can be chosen. */
  people: readonly Designation[] | null
  /** The designation id of the saved single recipient, who stays on the list even after being revoked. */
  savedPerson: number | null
  earliest: string
}

/** The details of a video: its title, who receives it and when, and its transcript. */
export function VideoFields({ form, people, savedPerson, earliest }: Props) {
  const { errors } = form.formState
  const [audience, personId, timing, date] = form.watch(['audience', 'person', 'timing', 'date'])
  const live = liveDesignations(people ?? [])
  const choices = (people ?? []).filter((person) => live.includes(person) || person.id === savedPerson)
  const person = choices.find(({ id }) => String(id) === personId)

  return (
    <>
      <TextField
        label="Title"
        hint={`So that you, and later the people it is for, know which one this is. Without one it is called “${UNTITLED}”.`}
        error={errors.title?.message}
        {...form.register('title')}
      />
      <ChoiceField
        label="Who receives it?"
        options={[
          { value: 'everyone', label: 'Everyone', hint: 'Every person you have named and who has accepted.' },
          {
            value: 'person',
            label: 'One person',
            hint: 'Nobody else can see it, or learns that it is there.',
          },
        ]}
        {...form.register('audience')}
        disabled={people === null}
      />
      {people === null ? (
        <Notice tone="warning" role="status" title="Who receives it cannot be chosen at the moment">
          The people you have named could not be loaded.{' '}
          {audience === 'person'
            ? 'It stays with the one person it is for.'
            : 'It is for everyone; you can change that later, under “Edit”.'}
        </Notice>
      ) : audience === 'person' ? (
        choices.length > 0 ? (
          <SelectField
            label="Which person?"
            placeholder="Choose a person"
            options={choices.map((choice) => ({ value: String(choice.id), label: personWords(choice) }))}
            error={errors.person?.message}
            {...form.register('person')}
          />
        ) : (
          <p className={errors.person ? 'font-semibold text-danger' : undefined} role="status">
            You have not named anybody yet. Choose “Everyone” for now, and{' '}
            <Link to={paths.beneficiaries}>name the people you trust</Link> afterwards: you can change who
            receives a video at any time.
          </p>
        )
      ) : null}
      <ChoiceField
        label="When?"
        options={[
          {
            value: 'opening',
            label: 'As soon as the memorial opens',
            hint: 'After your death has been verified, or earlier if you lift the visibility hold.',
          },
          {
            value: 'date',
            label: 'On a date',
            hint: 'For a birthday, a wedding, an anniversary. Before that day it stays hidden, even if the memorial is open.',
          },
        ]}
        {...form.register('timing')}
      />
      {timing === 'date' ? (
        <TextField
          label="Date"
          type="date"
          min={earliest}
          max="9999-12-31"
          error={errors.date?.message}
          {...form.register('date')}
        />
      ) : null}
      <TextArea
        label="Written transcript"
        optional
        hint="What you say in the video, for people who cannot hear it or cannot play it. You can add it later, under “Edit”."
        rows={4}
        limit={TRANSCRIPT_LIMIT}
        error={errors.transcript?.message}
        {...form.register('transcript')}
      />
      <VisibilityNote>
        {visibilityWords(
          audience === 'person'
            ? (person?.person_name ?? (people ? 'the person you choose' : 'one person'))
            : null,
          timing === 'date' ? date : null,
        )}
      </VisibilityNote>
    </>
  )
}
