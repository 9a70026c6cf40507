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
import { formatDay } from '@/lib/dates'
import { count } from '@/lib/text'
import { Button } from '@/ui/base/button'
import { ConfirmDialog } from '@/ui/dialogs/confirm-dialog'
import { SelectField, TextArea, TextField } from '@/ui/forms/field'
import { LeaveGuard } from '@/ui/forms/leave-guard'
import { formValues, useVersionedForm } from '@/ui/forms/use-versioned-form'
import { VersionedForm } from '@/ui/forms/versioned-form'
import { PeopleToCall } from './people-to-call'
import { guestsToCall, isWrittenTo, zoneChoices } from './service-words'

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
  phone: '',
})

/** What guests have to know to be there: they are written to when one of these changes. */
const whens = ['held_on', 'held_at', 'time_zone'] as const
const mailed = [...whens, 'place', 'address'] as const

interface Props {
  ownerId: string
  service: Service | null
  guests: readonly Guest[]
  /** Where the owner wished the service to be; null where the plan says nothing or isn't readable. */
  wishedVenue: string | null
}

/** When and where the service is, and what else guests should know. Says before it is saved who will be written to. */
export function ServiceForm({ ownerId, service, guests, wishedVenue }: Props) {
  const saving = useSaveService(ownerId)
  const [asking, setAsking] = useState(false)
  const editing = useVersionedForm({
    schema: serviceSchema,
    loaded: service,
    toValues,
    save: (input, over) => saving.mutateAsync({ input, over }),
    reread: () => readService(ownerId),
  })
  const { field, values, isChanged, isDirty } = editing
  const isOff = service?.is_called_off ?? false
  const told = isOff ? 0 : guests.filter(isWrittenTo).length
  const toCall = isOff ? [] : guestsToCall(guests)
  const isMoved = whens.some(isChanged)
  const emails = count(told, 'email')

  const submit = async () => {
    if (!(await editing.check())) return
    if (isChanged('held_on') && values.held_on < formatDay(new Date()))
      editing.refuse('held_on', 'That date has passed. Please check it.')
    else if (told + toCall.length > 0 && mailed.some(isChanged)) setAsking(true)
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
          options={zoneChoices(service?.time_zone ?? ownZone)}
          {...field('time_zone')}
        />
        <TextField
          label="Place"
          hint="For example, the name of the church, the hall or the park."
          {...field('place')}
        />
        {wishedVenue && values.place.trim() === '' ? (
          <div className="-mt-3 max-w-form">
            <Button variant="quiet" className="-ml-3" onClick={() => editing.set({ place: wishedVenue })}>
              Use the place from the wishes: {wishedVenue}
            </Button>
          </div>
        ) : null}
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
          hint="For those who can’t be there."
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
        <TextField
          label="Phone number for questions"
          optional
          type="tel"
          hint="Guests see it on their page and in our emails. Leave it empty and they see no number."
          autoComplete="off"
          {...field('phone')}
        />
      </VersionedForm>
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title={told > 0 ? `Save, and send ${emails}?` : 'Save, and call your guests?'}
        consequence={
          <>
            <p>
              You’ve changed when or where the service is
              {told > 0
                ? `, so we’ll email everyone you’ve invited: ${emails} in all. An email can’t be taken back.`
                : '. There’s no one we can email about it.'}
            </p>
            {isMoved && guests.some(({ answer, is_withdrawn }) => answer && !is_withdrawn) ? (
              <p className="mt-3">
                The answers you have are for the earlier date. We’ll keep them, and mark them in the guest
                list until each guest has answered again.
              </p>
            ) : null}
            <PeopleToCall what="to tell them" people={toCall} className="mt-3" />
          </>
        }
        confirmLabel={told > 0 ? `Save and send ${emails}` : 'Save'}
        cancelLabel="Keep editing"
        onConfirm={() => {
          setAsking(false)
          editing.submit()
        }}
      />
      <LeaveGuard
        isUnsaved={() => isDirty}
        consequence="Your changes to the service aren’t saved. If you leave now, you’ll lose them."
      />
    </>
  )
}
