import type { ReactNode } from 'react'
import type { Tables } from '@/lib/database.types'
import { dispositionWords, serviceWords } from '@/lib/wording'
import { Card } from '@/ui/card'
import { DescriptionList } from '@/ui/description-list'

/** The wishes of a funeral plan; null where nothing was decided. */
export type Arrangements = Pick<
  Tables<'funeral_plan'>,
  'disposition' | 'funeral_home' | 'service_type' | 'venue' | 'officiant' | 'personal_requests' | 'obituary'
>

export interface FuneralArrangementsProps {
  plan: Arrangements
  /** 3 where they stand under a heading of their own. */
  headingLevel?: 2 | 3
}

/** The cards Disposition, Service, Requests and Obituary notes, for the owner and for those who read them later. */
export function FuneralArrangements({ plan, headingLevel = 2 }: FuneralArrangementsProps) {
  return (
    <div className="grid gap-5">
      <Card title="Disposition" headingLevel={headingLevel}>
        <DescriptionList
          items={[
            { term: 'Type', value: plan.disposition && dispositionWords[plan.disposition] },
            { term: 'Funeral home', value: plan.funeral_home },
          ]}
        />
      </Card>
      <Card title="Service" headingLevel={headingLevel}>
        <DescriptionList
          items={[
            { term: 'Type of service', value: plan.service_type && serviceWords[plan.service_type] },
            { term: 'Venue', value: plan.venue },
            { term: 'Officiant', value: plan.officiant },
          ]}
        />
      </Card>
      <Card title="Requests" headingLevel={headingLevel}>
        <Text>{plan.personal_requests}</Text>
      </Card>
      <Card title="Obituary notes" headingLevel={headingLevel}>
        <Text>{plan.obituary}</Text>
      </Card>
    </div>
  )
}

export interface MusicPreferencesProps {
  /** The service's name, such as "Spotify". */
  provider: string | null
  /** The https link to the playlist. Anything else is shown as text. */
  reference: string | null
  /** 3 where it stands under a heading of its own. */
  headingLevel?: 2 | 3
}

/** The card Music preferences. The link says where it leads. */
export function MusicPreferences({ provider, reference, headingLevel = 2 }: MusicPreferencesProps) {
  return (
    <Card title="Music preferences" headingLevel={headingLevel}>
      <DescriptionList
        items={[
          { term: 'Playlist provider', value: provider },
          { term: 'Playlist', value: reference && <PlaylistLink reference={reference} /> },
        ]}
      />
    </Card>
  )
}

function PlaylistLink({ reference }: { reference: string }) {
  const host = httpsHost(reference)
  if (host === null) return <span className="break-all">{reference}</span>
  return (
    <>
      <a
        href={reference}
        target="_blank"
        rel="noreferrer noopener"
        className="inline-block py-1 wrap-anywhere print:hidden"
      >
        Open the playlist on {host}
      </a>
      <span className="block text-small break-all text-ink-soft">
        <span className="print:hidden">Opens in a new tab: </span>
        {reference}
      </span>
    </>
  )
}

function httpsHost(reference: string): string | null {
  if (!URL.canParse(reference)) return null
  const url = new URL(reference)
  return url.protocol === 'https:' ? url.host : null
}

function Text({ children }: { children: ReactNode }) {
  if (!children) return <p className="text-ink-soft italic">Not specified</p>
  return <p className="max-w-prose whitespace-pre-line">{children}</p>
}
