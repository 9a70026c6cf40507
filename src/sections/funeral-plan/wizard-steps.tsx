import { funeralPlanLimits } from '@/data/funeral-plan'
import type { Enums } from '@/lib/database.types'
import { ChoiceField, TextArea, TextField } from '@/ui/forms/field'
import { VisibilityNote } from '@/ui/visibility-note'
import { dispositionWords, serviceWords } from './funeral-words'
import type { StepNumber } from './plan-form'
import type { usePlanForm } from './use-plan-form'

const dispositionHints: Record<Enums<'disposition_type'>, string> = {
  burial: 'The body is laid in a grave or a tomb.',
  cremation: 'The body is turned to ashes, which can be kept, buried or scattered.',
  donation: 'The body goes to a medical school or to research. Most ask you to register while you are alive.',
  other: 'Say what you have in mind under Personal Requests, in step 3.',
}

const serviceHints: Record<Enums<'service_type'>, string> = {
  traditional: 'A ceremony with the body present, soon after the death.',
  memorial: 'A ceremony without the body, held whenever it suits the family.',
  celebration: 'A less formal gathering about the life that was lived: stories, music, food.',
  none: 'No gathering is arranged.',
  other: 'Say what you have in mind under Personal Requests, in step 3.',
}

const dispositions = (['burial', 'cremation', 'donation', 'other'] as const).map((value) => ({
  value,
  label: dispositionWords[value],
  hint: dispositionHints[value],
}))

const services = (['traditional', 'memorial', 'celebration', 'none', 'other'] as const).map((value) => ({
  value,
  label: serviceWords[value],
  hint: serviceHints[value],
}))

const unknownLabel = "I don't know yet"

interface StepProps {
  field: ReturnType<typeof usePlanForm>['field']
}

const contents = { 1: FinalDisposition, 2: ServiceDetails, 3: PersonalRequests, 4: YourStory }

/** The fields of one step, each with its explanation, and who will read them. */
export function WizardStep({ step, ...props }: StepProps & { step: StepNumber }) {
  const Content = contents[step]
  return (
    <div className="grid gap-6">
      <Content {...props} />
    </div>
  )
}

function FinalDisposition({ field }: StepProps) {
  return (
    <>
      <ChoiceField
        label="Disposition type"
        hint="“Disposition” is the word for what happens to the body after a death."
        options={dispositions}
        unknownLabel={unknownLabel}
        {...field('disposition')}
      />
      <TextField
        label="Funeral home"
        optional
        hint="The company that cares for the body and arranges the funeral, if you have one in mind."
        {...field('funeral_home')}
      />
      <ReadByDesignees />
    </>
  )
}

function ServiceDetails({ field }: StepProps) {
  return (
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
        hint="The person who leads the service: clergy, a celebrant, or somebody who knows you well."
        {...field('officiant')}
      />
      <ReadByDesignees />
    </>
  )
}

function PersonalRequests({ field }: StepProps) {
  return (
    <>
      <TextArea
        label="Special requests"
        optional
        rows={6}
        limit={funeralPlanLimits.personal_requests}
        hint="Anything that matters to you: readings, flowers or none, clothes, who should speak, where ashes go."
        {...field('personal_requests')}
      />
      <ReadByDesignees />
    </>
  )
}

function YourStory({ field }: StepProps) {
  return (
    <>
      <TextArea
        label="Obituary notes"
        optional
        rows={10}
        limit={funeralPlanLimits.obituary}
        hint="An obituary tells of a life when somebody has died. Notes are enough: people, places, work, what you loved."
        {...field('obituary')}
      />
      <VisibilityNote>
        The people you designate can read this after your death is verified, or sooner if you open your plan
        to them. They may use it for a published obituary, so leave out what should stay private.
      </VisibilityNote>
    </>
  )
}

function ReadByDesignees() {
  return (
    <VisibilityNote>
      The people you designate can read this after your death is verified, or sooner if you open your plan to
      them. Nobody else can.
    </VisibilityNote>
  )
}
