import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { keepOnDevice, readFromDevice } from '@/browser/device-storage'
import { circleOf } from '@/data/people/circle'
import { ownFirstHoursQuery } from '@/data/people/first-hours'
import { paths } from '@/lib/paths'
import { Button, ButtonLink } from '@/ui/base/button'
import { Card } from '@/ui/base/card'

const keyOf = (userId: string) => `heartwood.first-hours-asked.${userId}`
const asked = { parse: (stored: unknown) => stored === true }

interface Props {
  userId: string
  /** Called when the person put the question away. */
  onPutAway: () => void
}

/**
 * Asks once, when the first person has accepted, whether someone may read a little before a death certificate. Nothing is
 * chosen beforehand, and where it was put away, this browser doesn't ask again.
 */
export function FirstHoursOffer({ userId, onPutAway }: Props) {
  const { data } = useQuery(ownFirstHoursQuery(userId))
  const [isAway, setIsAway] = useState(() => readFromDevice(keyOf(userId), asked) === true)
  if (isAway || !data || circleOf(data).length > 0) return null
  return (
    <Card
      title="If you couldn't speak for yourself"
      className="mb-10"
      actions={
        <>
          <ButtonLink to={paths.whoCanSee}>Choose who can read what</ButtonLink>
          <Button
            variant="quiet"
            onClick={() => {
              keepOnDevice(keyOf(userId), true)
              setIsAway(true)
              onPutAway()
            }}
          >
            Not now
          </Button>
        </>
      }
    >
      <p className="max-w-prose">
        Someone has accepted your invitation. After a stroke or an accident, or on the day you die, they could
        read a little of your plan at once: who feeds the dog, whom to call. Nothing is open until you choose
        it.
      </p>
    </Card>
  )
}
