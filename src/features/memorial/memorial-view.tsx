import { type ReactNode, useId, useState } from 'react'
import { Button } from '@/ui/base/button'
import { cx } from '@/ui/base/cx'
import { Icon } from '@/ui/base/icons'
import { BackLink, PageHeading, type PageProps, useDocumentTitle } from '@/ui/base/page'
import { Badges, MemorialBody, type MemorialBodyProps, memorialTitle } from './memorial-body'

interface ViewProps extends Omit<MemorialBodyProps, 'heading' | 'isPage'>, Pick<PageProps, 'back'> {
  /** What a reader of an open plan rarely needs: its tools, and how long they can come back. */
  about?: ReactNode
}

/** A memorial as a designee sees it. */
export function MemorialView({ back, about, ...memorial }: ViewProps) {
  const id = useId()
  const [isAboutOpen, setAboutOpen] = useState(false)
  const title = memorialTitle(memorial)
  useDocumentTitle(title)
  return (
    <div className="mx-auto w-full max-w-page">
      <div className="-mt-3 mb-3 flex flex-wrap items-center justify-between gap-x-4 print:hidden">
        {back ? <BackLink {...back} /> : null}
        {about ? (
          <Button
            variant="quiet"
            className="-mx-3"
            aria-expanded={isAboutOpen}
            aria-controls={id}
            onClick={() => setAboutOpen(!isAboutOpen)}
          >
            About this plan
            <Icon name="chevron-down" className={cx('shrink-0', isAboutOpen && 'rotate-180')} />
          </Button>
        ) : null}
      </div>
      {about ? (
        <section
          id={id}
          aria-label="About this plan"
          hidden={!isAboutOpen}
          className="mb-6 rounded-card border border-line bg-sheet p-5 shadow-card print:hidden"
        >
          <Badges {...memorial} />
          {about}
        </section>
      ) : null}
      <MemorialBody
        {...memorial}
        isPage
        hasBadges={!about}
        heading={(className) => <PageHeading className={className}>{title}</PageHeading>}
      />
    </div>
  )
}
