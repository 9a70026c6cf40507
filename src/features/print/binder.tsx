import './binder.css'
import type { ReactNode } from 'react'
import { fileLink } from '@/data/files/storage'
import { formatDate } from '@/lib/dates'
import type { Shown } from '@/parts/kit/facts'
import { roleWords } from '@/words/roles'
import { type BinderSection, binderSections, type PrintedPlan, planTitle, whoseOf } from './binder-sections'
import { firstSteps } from './first-steps'

/** A whole plan for paper: first steps, contents, every section that the reader may see, and what is missing. */
export function Binder(printed: PrintedPlan) {
  const sections = binderSections(printed)
  return (
    <div className="binder rounded-card border border-line bg-sheet p-5 sm:p-10 print:border-0 print:bg-transparent print:p-0">
      <style>{pageStyle(planTitle(printed), sections)}</style>
      <StartHere printed={printed} sections={sections} />
      <Contents printed={printed} sections={sections} />
      {sections.map((section) => (
        <Part key={section.id} id={section.id} title={section.title} number={section.number}>
          {section.content}
        </Part>
      ))}
    </div>
  )
}

interface PartProps {
  id: string
  title: string
  number?: number
  children: ReactNode
}

function Part({ id, title, number, children }: PartProps) {
  return (
    <section id={`binder-${id}`} aria-labelledby={`binder-${id}-title`} className="binder-part scroll-mt-8">
      <h2 id={`binder-${id}-title`} className="mb-6 flex gap-4 text-heading">
        {number === undefined ? null : <span className="shrink-0 text-heart">{number}</span>}{' '}
        <span className="min-w-0">{title}</span>
      </h2>
      {children}
    </section>
  )
}

const printedWords = () =>
  `Printed on ${formatDate(new Date().toISOString())}. Later changes aren’t included.`

interface FrontProps {
  printed: PrintedPlan
  sections: readonly BinderSection[]
}

function StartHere({ printed, sections }: FrontProps) {
  const shown: Shown = {
    ownerName: whoseOf(printed),
    diedOn: printed.diedOn,
    look: fileLink,
    open: (_itemId, file) => fileLink(file),
  }
  return (
    <section aria-labelledby="binder-start" className="binder-part">
      <h2 className="text-page">{planTitle(printed)}</h2>
      {printed.parts.map(({ key, data, head }) => (
        <div key={key} className="binder-head mt-6 mb-8 empty:hidden">
          {head?.show(data, shown)}
        </div>
      ))}
      {/* On paper it's at the foot of each page. */}
      <p className="mt-2 text-ink-soft print:hidden">{printedWords()}</p>
      <h3 id="binder-start">Start here</h3>
      <ol className="mt-3 grid list-decimal gap-3 pl-8 marker:text-heart">
        {firstSteps(printed, sections).map((step) => (
          <li key={step} className="pl-1 wrap-anywhere">
            {step}
          </li>
        ))}
      </ol>
    </section>
  )
}

function Contents({ printed: { reader, parts }, sections }: FrontProps) {
  const isWithoutMoney = reader === 'beneficiary' && parts.every(({ choice }) => choice !== 'money')
  return (
    <Part id="contents" title="Contents">
      <ul className="grid gap-1">
        {sections.map(({ id, number, title, summary }) => (
          <li key={id} className="flex items-baseline gap-4 border-b border-line pb-2 print:py-2">
            <span className="w-6 shrink-0 text-heart">{number}</span>
            {/* Columns, so that what each holds begins at the same edge, however short or long it is. */}
            <span className="grid min-w-0 flex-1 items-baseline gap-x-6 sm:grid-cols-2 print:grid-cols-2">
              <a
                href={`#binder-${id}`}
                className="inline-flex min-w-0 py-2.5 wrap-anywhere text-ink print:py-0"
              >
                {title}
              </a>
              <span className="min-w-0 wrap-anywhere text-ink-soft">{summary}</span>
            </span>
          </li>
        ))}
      </ul>
      <p className="mt-6">
        These wishes are a guide for the family. They aren’t a will and usually aren’t legally binding. Most
        things can wait a few days.
      </p>
      {reader === 'owner' ? null : (
        <p className="mt-3">
          This is what you can see as {roleWords[reader].name.toLowerCase()}.
          {isWithoutMoney ? ' Financial accounts and life insurance are for trustees and executors.' : ''}
        </p>
      )}
    </Part>
  )
}

type PrintedSection = Pick<BinderSection, 'id' | 'number' | 'title'>

/** A text as a CSS string. All special characters are escaped, so that the text cannot end the string. */
function cssText(text: string): string {
  const signs = Array.from(text, (sign) =>
    /[A-Za-z0-9 ]/.test(sign) ? sign : `\\${sign.codePointAt(0)?.toString(16)} `,
  )
  return `"${signs.join('')}"`
}

/**
 * The page layout of the binder on A4 or Letter: large print, a margin for punched holes, and on each page its section,
 * the owner's name and the page number. Browsers that do not support such margins (Firefox) print their own. Where they
 * are supported, the browser does not print the page's address.
 * @param owner printed on every page, so that a loose page can be put back
 */
export function pageStyle(owner: string, sections: readonly PrintedSection[]): string {
  const font = 'font: 11pt "Source Serif 4 Variable", Georgia, serif; color: #222'
  const section = ({ id, number, title }: PrintedSection) => `
      @page binder-${id} { @top-left { content: ${cssText(`${number} · ${title}`)}; ${font} } }
      #binder-${id} { page: binder-${id} }`
  return `
    @media print {
      :root { font-size: 16pt }
      @page {
        @bottom-left { content: ${cssText(printedWords())}; ${font} }
        margin: 22mm 17mm 20mm 25mm;
        @top-right { content: ${cssText(owner)}; ${font} }
        @bottom-right { content: "Page " counter(page) " of " counter(pages); ${font} }
      }
      ${sections.map(section).join('')}
    }`
}
