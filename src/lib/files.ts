const MEGABYTE = 1024 * 1024

/** What a death certificate may be: the same types and size as the bucket's. SVG is not among them, it can carry script. */
export const certificateRules = {
  types: ['application/pdf', 'image/png', 'image/jpeg', 'image/webp', 'image/heic'],
  limit: 25 * MEGABYTE,
} as const

/** "512 B", "13.4 KB" or "2.0 MB". @param bytes the size */
export function formatSize(bytes: number): string {
  if (bytes < 1024) return `${bytes} B`
  return bytes < MEGABYTE ? `${(bytes / 1024).toFixed(1)} KB` : `${(bytes / MEGABYTE).toFixed(1)} MB`
}

/** A file name of letters, digits, dot, underscore and hyphen alone, at most 100 characters; the ending is kept. */
export function cleanFileName(name: string): string {
  const cleaned = name
    .normalize('NFKD')
    .replace(/[^A-Za-z0-9._-]+/g, '_')
    .replace(/^[._]+/, '')
  return cleaned.slice(-100) || 'file'
}

/** The last part of a storage path without the timestamp in front. */
export function fileNameOf(path: string): string {
  return (path.split('/').at(-1) ?? path).replace(/^\d+-/, '')
}

/**
 * What is wrong with a chosen file, in words that name the limit and what was given; null when nothing is.
 */
export function fileProblem(file: File, rules: { types: readonly string[]; limit: number }): string | null {
  if (!rules.types.includes(file.type)) {
    return `“${file.name}” is not a PDF or an image (PNG, JPEG, WebP or HEIC). Please choose another file.`
  }
  if (file.size > rules.limit) {
    return `“${file.name}” is ${formatSize(file.size)}. The file can be at most ${formatSize(rules.limit)}.`
  }
  if (file.size === 0) return `“${file.name}” is empty. Please choose another file.`
  return null
}
