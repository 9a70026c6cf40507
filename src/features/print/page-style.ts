/** A text inside of CSS: whatever stands in it, it stays a text. */
function cssText(text: string): string {
  const signs = Array.from(text, (sign) =>
    /[A-Za-z0-9 ]/.test(sign) ? sign : `\\${sign.codePointAt(0)?.toString(16)} `,
  )
  return `"${signs.join('')}"`
}

interface PrintedSection {
  id: string
  heading: string
}

/**
 * How the binder lies on paper, A4 or Letter: large print, room for the holes, and on each page its section, whose plan
 * it is, and its number. Browsers that print no such margins (Firefox) print their own. Where margins are filled like
 * this, none prints the address of the page.
 * @param owner stands on every page, so that a loose one finds its way back
 */
export function pageStyle(owner: string, sections: readonly PrintedSection[]): string {
  const font = 'font: 11pt "Source Serif 4 Variable", Georgia, serif; color: #222'
  const section = ({ id, heading }: PrintedSection) => `
      @page binder-${id} { @top-left { content: ${cssText(heading)}; ${font} } }
      #binder-${id} { page: binder-${id} }`
  return `
    @media print {
      :root, :root[data-theme] { font-size: 16pt }
      @page {
        margin: 22mm 17mm 20mm 25mm;
        @top-right { content: ${cssText(owner)}; ${font} }
        @bottom-right { content: "Page " counter(page) " of " counter(pages); ${font} }
      }
      ${sections.map(section).join('')}
    }`
}
