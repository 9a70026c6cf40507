import { Card } from '@/ui/base/card'
import { DescriptionList } from '@/ui/lists/description-list'

export interface MusicPreferencesProps {
  /** The service's name, such as "Spotify". */
  provider: string | null
  /** The https link to the playlist. Anything else is shown as text. */
  reference: string | null
  /** 3 when the card is under another level 2 heading. */
  headingLevel?: 2 | 3
}

/** The card "Music preferences". The link names the site that it opens. */
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
  if (host === null) return <span className="wrap-anywhere">{reference}</span>
  return (
    <>
      <a
        href={reference}
        target="_blank"
        rel="noreferrer noopener"
        className="-my-2.5 inline-block py-2.5 wrap-anywhere print:hidden"
      >
        Open the playlist on {host}
      </a>
      <span className="block text-small wrap-anywhere text-ink-soft">
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
