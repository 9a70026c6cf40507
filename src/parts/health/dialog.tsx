import { useSaveRow } from '@/data/rows/owned-list'
import { Constants } from '@/lib/database.types'
import { type RowDialogProps, useRowForm } from '@/parts/kit/row-dialog'
import { VersionedFormDialog } from '@/ui/dialogs/form-dialog'
import { SelectField, TextArea, TextField } from '@/ui/forms/field'
import { formValues } from '@/ui/forms/use-versioned-form'
import { type HealthNotes, healthNotes, type NotesForm, noteLimits, notesSchema } from './data'
import { donorWords } from './words'

const decisions = Constants.public.Enums.donor_decision.map((value) => ({ value, label: donorWords[value] }))

const toValues = formValues<NotesForm>({
  blood_thinner: '',
  allergies: '',
  medicines: '',
  implants: '',
  conditions: '',
  proxy_name: '',
  proxy_phone: '',
  second_proxy_name: '',
  second_proxy_phone: '',
  doctor_name: '',
  doctor_phone: '',
  communication: '',
  donor: '',
  care_note: '',
})

/** Writes or edits the notes. Every field is optional, and none asks for a number that could be misused. */
export function NotesDialog(props: RowDialogProps<HealthNotes>) {
  const { mutateAsync: save } = useSaveRow(healthNotes, props.ownerId)
  const editing = useRowForm(props, { list: healthNotes, schema: notesSchema, toValues, save })
  const { field, values } = editing
  const isEmpty = Object.values(values).every((text) => text.trim() === '')

  return (
    <VersionedFormDialog
      title="What they should know"
      description="Fill in what applies, and write “none” where there’s nothing: an empty field doesn’t say so. Leave out insurance and Social Security numbers. Readers are told that you looked through all of it on the day you save."
      editing={editing}
      what="this"
      submitLabel="Save"
      disabled={isEmpty}
      onClose={props.onClose}
    >
      <h3 className="font-serif text-title">In an emergency</h3>
      <TextField
        label="Blood thinner"
        optional
        hint="Such as warfarin or apixaban. Or: none."
        {...field('blood_thinner')}
      />
      <TextArea label="Allergies" optional rows={2} limit={noteLimits.allergies} {...field('allergies')} />
      <TextArea
        label="Medicines"
        optional
        hint="Name, how much and when, one on each line."
        rows={4}
        limit={noteLimits.medicines}
        {...field('medicines')}
      />
      <TextField
        label="Implants and devices"
        optional
        hint="Such as a pacemaker, a stent, a joint."
        {...field('implants')}
      />
      <TextArea
        label="Conditions"
        optional
        hint="What a doctor who doesn’t know you has to know."
        rows={2}
        limit={noteLimits.conditions}
        {...field('conditions')}
      />
      <h3 className="font-serif text-title">Who decides if you can’t</h3>
      <p className="text-ink-soft">
        Only a signed paper gives them that right. This tells people whom to call.
      </p>
      <TextField label="Who decides" optional {...field('proxy_name')} />
      <TextField label="Phone of the person who decides" optional type="tel" {...field('proxy_phone')} />
      <TextField label="Who decides instead" optional {...field('second_proxy_name')} />
      <TextField
        label="Phone of the person who decides instead"
        optional
        type="tel"
        {...field('second_proxy_phone')}
      />
      <SelectField
        label="Organ donation"
        optional
        options={decisions}
        placeholder="Not written down"
        {...field('donor')}
      />
      <h3 className="font-serif text-title">Caring for you</h3>
      <TextField label="Your doctor" optional {...field('doctor_name')} />
      <TextField label="Your doctor’s phone" optional type="tel" {...field('doctor_phone')} />
      <TextField
        label="How to talk with you"
        optional
        hint="Your language, your hearing, glasses."
        {...field('communication')}
      />
      <TextArea
        label="What the people caring for you should know"
        optional
        rows={2}
        limit={noteLimits.care_note}
        {...field('care_note')}
      />
    </VersionedFormDialog>
  )
}
