import { useSaveRow } from '@/data/rows/owned-list'
import { Constants } from '@/lib/database.types'
import { type RowDialogProps, useRowForm } from '@/parts/kit/row-dialog'
import { Notice } from '@/ui/base/notice'
import { VersionedFormDialog } from '@/ui/dialogs/form-dialog'
import { SelectField, TextArea, TextField } from '@/ui/forms/field'
import { formValues } from '@/ui/forms/use-versioned-form'
import { type HomeItem, type HomeItemForm, homeItemLimits, homeItemSchema, homeItems } from './data'
import { kindWords } from './words'

const kinds = Constants.public.Enums.home_kind.map((value) => ({ value, label: kindWords[value].label }))

const toValues = formValues<HomeItemForm>({
  kind: 'pet',
  name: '',
  location: '',
  care: '',
  contact: '',
  caretaker: '',
})

/** Adds or edits an item that needs looking after. What was typed stays when the kind changes. */
export function HomeItemDialog(props: RowDialogProps<HomeItem>) {
  const { mutateAsync: save } = useSaveRow(homeItems, props.ownerId)
  const editing = useRowForm(props, { list: homeItems, schema: homeItemSchema, toValues, save })
  const { field } = editing
  const { kind } = editing.values
  const words = kindWords[kind]

  return (
    <VersionedFormDialog
      title={props.row ? 'Edit' : 'Add to Home & Pets'}
      description="A name is enough to begin with. You can add the rest later."
      editing={editing}
      what="this"
      submitLabel={props.row ? 'Save' : 'Add'}
      onClose={props.onClose}
    >
      <SelectField label="What is it?" options={kinds} {...field('kind')} />
      <TextField label={words.name} {...field('name')} />
      <TextField label={words.caretaker} optional {...field('caretaker')} />
      <TextArea label={words.care} optional rows={3} limit={homeItemLimits.care} {...field('care')} />
      <TextArea
        label={words.location}
        optional
        rows={2}
        limit={homeItemLimits.location}
        {...field('location')}
      />
      {kind === 'keys' || kind === 'device' ? (
        <Notice tone="warning" title="Say where, never what">
          {kind === 'keys'
            ? 'Write where the keys are, not the alarm’s code. Leave the code in a sealed note.'
            : 'Write where a sealed note is, never the password itself.'}
        </Notice>
      ) : null}
      <TextField label={words.contact} optional {...field('contact')} />
    </VersionedFormDialog>
  )
}
