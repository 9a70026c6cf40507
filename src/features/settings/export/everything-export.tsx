import { useHeldUntil } from '@/account/new-browser-notice'
import type { SessionUser } from '@/data/session/session'
import { useZipExport } from '@/reading/export/use-zip-export'
import type { ZipWords } from '@/reading/export/zip-export'
import { Button } from '@/ui/base/button'
import { inDialog, onDemand } from '@/ui/late'

const ZipExport = onDemand(async () => (await import('@/reading/export/zip-export')).ZipExport, inDialog)

const words: ZipWords = {
  noun: 'export',
  button: 'Export everything, with files',
  noFiles: 'There are no files in your plan yet',
}

/** One zip with the data, documents and videos: shows its size, makes it, and reports the result. */
export function EverythingExport({ account }: { account: SessionUser }) {
  const isHeld = useHeldUntil() !== null
  const { exporting, look, save, cancel } = useZipExport({
    look: async (signal) => (await import('./export-work')).planExport(account, signal),
    done: 'Data Exported',
  })
  return (
    <>
      <Button
        icon="document"
        busy={exporting.name === 'looking' || exporting.name === 'saving'}
        busyLabel={exporting.name === 'looking' ? 'Checking what’s there...' : 'Exporting...'}
        disabled={isHeld}
        onClick={look}
      >
        {words.button}
      </Button>
      {exporting.name === 'idle' ? null : (
        <ZipExport exporting={exporting} words={words} onSave={save} onClose={cancel} />
      )}
    </>
  )
}
