import { useState } from 'react'
import type { Guest } from '@/data/service/guests'
import {
  readService,
  type Service,
  type ServiceForm as ServiceFormValues,
  serviceLimits,
  serviceSchema,
  useSaveService,
} from '@/data/service/services'
import { count } from '@/lib/count'
import { formatDay } from '@/lib/dates'
import { ConfirmDialog } from '@/ui/dialogs/confirm-dialog'
import { SelectField, TextArea, TextField } from '@/ui/forms/field'
import { formValues } from '@/ui/forms/form-values'
import { LeaveGuard } from '@/ui/forms/leave-guard'
import { useVersionedForm } from '@/ui/forms/use-versioned-form'
import { VersionedForm } from '@/ui/forms/versioned-form'
import { isWrittenTo, timeZones } from './service-words'

const ownZone = Intl.DateTimeFormat().resolvedOptions().timeZone

const toValues = formValues<ServiceFormValues>({
  held_on: '',
  held_at: '',
  time_zone: ownZone,
  place: '',
  address: '',
  dress: '',
  livestream_url: '',
  flowers: '',
  note: '',
})

/** What guests have to know to be there: they are written to when one of these changes. */
const mailed = ['held_on', 'held_at', 'time_zone', 'place', 'address'] as const

interface Props {
  ownerId: string
  service: Service | null
  guests: readonly Guest[]
}

/** When and where the service is, and what else guests should know. Says before it is saved who will be written to. */
export function ServiceForm({ ownerId, service, guests }: Props) {
  const saving = useSaveService(ownerId)
  const [asking, setAsking] = useState(false)
  const editing = useVersionedForm({
    schema: serviceSchema,
    loaded: service,
    toValues,
    save: (input, over) => saving.mutateAsync({ input, over }),
    reread: () => readService(ownerId),
  })
  const { form, field, isDirty } = editing
  const told = service?.is_called_off ? 0 : guests.filter(isWrittenTo).length
  const emails = count(told, 'email')

  const submit = async () => {
    const { dirtyFields } = form.formState
    if (dirtyFields.held_on && form.getValues('held_on') < formatDay(new Date()) && (await form.trigger())) {
      form.setError('held_on', { message: 'That date has passed. Please check it.' }, { shouldFocus: true })
      return
    }
    const tells = told > 0 && mailed.some((name) => dirtyFields[name])
    if (tells && (await form.trigger())) setAsking(true)
    else editing.submit()
  }

  return (
    <>
      <VersionedForm
        editing={{ ...editing, submit: () => void submit() }}
        what="the service"
        submitLabel="Save the service"
      >
        <TextField label="Day" type="date" min="2020-01-01" {...field('held_on')} />
        <TextField label="Time" type="time" {...field('held_at')} />
        <SelectField
          label="Time zone"
          hint="Where the service will be."
          options={timeZones(service?.time_zone ?? ownZone).map((zone) => ({
            value: zone,
            label: zone.replaceAll('_', ' '),
          }))}
          {...field('time_zone')}
        />
        <TextField
          label="Place"
          hint="For example, the name of the church, the hall or the park."
          {...field('place')}
        />
        <TextField
          label="Address"
          optional
          hint="Guests can open it on a map."
          autoComplete="off"
          {...field('address')}
        />
        <TextField label="What to wear" optional {...field('dress')} />
        <TextField
          label="Link to a livestream"
          optional
          type="url"
          inputMode="url"
          hint="For those who can't be there."
          {...field('livestream_url')}
        />
        <TextArea
          label="Flowers or donations"
          optional
          rows={2}
          limit={serviceLimits.flowers}
          {...field('flowers')}
        />
        <TextArea
          label="A note to the guests"
          optional
          rows={4}
          limit={serviceLimits.note}
          {...field('note')}
        />
      </VersionedForm>
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title={`Save, and send ${emails}?`}
        consequence={`You've changed when or where the service is, so we'll email everyone you've invited: ${emails} in all. An email can't be taken back.`}
        confirmLabel={`Save and send ${emails}`}
        cancelLabel="Keep editing"
        onConfirm={() => {
          setAsking(false)
          editing.submit()
        }}
      />
      <LeaveGuard
        isUnsaved={() => isDirty}
        consequence="Your changes to the service aren't saved. If you leave now, you'll lose them."
      />
    </>
  )
}
