import { type Service, type GuestSharing as Sharing, useShareWithGuests } from '@/data/service/services'
import { FailureNotice } from '@/ui/forms/failure-notice'
import { Switch } from '@/ui/forms/switch'
import { Section } from '@/ui/page/page'

interface Props {
  ownerId: string
  ownerName: string
  service: Service
  isExecutor: boolean
}

/** What guests see of the memorial on the page of their invitation, and whether they may add to it: executors decide. */
export function GuestSharing({ ownerId, ownerName, service, isExecutor }: Props) {
  const share = useShareWithGuests(ownerId)
  // A switch shows the new value at once, before it is saved.
  const shown: Sharing = { ...service, ...(share.isPending ? share.variables : null) }
  return (
    <Section
      title="What guests can see and add"
      intro="On the page where they answer the invitation. They see nothing else of the plan."
    >
      {isExecutor ? (
        <div className="grid max-w-prose gap-6">
          <Switch
            label={`Show guests who ${ownerName} was`}
            hint="The portrait, the dates and the line to be remembered by, as at the top of the memorial. What isn't there is left out."
            checked={shown.shows_portrait}
            disabled={share.isPending}
            onCheckedChange={(shows_portrait) => share.mutate({ shows_portrait })}
          />
          <Switch
            label="Let guests leave a memory"
            hint={`A few words or a photo, with their name. Everyone who can see ${ownerName}'s memorial can read it there, and you can hide it. Guests see only their own.`}
            checked={shown.takes_memories}
            disabled={share.isPending}
            onCheckedChange={(takes_memories) => share.mutate({ takes_memories })}
          />
          <FailureNotice title="Not saved" problem={share.error} />
        </div>
      ) : (
        <div className="grid max-w-prose gap-3">
          <p>
            {service.shows_portrait
              ? `Guests can see ${ownerName}'s portrait, the dates and the line to be remembered by.`
              : `Guests can't see ${ownerName}'s portrait.`}
          </p>
          <p>
            {service.takes_memories
              ? 'Guests can leave a memory: a few words or a photo.'
              : "Guests can't leave memories."}
          </p>
          <p className="text-ink-soft">Only an executor can change this.</p>
        </div>
      )}
    </Section>
  )
}
