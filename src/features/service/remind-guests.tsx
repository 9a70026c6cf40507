import { useState } from 'react'
import { type Guest, useRemindGuests } from '@/data/service/guests'
import type { Service } from '@/data/service/services'
import { count } from '@/lib/text'
import { Button } from '@/ui/base/button'
import { FailureNotice } from '@/ui/base/failure'
import { DoneNotice } from '@/ui/base/notice'
import { ConfirmDialog } from '@/ui/dialogs/confirm-dialog'
import { PeopleToCall } from './people-to-call'
import { canBeReminded, guestsToCall, hasAnswered } from './service-words'

interface Props {
  ownerId: string
  /** To come, and not called off. */
  service: Service
  guests: readonly Guest[]
}

/** Reminds those who haven't answered, once for each date of the service, and names those who have to be called instead. */
export function RemindGuests({ ownerId, service, guests }: Props) {
  const remind = useRemindGuests(ownerId)
  const [asking, setAsking] = useState(false)
  const reminded = guests.filter((guest) => canBeReminded(guest, service))
  const toCall = guestsToCall(guests).filter(({ guest }) => !hasAnswered(guest, service))
  const emails = count(reminded.length, 'email')
  return (
    <div className="mb-6 grid gap-5 empty:hidden">
      {remind.isSuccess ? (
        <DoneNotice
          title={
            remind.data > 0
              ? `${count(remind.data, 'reminder')} on the way`
              : 'They had all been reminded already'
          }
        />
      ) : null}
      <FailureNotice title="No one was reminded" problem={remind.error} />
      {reminded.length > 0 ? (
        <div className="print:hidden">
          <Button
            icon="mail"
            busy={remind.isPending}
            busyLabel="Sending..."
            onClick={() => {
              remind.reset()
              setAsking(true)
            }}
          >
            Remind {count(reminded.length, 'guest')} who {reminded.length === 1 ? 'hasn’t' : 'haven’t'}{' '}
            answered
          </Button>
        </div>
      ) : null}
      <PeopleToCall what="for their answer" people={toCall} />
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title={`Send ${count(reminded.length, 'reminder')}?`}
        consequence={
          <>
            <p>
              We’ll email everyone who hasn’t answered for this date: {emails} in all. Each guest can be
              reminded once, unless the date changes.
            </p>
            <PeopleToCall what="for their answer" people={toCall} className="mt-3" />
          </>
        }
        confirmLabel={`Send ${emails}`}
        onConfirm={() => {
          setAsking(false)
          remind.mutate()
        }}
      />
    </div>
  )
}
