import type { BinderSection } from './binder-sections'

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
        margin: 22mm 17mm 20mm 25mm;
        @top-right { content: ${cssText(owner)}; ${font} }
        @bottom-right { content: "Page " counter(page) " of " counter(pages); ${font} }
      }
      ${sections.map(section).join('')}
    }`
}
