const MEGABYTE = 1024 * 1024
const GIGABYTE = 1024 * MEGABYTE

/** Which files may be chosen. */
export interface FileRules {
  /** MIME types, the same as the bucket's. */
  types: readonly string[]
  /** File endings for the browser's file dialog, besides the types: not every system knows the type of every file. */
  endings?: readonly string[]
  /** In bytes, the same as the bucket's. */
  limit: number
  /** The types in words, for the refusal: "a PDF or an image". */
  wanted: string
  /** Reads the type from the file's content; null if it is none of these. Without it, the browser's type is used. */
  sniff?: (file: Blob) => Promise<string | null>
}

/** Documents, including death certificates: a PDF or an image. SVG is excluded because it can carry scripts. */
export const documentRules: FileRules = {
  types: ['application/pdf', 'image/png', 'image/jpeg', 'image/webp', 'image/heic'],
  endings: ['.pdf', '.png', '.jpg', '.jpeg', '.webp', '.heic', '.heif'],
  limit: 25 * MEGABYTE,
  wanted: 'a PDF or an image (PNG, JPEG, WebP or HEIC)',
  sniff: sniffPaper,
}

/** "512 B", "13.4 KB", "2.0 MB" or "1.5 GB". @param bytes the size */
export function formatSize(bytes: number): string {
  if (bytes < 1024) return `${bytes} B`
  if (bytes < MEGABYTE) return `${(bytes / 1024).toFixed(1)} KB`
  return bytes < GIGABYTE ? `${(bytes / MEGABYTE).toFixed(1)} MB` : `${(bytes / GIGABYTE).toFixed(1)} GB`
}

/** Reduces a name to letters, digits, dots, underscores and hyphens, at most 100 characters; the ending is kept. */
export function cleanFileName(name: string): string {
  const [, stem = '', ending = ''] = /^(.*?)(\.[A-Za-z0-9]{1,10})?$/s.exec(name) ?? []
  const cleaned = stem
    .normalize('NFKD')
    .replace(/[^A-Za-z0-9._-]+/g, '_')
    .replace(/^[._]+/, '')
    .slice(0, 100 - ending.length)
  return `${cleaned || 'file'}${ending}`
}

/** The last part of a storage path without the timestamp in front. */
export function fileNameOf(path: string): string {
  return (path.split('/').at(-1) ?? path).replace(/^\d+-/, '')
}

/** A file that may be uploaded, or the reason why it may not, in words. */
export type CheckedFile = { file: File; problem?: undefined } | { file?: undefined; problem: string }

/**
 * Checks a chosen file: its size, and its type by its content, regardless of its name.
 * @returns the file, with the type that was found; or the problem, with the limit and the actual value
 */
export async function checkFile(file: File, rules: FileRules): Promise<CheckedFile> {
  if (file.size === 0) return { problem: `“${file.name}” is empty. Please choose another file.` }
  if (file.size > rules.limit) return { problem: tooLarge(file, rules) }
  let type: string | null
  try {
    type = rules.sniff ? await rules.sniff(file) : file.type
    if (type === null || !rules.types.includes(type)) return { problem: await wrongType(file, rules) }
  } catch {
    return { problem: `“${file.name}” could not be read. It may have been moved. Please choose it again.` }
  }
  // Some systems give no type for HEIC, and some file names are wrong: the bucket gets the actual type.
  if (type === file.type) return { file }
  return { file: new File([file], file.name, { type, lastModified: file.lastModified }) }
}

/** The message for a file of the wrong size, with the limit and the actual size. */
function tooLarge(file: File, { limit }: FileRules): string {
  return `“${file.name}” is ${formatSize(file.size)}. The file can be at most ${formatSize(limit)}.`
}

async function wrongType(file: File, { wanted }: FileRules): Promise<string> {
  const found = await otherContent(file)
  const advice =
    found === office ? 'Save it as a PDF first, then choose that.' : 'Please choose another file.'
  return `“${file.name}” is not ${wanted}${found ? `: it holds ${found}` : ''}. ${advice}`
}

const office = 'a Word or other office document, or an archive'

/** Names the kind of file that people often choose by mistake; null for anything else. */
async function otherContent(file: Blob): Promise<string | null> {
  const head = await headOf(file)
  if (head.startsWith('PK\x03\x04') || head.startsWith('\xd0\xcf\x11\xe0') || head.startsWith('{\\rtf'))
    return office
  if (/<svg[\s>]/i.test(head)) return 'an SVG drawing'
  if (/<(!doctype\s+html|html|head|body|script)[\s>]/i.test(head)) return 'a web page'
  return null
}

/** The first kilobyte, with one character per byte. */
async function headOf(file: Blob): Promise<string> {
  return String.fromCharCode(...new Uint8Array(await file.slice(0, 1024).arrayBuffer()))
}

const signatures: readonly [type: string, matches: (head: string) => boolean][] = [
  ['application/pdf', (head) => /^(\xef\xbb\xbf)?\s*%PDF-\d/.test(head)],
  ['image/png', (head) => head.startsWith('\x89PNG\r\n\x1a\n')],
  ['image/jpeg', (head) => head.startsWith('\xff\xd8\xff')],
  ['image/webp', (head) => head.startsWith('RIFF') && head.startsWith('WEBP', 8)],
  // The main brand, or one of the compatible brands that the file lists.
  ['image/heic', (head) => head.startsWith('ftyp', 4) && /^(.{4}){2,18}?he(i[cmsx]|v[cmsx])/s.test(head)],
]

/** The type of a PDF, PNG, JPEG, WebP or HEIC by its first bytes; null for everything else. */
async function sniffPaper(file: Blob): Promise<string | null> {
  const head = await headOf(file)
  return signatures.find(([, matches]) => matches(head))?.[0] ?? null
}
