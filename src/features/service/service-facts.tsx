import type { ReactNode } from 'react'
import type { GuestPage } from '@/data/service/guest-link'
import { telHref } from '@/lib/ways-to-contact'
import { DescriptionList } from '@/ui/lists/description-list'
import { whenPieces } from '@/words/service-when'
import { mapLink, whenAndZoneWords, zoneWords } from './service-words'

export type ServiceFactsProps = Pick<
  GuestPage,
  | 'held_on'
  | 'held_at'
  | 'time_zone'
  | 'starts_at'
  | 'place'
  | 'address'
  | 'dress'
  | 'livestream_url'
  | 'flowers'
  | 'note'
  | 'phone'
> & { invited_by?: string | null }

/** When a service is. Its date stays in one line where that is wide enough; elsewhere it breaks after the month. */
export function ServiceWhen({ service }: { service: Parameters<typeof whenAndZoneWords>[0] }) {
  const { weekday, month, dayAndYear, time } = whenPieces(service)
  const zone = zoneWords(service)
  return (
    <>
      {weekday},{' '}
      <span className="inline-block">
        {month} <span className="inline-block">{dayAndYear}</span>
      </span>{' '}
      at {time}
      {zone ? `, ${zone}` : null}
    </>
  )
}

/** Where a service is, and a map of it. */
export function ServicePlace({ service }: { service: Pick<GuestPage, 'place' | 'address'> }) {
  return (
    <>
      <span className="block wrap-anywhere">{service.place}</span>
      {service.address ? <span className="block wrap-anywhere">{service.address}</span> : null}
      <a
        href={mapLink(service)}
        target="_blank"
        rel="noreferrer"
        className="tall-link wrap-anywhere font-sans text-base print:hidden"
      >
        See it on a map
      </a>
    </>
  )
}

/** What those who come should know besides when and where. What is not said is left out. */
export function otherFacts(service: ServiceFactsProps): { term: string; value: ReactNode }[] {
  return [
    { term: 'What to wear', value: service.dress },
    {
      term: 'Livestream',
      value: service.livestream_url ? (
        <a
          href={service.livestream_url}
          target="_blank"
          rel="noreferrer"
          className="tall-link wrap-anywhere -my-2.5"
        >
          {service.livestream_url}
        </a>
      ) : null,
    },
    { term: 'Flowers and donations', value: service.flowers },
    { term: 'From the family', value: service.note },
    { term: 'Invited by', value: service.invited_by },
    {
      term: 'Questions',
      value: service.phone ? (
        <a href={telHref(service.phone)} className="tall-link wrap-anywhere -my-2.5">
          Call {service.phone}
        </a>
      ) : null,
    },
  ].filter(({ value }) => value)
}

/** All about a service, as a list. */
export function ServiceFacts({ service }: { service: ServiceFactsProps }) {
  return (
    <DescriptionList
      items={[
        { term: 'When', value: whenAndZoneWords(service) },
        { term: 'Where', value: <ServicePlace service={service} /> },
        ...otherFacts(service),
      ]}
    />
  )
}
