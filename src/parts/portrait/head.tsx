import type { LinkedFile } from '@/data/files/storage'
import { formatDate } from '@/lib/dates'
import type { Head } from '@/parts/kit/facts'
import { Initials } from '@/ui/media/initials'
import { Picture } from '@/ui/media/picture'
import type { Portrait } from './data'

interface PortraitHeadProps {
  ownerName: string
  /** Undefined when the owner left none. */
  portrait: Pick<Portrait, 'picture_path' | 'born_on' | 'born_in' | 'remembered_by'> | undefined
  diedOn?: string | null | undefined
  /** Makes a link to the picture. */
  link: (file: LinkedFile) => Promise<string>
}

/** Who a plan is about: the picture, the dates of a life, and a line in the owner's own words. */
export function PortraitHead(props: PortraitHeadProps) {
  return (
    <div className="flex flex-wrap items-center gap-x-8 gap-y-5 break-inside-avoid">
      <Face {...props} className="size-40 max-w-full sm:size-48" />
      <div className="min-w-0 max-w-prose basis-60 grow">
        <Life {...props} />
      </div>
    </div>
  )
}

function Face({
  ownerName,
  portrait,
  link,
  className,
}: Omit<PortraitHeadProps, 'diedOn'> & { className: string }) {
  const path = portrait?.picture_path ?? null
  if (path === null) return <Initials name={ownerName} className={`shrink-0 rounded-card ${className}`} />
  return (
    <Picture
      id={path}
      alt={`Portrait of ${ownerName}`}
      link={() => link({ bucket: 'pictures', path })}
      className={`shrink-0 rounded-card ${className}`}
      sign={<Initials name={ownerName} className="size-full border-0" />}
    />
  )
}

function Life({ portrait, diedOn }: Pick<PortraitHeadProps, 'portrait' | 'diedOn'>) {
  const { born_on = null, born_in = null, remembered_by = null } = portrait ?? {}
  const born = [born_on && `on ${formatDate(born_on)}`, born_in && `in ${born_in}`].filter(Boolean).join(' ')
  return (
    <div className="grid gap-1.5 wrap-anywhere empty:hidden">
      {remembered_by ? <p className="font-serif text-title whitespace-pre-line">{remembered_by}</p> : null}
      {born || diedOn ? (
        <div className="flex flex-wrap gap-x-5">
          {born ? <p>Born {born}</p> : null}
          {diedOn ? <p>Died on {formatDate(diedOn)}</p> : null}
        </div>
      ) : null}
    </div>
  )
}

/** The head of the memorial and of the binder: null where there is nothing to show. */
export const head: Head<Portrait[]> = {
  show: ([portrait] = [], { ownerName, diedOn, look }) =>
    portrait || diedOn ? (
      <PortraitHead ownerName={ownerName} portrait={portrait} diedOn={diedOn} link={look} />
    ) : null,
  face: ([portrait] = [], { ownerName, look }, className) => (
    <Face ownerName={ownerName} portrait={portrait} link={look} className={className} />
  ),
  life: ([portrait] = [], { diedOn }) => <Life portrait={portrait} diedOn={diedOn} />,
}
