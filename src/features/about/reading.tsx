import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { formatDate } from '@/lib/dates'
import { canBeWrittenTo, supportEmail } from '@/lib/env'
import { paths } from '@/lib/paths'
import { Page } from '@/ui/base/page'

interface ReadingPageProps {
  title: string
  intro: ReactNode
  /** The day on which the words last changed, "2026-11-28", for pages that people agree to. */
  changed?: string
  children: ReactNode
}

/** A public page of words: sections to read, in one column. */
export function ReadingPage({ title, intro, changed, children }: ReadingPageProps) {
  return (
    <div className="py-10 sm:py-16">
      <Page title={title} intro={intro} width="narrow">
        {children}
        {changed ? <p className="mt-10 text-ink-soft">Last changed on {formatDate(changed)}.</p> : null}
      </Page>
    </div>
  )
}

/** Paragraphs of a section. */
export function Paragraphs({ children }: { children: ReactNode }) {
  return <div className="grid gap-4">{children}</div>
}

/** A list of `<li>`. */
export function Bullets({ children }: { children: ReactNode }) {
  return <ul className="grid list-disc gap-2.5 pl-6 marker:text-heart">{children}</ul>
}

/**
 * The address that people read, as a link; without one, the page that says how to reach the operator. Where no one can
 * write to them, it says so.
 */
export function WhereToWrite() {
  const email = supportEmail()
  if (email)
    return (
      <a href={`mailto:${email}`} className="wrap-anywhere">
        {email}
      </a>
    )
  const contactPage = <Link to={paths.contact}>our contact page</Link>
  return canBeWrittenTo() ? (
    contactPage
  ) : (
    <>no address is published here yet, and {contactPage} says what you can do instead</>
  )
}
