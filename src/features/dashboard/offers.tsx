import { useQuery } from '@tanstack/react-query'
import { type ReactElement, type ReactNode, startTransition, useState } from 'react'
import { keepOnDevice, readFromDevice } from '@/browser/device-storage'
import { needsAnother, profileQuery } from '@/data/account/profiles'
import { designationState } from '@/data/people/designation-state'
import { type Designation, designationsQuery } from '@/data/people/designations'
import { hasDied, useDiedOwners } from '@/data/people/died-designees'
import { ownFirstHoursQuery } from '@/data/people/first-hours'
import { practicesQuery } from '@/data/people/practices'
import { paths } from '@/lib/paths'
import { Button, ButtonLink } from '@/ui/base/button'
import { Card } from '@/ui/base/card'

const offers = ['practice', 'first-hours'] as const
type Offer = (typeof offers)[number]

const keyOf = (offer: Offer, userId: string) => `heartwood.${offer}-asked.${userId}`
// Without zod, which the dashboard needs for nothing else.
const asked = { parse: (stored: unknown) => stored === true }

/**
 * What is offered once the first person has accepted, one at a time: to try it with them, and whether someone may read a
 * little before a death certificate; nothing with those who have died. What was put away isn't offered again in this browser.
 * @param isWanted whether anything may be offered; nothing is asked of the database before
 * @param onPutAway called when the person put an offer away
 * @returns the card, or null where nothing is offered; undefined until that is known
 */
export function useOffer(
  userId: string,
  isWanted: boolean,
  onPutAway: () => void,
): ReactElement | null | undefined {
  const people = useQuery({ ...designationsQuery(userId), enabled: isWanted })
  const practices = useQuery({ ...practicesQuery('owner_id', userId), enabled: isWanted })
  const firstHours = useQuery({ ...ownFirstHoursQuery(userId), enabled: isWanted })
  const profile = useQuery({ ...profileQuery(userId), enabled: isWanted })
  const died = useDiedOwners(userId)
  const [away, setAway] = useState(() =>
    offers.filter((offer) => readFromDevice(keyOf(offer, userId), asked) === true),
  )
  if (!isWanted) return null
  // The page needs no offer: it doesn't wait for one that can't be read, as without a connection.
  if (
    [people, practices, firstHours, profile].some(
      ({ isLoading, failureCount }) => isLoading && failureCount === 0,
    )
  )
    return undefined
  // Not while someone says that the owner has died, or can't speak, nor where that isn't known.
  if (!profile.data || profile.data.death_review === 'pending' || needsAnother(profile.data)) return null
  if (firstHours.data === undefined || firstHours.data.reason !== null) return null
  const accepting = people.data?.filter((person) => designationState(person) === 'accepted') ?? []
  const living = accepting.filter((person) => !hasDied(person, died))
  if (accepting.length > 0 && living.length === 0) return null
  const accepted = living.find(({ role }) => role === 'executor') ?? living[0]
  const putAway = (offer: Offer) => {
    keepOnDevice(keyOf(offer, userId), true)
    // The whole dashboard is drawn again without it, so the press is answered first.
    startTransition(() => setAway([...away, offer]))
    onPutAway()
  }
  if (accepted && practices.data?.size === 0 && !away.includes('practice'))
    return <PracticeOffer person={accepted} onPutAway={() => putAway('practice')} />
  const circle = firstHours.data?.circle
  if (Array.isArray(circle) && circle.length === 0 && !away.includes('first-hours'))
    return <FirstHoursOffer onPutAway={() => putAway('first-hours')} />
  return null
}

interface OfferCardProps {
  title: string
  links: ReactNode
  children: ReactNode
  onPutAway: () => void
}

function OfferCard({ title, links, children, onPutAway }: OfferCardProps) {
  return (
    <Card
      title={title}
      className="mt-8"
      actions={
        <>
          {links}
          <Button variant="quiet" onClick={onPutAway}>
            Not now
          </Button>
        </>
      }
    >
      <p className="max-w-prose">{children}</p>
    </Card>
  )
}

interface PracticeOfferProps extends Pick<OfferCardProps, 'onPutAway'> {
  person: Pick<Designation, 'id' | 'person_name'>
}

function PracticeOffer({ person: { id, person_name: name }, onPutAway }: PracticeOfferProps) {
  return (
    <OfferCard
      title={`${name} has accepted`}
      links={
        <>
          <ButtonLink to={paths.askToPractice}>Ask them to a practice run</ButtonLink>
          <ButtonLink to={paths.preview(id)}>See what they would see</ButtonLink>
        </>
      }
      onPutAway={onPutAway}
    >
      In a practice run they sign in and find things on a sample, so it feels familiar when it matters. The
      preview shows you your plan as they would read it.
    </OfferCard>
  )
}

function FirstHoursOffer({ onPutAway }: Pick<OfferCardProps, 'onPutAway'>) {
  return (
    <OfferCard
      title="If you couldn’t speak for yourself"
      links={<ButtonLink to={paths.whoCanSee}>Choose who can read what</ButtonLink>}
      onPutAway={onPutAway}
    >
      Someone has accepted your invitation. After a stroke or an accident, or on the day you die, they could
      read a little of your plan at once: who feeds the dog, whom to call. Nothing is open until you choose
      it.
    </OfferCard>
  )
}
