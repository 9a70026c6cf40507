// All code that exporting needs, in one file that is loaded when an export starts.
import { listStoredFiles } from '@/data/files/downloads'
import { readOwnerData } from '@/data/rows/all-of-owner'
import type { SessionUser } from '@/data/session/session'
import { formatDay } from '@/lib/dates'
import { downloadText } from '@/lib/files/download'
import { planTables } from '@/sections'
import { type ExportContents, exportJson, filesToExport } from './export-files'

export { makeExportZip } from './export-zip'

/** Reads all rows of an owner and lets the browser save them as JSON. */
export async function exportData(account: SessionUser): Promise<void> {
  const data = await readOwnerData(account.id, planTables, new AbortController().signal)
  const now = new Date()
  downloadText(
    `heartwood-data-${formatDay(now)}.json`,
    exportJson({ account, data, now }),
    'application/json',
  )
}

/** What an archive would contain. */
export interface ExportPlan extends Pick<ExportContents, 'data' | 'files'> {
  /** Of all files together, in bytes, as far as known. */
  size: number
}

/** Finds out what can be exported. */
export async function planExport(ownerId: string, signal: AbortSignal): Promise<ExportPlan> {
  const [data, stored] = await Promise.all([
    readOwnerData(ownerId, planTables, signal),
    listStoredFiles(signal),
  ])
  const files = filesToExport(data, stored)
  return { data, files, size: files.reduce((sum, file) => sum + (file.stored.size ?? 0), 0) }
}
