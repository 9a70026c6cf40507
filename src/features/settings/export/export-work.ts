// All code that exporting needs, in one file that is loaded when an export starts.

import { downloadText } from '@/browser/files/download'
import { requireKnownBrowser } from '@/data/account/new-browsers'
import { listStoredFiles } from '@/data/files/downloads'
import { readOwnerData } from '@/data/rows/all-of-owner'
import type { SessionUser } from '@/data/session/session'
import { formatDay } from '@/lib/dates'
import { PRODUCT_NAME } from '@/lib/text'
import { planParts, planTables } from '@/parts'
import { exportJson, sizeOf, textsToExport } from '@/reading/export/export-files'
import type { ExportPlan } from '@/reading/export/use-zip-export'
import { ownFiles } from './own-files'

/** Who exports, for the head of data.json. */
const about = ({ id, email }: SessionUser) => ({ user_id: id, email })

/** Reads all rows of an owner and lets the browser save them as JSON. @throws what requireKnownBrowser throws */
export async function exportData(account: SessionUser): Promise<void> {
  await requireKnownBrowser()
  const data = await readOwnerData(account.id, planTables, new AbortController().signal)
  const now = new Date()
  downloadText(
    `heartwood-data-${formatDay(now)}.json`,
    exportJson({ about: about(account), data, now }),
    'application/json',
  )
}

/** Finds out what an owner can export: everything. @throws what requireKnownBrowser throws */
export async function planExport(account: SessionUser, signal: AbortSignal): Promise<ExportPlan> {
  await requireKnownBrowser()
  const [data, inStorage] = await Promise.all([
    readOwnerData(account.id, planTables, signal),
    listStoredFiles(account.id, signal),
  ])
  const files = ownFiles(data, inStorage)
  return {
    about: about(account),
    data,
    files,
    texts: await textsToExport({ parts: planParts, data, files }),
    size: sizeOf(files),
    fileName: `heartwood-everything-${formatDay(new Date())}.zip`,
    words: {
      title: 'everything, with files',
      data: 'everything you entered, and the history of your plan',
      files: 'your documents, insurance papers, death certificates, videos and letters',
      noFiles: 'There are no files in your plan.',
      again: `To try again, open Settings in ${PRODUCT_NAME} and make a new archive.`,
    },
  }
}
