import { formatSize } from '@/lib/text'

const MEGABYTE = 1024 * 1024

/** The size of the largest document in bytes, the same as the bucket's. */
export const DOCUMENT_LIMIT = 25 * MEGABYTE

/**
 * Documents, including death certificates, for the browser's file dialog: PDFs and images. The endings are there because
 * not every system knows the type of every file. SVG is excluded because it can carry scripts.
 */
export const documentTypes =
  'application/pdf,image/png,image/jpeg,image/webp,image/heic,.pdf,.png,.jpg,.jpeg,.webp,.heic,.heif'

/** The size of the largest photo that is taken to make a small picture from, in bytes. */
export const PHOTO_LIMIT = 10 * MEGABYTE

/** Photos, for the browser's file dialog. */
export const photoTypes = 'image/png,image/jpeg,image/webp,image/heic,.png,.jpg,.jpeg,.webp,.heic,.heif'

/** A file that may be uploaded, or the reason why it may not, in words. */
export type CheckedFile = { file: File; problem?: undefined } | { file?: undefined; problem: string }

/**
 * Checks a chosen document: its size, and its type by its content, regardless of its name.
 * @returns the file, with the type that was found; or the problem, with the limit and the actual value
 */
export function checkDocument(file: File): Promise<CheckedFile> {
  return checkFile(file, { limit: DOCUMENT_LIMIT, types: signatures, kinds: 'a PDF or an image' })
}

/** Checks a chosen photo as checkDocument does. */
export function checkPhoto(file: File): Promise<CheckedFile> {
  return checkFile(file, { limit: PHOTO_LIMIT, types: photoSignatures, kinds: 'an image' })
}

interface FileRules {
  limit: number
  types: typeof signatures
  /** What is accepted: "a PDF or an image". */
  kinds: string
}

async function checkFile(file: File, { limit, types, kinds }: FileRules): Promise<CheckedFile> {
  const { name, size, lastModified } = file
  if (size === 0) return { problem: `“${name}” is empty. Please choose another file.` }
  if (size > limit)
    return {
      problem: `“${name}” is ${formatSize(size)}. The file can be at most ${formatSize(limit)}.`,
    }
  const head = await headOf(file)
  if (head === null)
    return { problem: `“${name}” couldn’t be read. It may have been moved. Please choose it again.` }
  const type = types.find(([, matches]) => matches(head))?.[0]
  if (type === undefined) return { problem: wrongType(name, kinds, otherContent(head)) }
  // Some systems give no type for HEIC, and some file names are wrong: the bucket gets the actual type.
  return { file: type === file.type ? file : new File([file], name, { type, lastModified }) }
}

/** The first kilobyte of a file, with one character per byte; null when it cannot be read. */
export async function headOf(file: File): Promise<string | null> {
  try {
    return String.fromCharCode(...new Uint8Array(await file.slice(0, 1024).arrayBuffer()))
  } catch {
    return null
  }
}

function wrongType(name: string, kinds: string, found: string | null): string {
  const advice =
    found === office ? 'Save it as a PDF first, then choose that.' : 'Please choose another file.'
  return `“${name}” isn’t ${kinds} (PNG, JPEG, WebP or HEIC)${found ? `: it holds ${found}` : ''}. ${advice}`
}

const office = 'a Word or other office document, or an archive'

/** Names the kind of file that people often choose by mistake; null for anything else. */
function otherContent(head: string): string | null {
  if (head.startsWith('PK\x03\x04') || head.startsWith('\xd0\xcf\x11\xe0') || head.startsWith('{\\rtf'))
    return office
  if (/<svg[\s>]/i.test(head)) return 'an SVG drawing'
  if (/<(!doctype\s+html|html|head|body|script)[\s>]/i.test(head)) return 'a web page'
  return null
}

/** How a PDF, PNG, JPEG, WebP or HEIC begins. */
const signatures: readonly [type: string, matches: (head: string) => boolean][] = [
  ['application/pdf', (head) => /^(\xef\xbb\xbf)?\s*%PDF-\d/.test(head)],
  ['image/png', (head) => head.startsWith('\x89PNG\r\n\x1a\n')],
  ['image/jpeg', (head) => head.startsWith('\xff\xd8\xff')],
  ['image/webp', (head) => head.startsWith('RIFF') && head.startsWith('WEBP', 8)],
  // The main brand, or one of the compatible brands that the file lists.
  ['image/heic', (head) => head.startsWith('ftyp', 4) && /^(.{4}){2,18}?he(i[cmsx]|v[cmsx])/s.test(head)],
]
const photoSignatures = signatures.filter(([type]) => type.startsWith('image/'))
