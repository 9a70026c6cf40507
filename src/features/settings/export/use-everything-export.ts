import { useEffect, useRef, useState } from 'react'
import type { SessionUser } from '@/data/session/session'
import { formatDay } from '@/lib/dates'
import { errorSentence } from '@/lib/errors'
import { chooseDestination } from '@/lib/files/download'
import { toastDone, toastProblem } from '@/lib/toasts'
import type { FailedFile } from './export-report'
import type { ExportPlan } from './export-work'
import type { ZipProgress } from './export-zip'

/** The state of an export. */
export type Exporting =
  | { name: 'idle' }
  | { name: 'looking' }
  | { name: 'ready'; plan: ExportPlan }
  | { name: 'saving'; plan: ExportPlan; progress: ZipProgress }
  | { name: 'done'; plan: ExportPlan; fileName: string; failed: readonly FailedFile[] }
  | { name: 'problem'; problem: unknown }

/** How often the screen shows new progress, in milliseconds, so that it stays readable. */
const EVERY = 250

const loadWork = () => import('./export-work')

/** Puts everything of an owner into one zip: first finds out what there is, then makes the zip. */
export function useEverythingExport(account: SessionUser) {
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
        const { planExport } = await loadWork()
        return { name: 'ready', plan: await planExport(account.id, signal) }
      }),
    save: (plan: ExportPlan) =>
      void run(async (signal) => {
        const now = new Date()
        const fileName = `heartwood-everything-${formatDay(now)}.zip`
        // Must come first: the browser only asks where to save right after a click.
        const saveTo = await chooseDestination(fileName, 'application/zip')
        if (!saveTo) return { name: 'ready', plan }
        let told = 0
        const onProgress = (progress: ZipProgress) => {
          if (signal.aborted || (progress.connected && Date.now() - told < EVERY)) return
          told = Date.now()
          setExporting({ name: 'saving', plan, progress })
        }
        onProgress({ files: 0, bytes: 0, connected: true })
        const { makeExportZip } = await loadWork()
        const { stream, failed } = makeExportZip({ ...plan, account, now }, { signal, onProgress })
        await saveTo(stream, signal)
        if (failed.length === 0) toastDone({ title: 'Data Exported' })
        return { name: 'done', plan, fileName, failed }
      }),
    /** Cancels the current step. A partly written zip is discarded. */
    cancel: () => {
      running.current?.abort()
      setExporting({ name: 'idle' })
    },
  }
}
