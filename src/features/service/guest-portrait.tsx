import type { GuestPage } from '@/data/service/guest-link'
import { formatDate } from '@/lib/dates'
import { Initials } from '@/ui/media/initials'
import { Picture } from '@/ui/media/picture'

interface Props {
  ownerName: string
  portrait: NonNullable<GuestPage['portrait']>
}

/** Whom the service is for, as an executor lets guests see them: the picture, a line of their own, the dates of a life. */
export function GuestPortrait({ ownerName, portrait }: Props) {
  const { picture, born_on, born_in, died_on, remembered_by } = portrait
  const born = [born_on && `on ${formatDate(born_on)}`, born_in && `in ${born_in}`].filter(Boolean).join(' ')
  return (
    <div className="mb-8 grid justify-items-center gap-4">
      {picture === null ? (
        <Initials name={ownerName} className="aspect-square w-36 max-w-full rounded-full" />
      ) : (
        <Picture
          // Each change of the page brings another link to the same picture, which stays on the screen.
          id="portrait"
          alt={`Portrait of ${ownerName}`}
          link={async () => picture}
          className="aspect-square w-48 max-w-full rounded-full"
        />
      )}
      {remembered_by ? (
        <p className="font-serif text-title text-balance whitespace-pre-line">{remembered_by}</p>
      ) : null}
      {born || died_on ? (
        <p className="text-ink-soft">
          {born ? <span className="block">Born {born}</span> : null}
          {died_on ? <span className="block">Died on {formatDate(died_on)}</span> : null}
        </p>
      ) : null}
    </div>
  )
}
