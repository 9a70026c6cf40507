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

/** What deleting does at once, and its exception. The database says the same: `private.removals_kept_since`. */
export const whatDeletingDoes =
  'What you delete is gone at once, and its file within minutes. Only what you delete while a death certificate is under review or your first hours are open or asked for, and for 7 days after you stop a release or your first hours end, can be brought back for 7 days: someone else might have deleted it.'

/**
 * A sentence with the address that people read, as a link; without one, with the page that says how to reach the operator.
 * Where no one can write to them, it says so.
 * @param props lead: what comes before the address: "This is where to write"
 */
export function WhereToWrite({ lead }: { lead: ReactNode }) {
  const email = supportEmail()
  const contactPage = <Link to={paths.contact}>our contact page</Link>
  if (!canBeWrittenTo())
    return <>No address is published here yet; {contactPage} says what you can do instead.</>
  return (
    <>
      {lead}:{' '}
      {email ? (
        <a href={`mailto:${email}`} className="wrap-anywhere">
          {email}
        </a>
      ) : (
        contactPage
      )}
      .
    </>
  )
}
