import { useWatch } from 'react-hook-form'
import { useSaveRow } from '@/data/rows/owned-list'
import { Constants } from '@/lib/database.types'
import { SelectField, TextArea, TextField } from '@/ui/forms/field'
import { useVersionedForm } from '@/ui/forms/use-versioned-form'
import { VersionedFormDialog } from '@/ui/forms/versioned-form'
import { Notice } from '@/ui/notice'
import { type HomeItem, type HomeItemForm, homeItemLimits, homeItemSchema, homeItems } from './data'
import { kindWords } from './facts'

const kinds = Constants.public.Enums.home_kind.map((value) => ({ value, label: kindWords[value].label }))

interface Props {
  ownerId: string
  /** The item to edit; null to add one. */
  item: HomeItem | null
  onClose: () => void
}

const toValues = (item: HomeItem | null): HomeItemForm => ({
  kind: item?.kind ?? 'pet',
  name: item?.name ?? '',
  location: item?.location ?? '',
  care: item?.care ?? '',
  contact: item?.contact ?? '',
  caretaker: item?.caretaker ?? '',
})

/** Adds or edits an item that needs looking after. Keeps what was typed until it is saved, even if the kind changes. */
export function HomeItemDialog({ ownerId, item, onClose }: Props) {
  const { mutateAsync: save } = useSaveRow(homeItems, ownerId)
  const editing = useVersionedForm({
    schema: homeItemSchema,
    loaded: item,
    toValues,
    save: (input, loaded, id) => save({ id, loaded, input }),
    reread: () => homeItems.read(item?.id ?? ''),
    onSaved: onClose,
  })
  const { form, field } = editing
  const kind = useWatch({ control: form.control, name: 'kind' })
  const words = kindWords[kind]

  return (
    <VersionedFormDialog
      title={item ? 'Edit' : 'Add to Home & Pets'}
      description="A name is enough to begin with. You can add the rest later."
      editing={editing}
      what="this"
      submitLabel={item ? 'Save' : 'Add'}
      onClose={onClose}
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
          <p>
            {kind === 'keys'
              ? "Write where the keys are, not the alarm's code. Leave the code in a sealed note."
              : 'Write where a sealed note is, never the password itself.'}
          </p>
        </Notice>
      ) : null}
      <TextField label={words.contact} optional {...field('contact')} />
    </VersionedFormDialog>
  )
}
