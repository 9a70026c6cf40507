import { useEffect, useRef, useState } from 'react'
import { chooseDestination } from '@/browser/files/download'
import { toastDone, toastProblem } from '@/browser/toasts'
import { errorSentence } from '@/words/refusals'
import type { ExportContents, ExportFile } from './export-files'
import type { FailedFile } from './export-report'
import type { ZipProgress } from './export-zip'

/** What an archive would contain. */
export interface ExportPlan extends Omit<ExportContents, 'now'> {
  /** Of all files together, in bytes, as far as known. */
  size: number
  /** The name of the archive. */
  fileName: string
  /** Called when the archive begins to be made, and when the content of a file goes into it. */
  onSave?: () => void
  onFile?: (file: ExportFile) => void
}

/** The state of an export. */
export type Exporting =
  | { name: 'idle' }
  | { name: 'looking' }
  | { name: 'ready'; plan: ExportPlan }
  | { name: 'saving'; plan: ExportPlan; progress: ZipProgress }
  | { name: 'done'; plan: ExportPlan; failed: readonly FailedFile[] }
  | { name: 'problem'; problem: unknown }

/** How often the screen shows new progress, in milliseconds, so that it stays readable. */
const EVERY = 250

interface ZipExportOptions {
  /** Finds out what can be exported. */
  look: (signal: AbortSignal) => Promise<ExportPlan>
  /** The title of the toast when the archive is saved and complete. */
  done: string
}

/** Puts a plan into one zip: first finds out what there is, then makes the zip. */
export function useZipExport({ look, done }: ZipExportOptions) {
  const [exporting, setExporting] = useState<Exporting>({ name: 'idle' })
  const running = useRef<AbortController>(null)
  useEffect(() => () => running.current?.abort(), [])

  /** Runs one step at a time; the result of a canceled step is ignored. */
  const run = async (step: (signal: AbortSignal) => Promise<Exporting>) => {
    running.current?.abort()
    const controller = new AbortController()
    running.current = controller
    try {
      const next = await step(controller.signal)
      if (!controller.signal.aborted) setExporting(next)
    } catch (problem) {
      if (controller.signal.aborted) return
      setExporting({ name: 'problem', problem })
      toastProblem({ title: 'Error', description: errorSentence(problem) }, { passing: true })
    }
  }

  return {
    exporting,
    look: () =>
      void run(async (signal) => {
        setExporting({ name: 'looking' })
        return { name: 'ready', plan: await look(signal) }
      }),
    save: (plan: ExportPlan) =>
      void run(async (signal) => {
        // Must come first: the browser only asks where to save right after a click.
        const saveTo = await chooseDestination(plan.fileName, 'application/zip')
        if (!saveTo) return { name: 'ready', plan }
        let told = 0
        const onProgress = (progress: ZipProgress) => {
          if (signal.aborted || (progress.connected && Date.now() - told < EVERY)) return
          told = Date.now()
          setExporting({ name: 'saving', plan, progress })
        }
        onProgress({ files: 0, bytes: 0, connected: true })
        const { makeExportZip } = await import('./export-zip')
        plan.onSave?.()
        const { stream, failed } = makeExportZip(
          { ...plan, now: new Date() },
          { signal, onProgress, onFile: plan.onFile },
        )
        await saveTo(stream, signal)
        if (failed.length === 0) toastDone({ title: done })
        return { name: 'done', plan, failed }
      }),
    /** Cancels the current step. A partly written zip is discarded. */
    cancel: () => {
      running.current?.abort()
      setExporting({ name: 'idle' })
    },
  }
}
