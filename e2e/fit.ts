import type { Page } from 'playwright/test'

const height = 800

/** The widths at which a page is looked at, in CSS pixels: all, and those that most often have no room. */
export const allWidths = [1440, 1024, 768, 320]
export const tightWidths = [1024, 320]

/**
 * What does not fit on the current page, as text: controls that are too small for an unsteady hand, and what makes it
 * scroll sideways, also when all text is twice as large. Leaves the window at the last width, with text of the usual size.
 */
export async function problemsOfFit(page: Page, widths: readonly number[]): Promise<string[]> {
  const problems: string[] = []
  const look = async (where: string, find: () => string[]) =>
    problems.push(...(await page.evaluate(find)).map((problem) => `${where}: ${problem}`))

  for (const width of widths) {
    await page.setViewportSize({ width, height })
    await look(`${width} px`, whatScrollsSideways)
    await look(`${width} px`, smallControls)
    await page.evaluate(textOfTwiceTheSize, true)
    await look(`${width} px, large text`, whatScrollsSideways)
    await page.evaluate(textOfTwiceTheSize, false)
  }
  return problems
}

/** Runs in the page. As the panel "Text size" does it, but twice as large. */
function textOfTwiceTheSize(on: boolean): void {
  const root = document.documentElement
  root.toggleAttribute('data-text', on)
  root.style.fontSize = on ? '200%' : ''
}

/** Runs in the page: controls that are not at least 44 px high and wide, and links in running text that are not 24 px high. */
function smallControls(): string[] {
  const controls = 'a[href], button, summary, input:not([type=hidden]), select, textarea'
  return [...document.querySelectorAll<HTMLElement>(controls)].flatMap((control) => {
    // A file input is opened by a button.
    if (!control.checkVisibility() || control.closest('.sr-only')) return []
    // Pressed is also what belongs to it: its label, or the row that a link covers.
    const labels = control instanceof HTMLInputElement ? [...(control.labels ?? [])] : []
    const covers = getComputedStyle(control, '::after').position === 'absolute'
    const row = covers ? control.closest('li') : null
    const boxes = [control, ...labels, ...(row ? [row] : [])].map((part) => part.getBoundingClientRect())
    const high = Math.max(...boxes.map((box) => box.height))
    const wide = Math.max(...boxes.map((box) => box.width))
    const around = control.parentElement?.closest('p, li, dd, td')?.textContent?.trim()
    const inText =
      getComputedStyle(control).display === 'inline' && around && around !== control.textContent?.trim()
    if (inText ? high >= 24 : high >= 44 && wide >= 44) return []
    const name = control.getAttribute('aria-label') ?? control.textContent
    return [`"${name?.slice(0, 40)}" is ${wide.toFixed()} × ${high.toFixed()} px${inText ? ', in text' : ''}`]
  })
}

/** Runs in the page: the innermost elements that reach beyond the window, where it or the layer of a dialog scrolls. */
function whatScrollsSideways(): string[] {
  const room = document.documentElement.clientWidth
  const layers = [...document.querySelectorAll('[role=dialog], [role=alertdialog]')].flatMap(
    (dialog) => dialog.closest('.fixed') ?? [],
  )
  const over = Math.max(
    ...[document.documentElement, ...layers].map(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth),
  )
  if (over <= 0) return []
  const reachesOut = (element: Element) => element.getBoundingClientRect().right > room + 0.5
  const causes = [...document.querySelectorAll('body *')].filter(
    (element) => reachesOut(element) && ![...element.children].some(reachesOut),
  )
  const names = causes.map(({ tagName, textContent }) => `${tagName} "${textContent?.slice(0, 30)}"`)
  return [`${over} px too wide: ${names.slice(0, 4).join(', ')}`]
}
