import { useMutation } from '@tanstack/react-query'
import { useUser } from '@/data/session/session'
import { errorSentence } from '@/lib/errors'
import { paths } from '@/lib/paths'
import { Button, ButtonLink } from '@/ui/button'
import { Card } from '@/ui/page/card'
import { EverythingExport } from './everything-export'

/** Exports everything: as one data file, or with all documents and videos. */
export function ExportCard() {
  const { id, email } = useUser()
  const exportData = useMutation({
    // Loaded only when needed, because few people export.
    mutationFn: async () => (await import('./export-work')).exportData({ id, email }),
    meta: { success: { title: 'Data Exported' }, errorOnScreen: true },
  })
  return (
    <Card title="Your data">
      <p>
        What you have entered is yours. You can take it along at any time, whether or not you have a
        membership.
      </p>
      <div className="mt-6 grid gap-8">
        <div>
          <h3 className="font-semibold">The data alone</h3>
          <p className="mb-3 text-ink-soft">
            One file (JSON) with all that you have entered and the history of your plan, for other programs to
            read. Your documents and videos are not in it.
          </p>
          <Button
            icon="document"
            busy={exportData.isPending}
            busyLabel="Exporting…"
            onClick={() => exportData.mutate()}
          >
            Export All Data
          </Button>
          {exportData.error ? (
            <p role="alert" className="mt-3 font-semibold text-danger">
              Your data could not be exported. {errorSentence(exportData.error)}
            </p>
          ) : null}
        </div>
        <EverythingExport account={{ id, email }} />
        <div>
          <h3 className="font-semibold">On paper</h3>
          <p className="mb-3 text-ink-soft">
            Your whole plan in large print, to keep in a binder where your family will find it.
          </p>
          <ButtonLink icon="print" to={paths.print}>
            Print my plan
          </ButtonLink>
        </div>
      </div>
    </Card>
  )
}
