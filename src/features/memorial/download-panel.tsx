import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import type { Memorial } from '@/data/memorial/memorials'
import { useUser } from '@/data/session/session'
import { useZipExport } from '@/reading/export/use-zip-export'
import { ZipExport, type ZipWords } from '@/reading/export/zip-export'
import type { ReadPart } from '@/reading/use-plan'
import { Button } from '@/ui/base/button'
import { takeFocus } from '@/ui/base/notice'
import { planDownload } from './download-work'

interface Props {
  memorial: Memorial
  /** See planDownload. */
  read: readonly ReadPart[]
  /** The words of the button that opens this. */
  label: string
  onClose: () => void
}

/** One zip with everything that a designee may see: shows its size, makes it, and reports the result. */
export function DownloadPanel({ memorial, read, label, onClose }: Props) {
  const cache = useQueryClient()
  const reader = useUser()
  const { exporting, look, save, cancel } = useZipExport({
    look: (signal) => planDownload({ memorial, read, reader, cache }, signal),
    done: 'Saved',
  })
  const start = useEffectEvent(look)
  useEffect(() => start(), [])
  const words: ZipWords = {
    noun: 'download',
    button: label,
    noFiles: 'There are no files for you in this plan',
  }
  const isOver = exporting.name === 'done' || exporting.name === 'problem'
  return (
    <section ref={takeFocus} tabIndex={-1} aria-label={label} className="mt-5 rounded-small print:hidden">
      {exporting.name === 'looking' ? <p role="status">Checking what’s there...</p> : null}
      <ZipExport
        exporting={exporting}
        words={words}
        onSave={save}
        onClose={() => {
          cancel()
          onClose()
        }}
      />
      {isOver ? (
        <div className="mt-4 flex flex-wrap gap-3">
          {exporting.name === 'problem' ? (
            <Button icon="retry" onClick={look}>
              Try again
            </Button>
          ) : null}
          <Button onClick={onClose}>{exporting.name === 'done' ? 'Done' : 'Not now'}</Button>
        </div>
      ) : null}
    </section>
  )
}
