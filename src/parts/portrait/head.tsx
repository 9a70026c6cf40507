import type { LinkedFile } from '@/data/files/storage'
import { formatDate } from '@/lib/dates'
import type { Head, Shown } from '@/parts/kit/facts'
import { sampleTimes } from '@/parts/kit/sample-times'
import { Picture } from '@/ui/media/picture'
import type { Portrait } from './data'

interface PortraitHeadProps extends Pick<Shown, 'besideDates'> {
  ownerName: string
  /** Undefined when the owner left none. */
  portrait: Pick<Portrait, 'picture_path' | 'born_on' | 'born_in' | 'remembered_by'> | undefined
  diedOn?: string | null | undefined
  /** Makes a link to the picture. */
  link: (file: LinkedFile) => Promise<string>
}

/** Who a plan is about: the picture, the dates of a life, and a line in the owner's own words. */
export function PortraitHead({ ownerName, portrait, diedOn, besideDates, link }: PortraitHeadProps) {
  const { picture_path: path = null, born_on = null, born_in = null, remembered_by = null } = portrait ?? {}
  const born = [born_on && `on ${formatDate(born_on)}`, born_in && `in ${born_in}`].filter(Boolean).join(' ')
  return (
    <div className="mb-8 flex flex-wrap items-center gap-x-8 gap-y-5 break-inside-avoid">
      {path === null ? null : (
        <Picture
          id={path}
          alt={`Portrait of ${ownerName}`}
          link={() => link({ bucket: 'pictures', path })}
          className="size-40 max-w-full shrink-0 rounded-card sm:size-48"
        />
      )}
      <div className="min-w-0 max-w-prose basis-60 grow wrap-anywhere">
        {remembered_by ? (
          <p className="mb-2.5 font-serif text-title whitespace-pre-line">{remembered_by}</p>
        ) : null}
        {born ? <p>Born {born}</p> : null}
        <div className="flex flex-wrap items-center gap-x-3">
          {diedOn ? <p>Died on {formatDate(diedOn)}</p> : null}
          {besideDates}
        </div>
      </div>
    </div>
  )
}

/** The head of the memorial and of the binder: null where there is nothing to show. */
export const head: Head<Portrait[]> = {
  show: ([portrait] = [], { ownerName, diedOn, besideDates, look }) =>
    portrait || diedOn || besideDates ? (
      <PortraitHead
        ownerName={ownerName}
        portrait={portrait}
        diedOn={diedOn}
        besideDates={besideDates}
        link={look}
      />
    ) : null,
}

/** For the practice. */
export const sample: Portrait[] = [
  {
    id: 'portrait',
    picture_path: null,
    born_on: null,
    born_in: null,
    remembered_by: "This is a sample. On the day, you'll see a line to remember them by here.",
    ...sampleTimes,
  },
]
