import { useEffect, useRef, useState } from 'react'
import { errorSentence } from '@/lib/errors'
import { chooseDestination } from '@/lib/files/download'
import { toastDone, toastProblem } from '@/lib/toasts'
import { type Account, exportFileName } from './export-account'
import type { FailedFile } from './export-report'
import type { ExportPlan } from './export-work'
import type { ZipProgress } from './export-zip'

/** Where an export stands. */
export type Exporting =
  | { name: 'idle' }
  | { name: 'looking' }
  | { name: 'ready'; plan: ExportPlan }
  | { name: 'saving'; plan: ExportPlan; progress: ZipProgress }
  | { name: 'done'; plan: ExportPlan; fileName: string; failed: readonly FailedFile[] }
  | { name: 'problem'; problem: unknown }

/** The screen is told of progress as often as somebody can read it, in milliseconds. */
const EVERY = 250

const loadWork = () => import('./export-work')

/** Brings everything of an owner into one zip: first a look at what there is, then the zip itself. */
export function useEverythingExport(account: Account) {
  const [exporting, setExporting] = useState<Exporting>({ name: 'idle' })
  const running = useRef<AbortController>(null)
  useEffect(() => () => running.current?.abort(), [])

  /** Takes one step at a time; what comes of one that was cancelled counts for nothing. */
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
        const fileName = exportFileName('everything', now)
        // First of all: the browser asks where to only right after a click.
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
    /** Ends what is under way. What was written of a zip is thrown away. */
    cancel: () => {
      running.current?.abort()
      setExporting({ name: 'idle' })
    },
  }
}
