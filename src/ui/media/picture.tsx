import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { cx } from '@/ui/base/cx'

export interface PictureProps {
  /** Names the picture among all: another one has another id. */
  id: string
  alt: string
  /** Makes a link to the picture. */
  link: () => Promise<string>
  /** Its size, because the place of a picture is kept while it loads. */
  className: string
  /** Shows all of it, in its own shape; otherwise its middle fills the place. */
  whole?: boolean
  /** Stands for the picture where its place is too small for words about it. It is hidden from assistive technology. */
  sign?: ReactNode
}

/** A stored picture. Its link is made when it is first shown, and forgotten when it leaves the screen. */
export function Picture({ id, alt, link, className, whole = false, sign }: PictureProps) {
  const made = useQuery({
    queryKey: ['picture', id],
    queryFn: link,
    // A link that has run out still shows a picture that is there. A new one would load it again.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })
  const frame = cx('border border-line bg-well', className)
  if (made.data)
    return (
      <img
        src={made.data}
        alt={alt}
        className={cx(whole ? 'w-auto! object-contain' : 'object-cover', frame)}
      />
    )
  const words = made.isError ? 'The picture couldn’t be loaded.' : 'Loading the picture...'
  const worded = 'grid place-items-center p-3 text-center text-small text-ink-soft'
  if (!sign) return <p className={cx(worded, frame)}>{words}</p>
  return (
    <div className={cx('@container overflow-hidden', frame)}>
      <p className={cx(worded, 'size-full @max-[7rem]:sr-only')}>{words}</p>
      <div aria-hidden="true" className="size-full @min-[7rem]:hidden">
        {sign}
      </div>
    </div>
  )
}
