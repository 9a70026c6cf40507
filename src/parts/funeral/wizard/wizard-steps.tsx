import type { ReactNode } from 'react'
import { type FuneralPlanForm, funeralPlanLimits } from '@/data/save-funeral-plan'
import { Constants, type Enums } from '@/lib/database.types'
import { readersOfPart } from '@/parts/kit/visibility-note'
import { ChoiceField, TextArea, TextField } from '@/ui/forms/field'
import type { Fields } from '@/ui/forms/use-form'
import { formValues } from '@/ui/forms/use-versioned-form'
import { dispositionWords, likenessWords, serviceWords } from '../words'

const dispositionHints: Record<Enums<'disposition_type'>, string> = {
  burial: 'Your body is laid in a grave or a tomb.',
  cremation: 'Your body is cremated; the ashes can be kept, buried or scattered.',
  donation: 'Your body goes to a medical school or research. Most programs ask you to register in advance.',
  other: 'Say what you have in mind under Personal Requests in the funeral plan.',
}

const serviceHints: Record<Enums<'service_type'>, string> = {
  traditional: 'A ceremony with the body present, soon after the death.',
  memorial: 'A ceremony without the body, held whenever it suits the family.',
  celebration: 'A less formal gathering to celebrate a life: stories, music, food.',
  none: 'No gathering at all.',
  other: 'Say what you have in mind under Personal Requests in the funeral plan.',
}

const dispositions = Constants.public.Enums.disposition_type.map((value) => ({
  value,
  label: dispositionWords[value],
  hint: dispositionHints[value],
}))

const services = Constants.public.Enums.service_type.map((value) => ({
  value,
  label: serviceWords[value],
  hint: serviceHints[value],
}))

const likenesses = Constants.public.Enums.likeness_wish.map((value) => ({
  value,
  label: likenessWords[value],
}))

const unknownLabel = 'I don’t know yet'

type Field = keyof FuneralPlanForm

/** A step of the wizard. */
interface Step {
  title: string
  /** The names of its fields, in order. */
  fields: readonly Field[]
  /** Draws the fields, each with its explanation. */
  content: (field: WizardField) => ReactNode
  /** Who will read it. */
  note: string
}

type WizardField = Fields<FuneralPlanForm, object>['field']

/** The first question of all. */
export function DispositionField({ field }: { field: WizardField }) {
  return (
    <ChoiceField
      label="Disposition type"
      hint="“Disposition” is the word for what happens to the body after a death."
      options={dispositions}
      unknownLabel={unknownLabel}
      {...field('disposition')}
    />
  )
}

/** The wizard's steps, in order. */
export const steps: readonly Step[] = [
  {
    title: 'Final Disposition',
    fields: ['disposition', 'funeral_home'],
    content: (field) => (
      <>
        <DispositionField field={field} />
        <TextField
          label="Funeral home"
          optional
          hint="The company that cares for the body and arranges the funeral, if you have one in mind. Its name and its phone number."
          {...field('funeral_home')}
        />
      </>
    ),
    note: readersOfPart,
  },
  {
    title: 'Service Details',
    fields: ['service_type', 'venue', 'officiant'],
    content: (field) => (
      <>
        <ChoiceField
          label="Type of service"
          options={services}
          unknownLabel={unknownLabel}
          {...field('service_type')}
        />
        <TextField
          label="Venue"
          optional
          hint="Where people gather: a place of worship, a hall, a garden, a home."
          {...field('venue')}
        />
        <TextField
          label="Officiant"
          optional
          hint="The person who leads the service: clergy, a celebrant, or someone who knows you well."
          {...field('officiant')}
        />
      </>
    ),
    note: readersOfPart,
  },
  {
    title: 'Personal Requests',
    fields: ['personal_requests', 'likeness'],
    content: (field) => (
      <>
        <TextArea
          optional
          limit={funeralPlanLimits.personal_requests}
          label="Special requests"
          rows={6}
          hint="Anything that matters to you: readings, flowers or none, clothes, who should speak, where you’d like your ashes to go."
          {...field('personal_requests')}
        />
        <ChoiceField
          label="May anyone imitate your voice or face?"
          hint="From recordings, a computer can make someone who has died speak in a video, or answer messages. This is a wish that your family will read. It can’t stop strangers."
          options={likenesses}
          unknownLabel={unknownLabel}
          {...field('likeness')}
        />
      </>
    ),
    note: readersOfPart,
  },
  {
    title: 'Your Story',
    fields: ['obituary'],
    content: (field) => (
      <TextArea
        optional
        limit={funeralPlanLimits.obituary}
        label="Obituary notes"
        rows={10}
        hint="An obituary tells the story of a person’s life. Notes are enough: people, places, work, what you loved."
        {...field('obituary')}
      />
    ),
    note: `${readersOfPart} They may use it for a published obituary, so leave out what should stay private.`,
  },
]

/** Parses a step from an address. Anything but 1 to 4 becomes the first step. */
export function toStep(text: string | null): number {
  return Math.max(1, steps.findIndex((_step, index) => String(index + 1) === text) + 1)
}

/** Converts a saved plan to the form's values: '' for everything that is not decided. */
export const toValues = formValues<FuneralPlanForm>({
  disposition: '',
  funeral_home: '',
  service_type: '',
  venue: '',
  officiant: '',
  personal_requests: '',
  obituary: '',
  likeness: '',
})

/** Finds the first field with a problem, and its step; null when there is none. */
export function firstProblem(errors: Partial<Record<Field, unknown>>): { field: Field; step: number } | null {
  for (const [index, { fields }] of steps.entries()) {
    const field = fields.find((name) => errors[name])
    if (field) return { field, step: index + 1 }
  }
  return null
}
