/** In bytes. */
export const MEGABYTE = 1024 * 1024
const GIGABYTE = 1024 * MEGABYTE

/** "512 B", "13.4 KB", "2.0 MB" or "1.5 GB". @param bytes the size */
export function formatSize(bytes: number): string {
  if (bytes < 1024) return `${bytes} B`
  if (bytes < MEGABYTE) return `${(bytes / 1024).toFixed(1)} KB`
  return bytes < GIGABYTE ? `${(bytes / MEGABYTE).toFixed(1)} MB` : `${(bytes / GIGABYTE).toFixed(1)} GB`
}
