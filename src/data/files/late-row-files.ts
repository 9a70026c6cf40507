import { late } from '@/browser/late'
import { CodedError, isMissingCode } from '@/lib/errors'

/**
 * What saves a row with its file. Reading a list sends no files, so its code comes with the first dialog that takes one:
 * see useUpload.
 */
export const rowFiles = late(() => import('./row-files').catch(throwMissing))

/**
 * Without a connection, code that doesn't come is a lost connection like any other: refreshing the page, which helps after
 * a newer version was deployed, would lose the chosen file.
 */
export function throwMissing(error: unknown): never {
  throw isMissingCode(error) && !navigator.onLine ? new CodedError('network') : error
}
