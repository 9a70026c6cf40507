import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { fileLink } from '@/data/files/storage'
import { funeralPlanQuery } from '@/data/funeral-plan'
import { type Guest, guestsQuery } from '@/data/service/guests'
import { type Service, serviceQuery, useCallOffService } from '@/data/service/services'
import { parseTimestamp } from '@/lib/dates'
import { count } from '@/lib/text'
import { contactsQuery } from '@/parts/contacts'
import type { Shown } from '@/parts/kit/facts'
import { PartShown } from '@/reading/part-tab'
import type { ReadPart } from '@/reading/use-plan'
import { Button } from '@/ui/base/button'
import { allLoaded, Loaded } from '@/ui/base/loaded'
import { Notice } from '@/ui/base/notice'
import { PageSection } from '@/ui/base/page'
import { ConfirmDialog } from '@/ui/dialogs/confirm-dialog'
import { useIsPast } from '@/ui/hooks/use-is-past'
import { inPage, onDemand } from '@/ui/late'
import { GuestList } from './guest-list'
import { InviteGuests } from './invite-guests'
import { PeopleToCall } from './people-to-call'
import { ServiceForm } from './service-form'
import { guestsToCall, isWrittenTo } from './service-words'

// Not needed before the service is arranged.
const GuestSharing = onDemand(
  async () => (await import('./guest-sharing')).GuestSharing,
  inPage({
    loading: 'Loading what guests can see',
    errorTitle: 'Unable to load what guests can see',
    cards: 1,
  }),
)

interface ArrangeProps {
  ownerId: string
  ownerName: string
  isExecutor: boolean
  wishes: ReadPart | undefined
  openWish: Shown['open']
}

/** The form, the guests and their answers, beside what the owner wished for. */
export function Arrange({ ownerId, ownerName, isExecutor, wishes, openWish }: ArrangeProps) {
  const service = useQuery(serviceQuery(ownerId))
  const guests = useQuery(guestsQuery(ownerId))
  const people = useQuery(contactsQuery(ownerId))
  // Read already, as the wishes.
  const plan = useQuery({ ...funeralPlanQuery(ownerId), enabled: wishes !== undefined })
  return (
    <Loaded
      query={allLoaded(service, guests, people)}
      loading="Loading the service"
      errorTitle="Unable to load the service"
    >
      {([arranged, invited, known]) => (
        <>
          {arranged?.is_called_off ? (
            <Notice tone="warning" title="The service is called off" className="mb-8 print:hidden">
              Guests can’t answer their invitation now.
            </Notice>
          ) : null}
          <div className="grid gap-10 lg:grid-cols-2 print:hidden">
            <PageSection title="When and where">
              <ServiceForm
                ownerId={ownerId}
                service={arranged}
                guests={invited}
                wishedVenue={plan.data?.venue?.trim() || null}
              />
            </PageSection>
            {wishes ? (
              <div>
                <PageSection title={`What ${ownerName} wished for`}>
                  <PartShown
                    part={wishes}
                    shown={{ ownerName, look: fileLink, open: openWish, headingLevel: 3 }}
                    none={<p>No wishes for the funeral are written down.</p>}
                  />
                </PageSection>
              </div>
            ) : null}
          </div>
          <div className="mt-10 grid gap-10 lg:grid-cols-2 print:hidden">
            <InviteGuests
              ownerId={ownerId}
              ownerName={ownerName}
              service={arranged}
              guests={invited}
              contacts={known}
            />
            {arranged ? (
              <div>
                <GuestSharing
                  ownerId={ownerId}
                  ownerName={ownerName}
                  service={arranged}
                  isExecutor={isExecutor}
                />
              </div>
            ) : null}
          </div>
          <div className="mt-10">
            <GuestList ownerId={ownerId} service={arranged} guests={invited} />
          </div>
          {arranged ? <CallOff ownerId={ownerId} service={arranged} guests={invited} /> : null}
        </>
      )}
    </Loaded>
  )
}

interface CallOffProps {
  ownerId: string
  service: Service
  guests: readonly Guest[]
}

/** Calls the service off, or says that it takes place after all; not once it is over. Asks first, with the number of emails. */
function CallOff({ ownerId, service, guests }: CallOffProps) {
  const callOff = useCallOffService(ownerId)
  const [asking, setAsking] = useState(false)
  const isOff = service.is_called_off
  const isOver = useIsPast(parseTimestamp(service.starts_at)?.getTime() ?? null)
  if (isOver) return null
  const emails = count(guests.filter(isWrittenTo).length, 'email')
  const label = isOff ? 'The service will take place' : 'Call off the service'
  return (
    <div className="mt-12 print:hidden">
      <Button variant={isOff ? 'secondary' : 'danger'} onClick={() => setAsking(true)}>
        {label}
      </Button>
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title={isOff ? 'Tell everyone the service will take place?' : 'Call off the service?'}
        consequence={
          <>
            <p>
              {isOff
                ? `We’ll email everyone you’ve invited with the day and the place: ${emails} in all.`
                : `We’ll email everyone who has received our invitation: ${emails} at most. You can set a new date later.`}
            </p>
            <PeopleToCall what="to tell them" people={guestsToCall(guests)} className="mt-3" />
          </>
        }
        confirmLabel={label}
        tone={isOff ? 'primary' : 'danger'}
        busyLabel="Saving..."
        onConfirm={async () => {
          await callOff.mutateAsync({ over: service, isCalledOff: !isOff })
          setAsking(false)
        }}
      />
    </div>
  )
}
