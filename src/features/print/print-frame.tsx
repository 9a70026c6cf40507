import { Button } from '@/ui/base/button'
import { type Loadable, Loaded, useIsDrawn } from '@/ui/base/loaded'
import { Page, type PageProps } from '@/ui/base/page'
import { Binder } from './binder'
import { type PrintedPlan, planTitle } from './binder-sections'

export interface PrintFrameProps extends Pick<PageProps, 'title' | 'back'>, Omit<PrintedPlan, 'parts'> {
  /** What to know before printing. */
  hint: string
  /** The parts of the plan; not loaded before everything that is printed is. */
  query: Loadable<PrintedPlan['parts']>
}

/** The screen around a binder: what to know, the print button, and the binder as it will look on paper. */
export function PrintFrame({ title, back, hint, query, ...plan }: PrintFrameProps) {
  const isDrawn = useIsDrawn(query)
  const print = (
    <Button variant="primary" icon="print" disabled={!isDrawn} onClick={() => window.print()}>
      Print
    </Button>
  )
  return (
    <Page
      title={title}
      back={back}
      // Browsers suggest this as the name of a PDF.
      documentTitle={query.data && planTitle(plan)}
      intro={hint}
      actions={print}
      printsOwnHeading
    >
      <p className="mb-6 max-w-prose text-ink-soft print:hidden">
        This is what will be printed, in large print, on Letter or A4, one section after another. To save it
        as a PDF instead, choose that in place of a printer.
      </p>
      <Loaded query={query} loading="Loading the plan" errorTitle="Unable to load the plan" cards={4}>
        {(parts) => <Binder {...plan} parts={parts} />}
      </Loaded>
    </Page>
  )
}
