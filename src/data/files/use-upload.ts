import { useEffect, useState, useSyncExternalStore } from 'react'
import { rowFiles } from './late-row-files'
import type { FileUpload, UploadProgress } from './uploads'

const nothing: UploadProgress = { sent: 0, total: 0, connected: true }
const neverChanges = () => () => {}

/**
 * An upload on the screen.
 * @returns `upload`: its progress and actions, null while none is running; `onUpload`, which receives it
 */
export function useUpload() {
  const [upload, onUpload] = useState<FileUpload | null>(null)
  useEffect(rowFiles.ahead, [])
  const progress = useSyncExternalStore(
    upload?.subscribe ?? neverChanges,
    upload?.progress ?? (() => nothing),
  )
  return {
    upload: upload && { ...progress, onCancel: upload.cancel, onResume: upload.resume },
    onUpload,
  }
}
