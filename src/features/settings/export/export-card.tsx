import { useMutation } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { useHeldUntil } from '@/account/new-browser-notice'
import { useUser } from '@/data/session/session'
import { paths } from '@/lib/paths'
import { UnlessFrozen } from '@/parts/kit/plan-open'
import { Button, ButtonLink } from '@/ui/base/button'
import { Card } from '@/ui/base/card'
import { FailureLine } from '@/ui/base/failure'
import { inDialog, onDemand } from '@/ui/late'
import { EverythingExport } from './everything-export'

const ImportDialog = onDemand(async () => (await import('../import/import-dialog')).ImportDialog, inDialog)

/** Exports everything, as one data file or with all documents and videos; and brings an export in again. */
export function ExportCard() {
  const user = useUser()
  const isHeld = useHeldUntil() !== null
  const [isBringing, setBringing] = useState(false)
  const exportData = useMutation({
    // Loaded only when needed, because few people export.
    mutationFn: async () => (await import('./export-work')).exportData(user),
    meta: { success: { title: 'Data Exported' }, errorOnScreen: true },
  })
  return (
    <Card title="Your data">
      <p>Your data is yours. You can download it with or without a membership.</p>
      <div className="mt-6 grid grid-cols-1 gap-8">
        <Way
          title="Data only"
          text="One file (JSON) with everything you’ve entered and your plan’s history, for other programs to read. It doesn’t include your documents and videos."
        >
          <Button
            icon="document"
            busy={exportData.isPending}
            busyLabel="Exporting..."
            disabled={isHeld}
            onClick={() => exportData.mutate()}
          >
            Export All Data
          </Button>
          <FailureLine problem={exportData.error} className="mt-3">
            We couldn’t export your data.
          </FailureLine>
        </Way>
        <Way
          title="With documents and videos"
          text="One zip file with the data, the same data as spreadsheet tables (CSV), and all your documents, insurance papers, death certificates, videos and letters."
        >
          <EverythingExport account={user} />
        </Way>
        <Way
          title="On paper"
          text="Your whole plan in large print, to keep in a binder where your family will find it."
        >
          <ButtonLink icon="print" to={paths.print}>
            Print my plan
          </ButtonLink>
        </Way>
        <UnlessFrozen>
          <Way
            title="From an account you had before"
            text="Bring in the zip that you downloaded there, with its documents and videos, as long as your plan here is empty. You’ll see what’s in it first."
          >
            <Button icon="upload" onClick={() => setBringing(true)}>
              Bring in an export
            </Button>
          </Way>
        </UnlessFrozen>
      </div>
      {isBringing ? <ImportDialog onClose={() => setBringing(false)} /> : null}
    </Card>
  )
}

/** One way to take the data along. */
function Way({ title, text, children }: { title: string; text: string; children: ReactNode }) {
  return (
    <div>
      <h3 className="font-semibold">{title}</h3>
      <p className="mb-3 text-ink-soft">{text}</p>
      {children}
    </div>
  )
}
