import { useState } from 'react'
import { type CalledGuest, calledGuestSchema } from '@/data/service/guests'
import { FailureNotice } from '@/ui/base/failure'
import { Notice } from '@/ui/base/notice'
import { TextField } from '@/ui/forms/field'
import { FormFrame } from '@/ui/forms/form-frame'
import { useForm } from '@/ui/forms/use-form'

const nobody = { name: '', phone: '' }

/** Puts someone on the guest list who has no email. @param onAdd rejects when it is not known whether they are on it */
export function AddCalledGuest({ onAdd }: { onAdd: (guest: CalledGuest) => Promise<void> }) {
  // The same until it is saved, so that a try again adds no second guest.
  const [id, setId] = useState(() => crypto.randomUUID())
  const [added, setAdded] = useState<string | null>(null)
  const { field, busy, submit, problem, ...form } = useForm({
    schema: calledGuestSchema,
    values: nobody,
    send: async (guest) => {
      setAdded(null)
      await onAdd({ id, ...guest })
      setId(crypto.randomUUID())
      setAdded(guest.name)
      form.reset(nobody)
      form.focus('name')
    },
  })
  return (
    <details className="max-w-form">
      <summary className="min-h-11 cursor-pointer py-2 font-semibold">Add someone without email</summary>
      <div className="mt-3">
        <FormFrame
          busy={busy}
          submit={submit}
          submitLabel="Add to the guest list"
          variant="secondary"
          icon="plus"
          problem={<FailureNotice title="They weren’t added" problem={problem} />}
        >
          <p className="text-ink-soft">
            Nothing is sent. You call them, and enter their answer in the guest list.
          </p>
          <TextField label="Name" {...field('name')} />
          <TextField label="Phone" type="tel" optional {...field('phone')} />
          {added ? (
            <Notice tone="good" role="status">
              {added} is on the guest list.
            </Notice>
          ) : null}
        </FormFrame>
      </div>
    </details>
  )
}
