import { type Service, type GuestSharing as Sharing, useShareWithGuests } from '@/data/service/services'
import { FailureLine } from '@/ui/base/failure'
import { PageSection } from '@/ui/base/page'
import { Switch } from '@/ui/forms/switch'

interface Props {
  ownerId: string
  ownerName: string
  service: Service
  isExecutor: boolean
}

/** What guests see of the memorial on the page of their invitation, and whether they may add to it: executors decide. */
export function GuestSharing({ ownerId, ownerName, service, isExecutor }: Props) {
  return (
    <PageSection
      title="What guests can see and add"
      intro="On the page where they answer the invitation. They see nothing else of the plan."
    >
      {isExecutor ? (
        <div className="grid max-w-prose gap-6">
          <SharingSwitch
            ownerId={ownerId}
            name="shows_portrait"
            isOn={service.shows_portrait}
            label={`Show guests who ${ownerName} was`}
            hint="The portrait, the dates and the line to be remembered by, as at the top of the memorial. What isn’t there is left out."
          />
          <SharingSwitch
            ownerId={ownerId}
            name="takes_memories"
            isOn={service.takes_memories}
            label="Let guests leave a memory"
            hint={`A few words or a photo, with their name. Everyone who can see ${ownerName}’s memorial can read it there, and you can hide it. Guests see only their own.`}
          />
        </div>
      ) : (
        <div className="grid max-w-prose gap-3">
          <p>
            {service.shows_portrait
              ? `Guests can see ${ownerName}’s portrait, the dates and the line to be remembered by.`
              : `Guests can’t see ${ownerName}’s portrait, the dates or the line to be remembered by.`}
          </p>
          <p>
            {service.takes_memories
              ? 'Guests can leave a memory: a few words or a photo.'
              : 'Guests can’t leave memories.'}
          </p>
          <p className="text-ink-soft">Only an executor can change this.</p>
        </div>
      )}
    </PageSection>
  )
}

interface SharingSwitchProps {
  ownerId: string
  name: keyof Sharing
  isOn: boolean
  label: string
  hint: string
}

function SharingSwitch({ ownerId, name, isOn, label, hint }: SharingSwitchProps) {
  const share = useShareWithGuests(ownerId)
  // The switch shows the new value at once, before it is saved.
  const shown = share.isPending ? (share.variables[name] ?? isOn) : isOn
  return (
    <div className="grid gap-2">
      <Switch
        label={label}
        hint={hint}
        checked={shown}
        onCheckedChange={(checked) => share.mutate({ [name]: checked })}
        isSaving={share.isPending}
      />
      <FailureLine problem={share.error}>
        Not saved, so it was set back to “{isOn ? 'On' : 'Off'}”.
      </FailureLine>
    </div>
  )
}
