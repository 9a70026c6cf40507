// All code that exporting needs, in one file that is loaded when an export starts.
import { listStoredFiles } from '@/data/files/downloads'
import { type OwnerData, readOwnerData } from '@/data/rows/all-of-owner'
import { downloadText } from '@/lib/files/download'
import { planTables } from '@/sections'
import { type Account, exportFileName } from './export-account'
import { type ExportFile, exportJson, filesToExport } from './export-files'

export { makeExportZip } from './export-zip'

/** Reads all rows of an owner and lets the browser save them as JSON. */
export async function exportData(account: Account): Promise<void> {
  const data = await readOwnerData(account.id, planTables, new AbortController().signal)
  const now = new Date()
  downloadText(exportFileName('data', now), exportJson(data, account, now), 'application/json')
}

/** What an archive would contain. */
export interface ExportPlan {
  data: OwnerData
  files: readonly ExportFile[]
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
