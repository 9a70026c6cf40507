/** Reduces a name to letters, digits, dots, underscores and hyphens, at most 100 characters; the ending is kept. */
export function cleanFileName(name: string): string {
  const { stem, ending } = parts(name)
  const cleaned = stem
    .normalize('NFKD')
    .replace(/[^A-Za-z0-9._-]+/g, '_')
    .replace(/^[._]+/, '')
    .slice(0, 100 - ending.length)
  return `${cleaned || 'file'}${ending}`
}

/** A letter, digit or accent that cleanFileName would lose. */
const foreignLetter = /(?![A-Za-z0-9])[\p{L}\p{N}\p{M}]/u
/** Together with the timestamp and the ending, a part of a path stays under the 255 bytes that a disk allows. */
const CLEANED_LIMIT = 60
const ORIGINAL_BYTES = 120

/**
 * The name under which a file is stored: the cleaned one. Storage takes no letters but A to Z, so a name in other
 * letters is added to it, encoded: "遺言.pdf" becomes "file.6YG66KiA.pdf", and fileNameOf finds it there.
 */
export function storedName(name: string): string {
  if (!foreignLetter.test(name)) return cleanFileName(name)
  const { stem, ending } = parts(name)
  const original = cutTo(ORIGINAL_BYTES, stem.normalize('NFC'))
  return `${cleanedStem(original)}.${encode(original)}${ending}`
}

const cleanedStem = (stem: string) => cleanFileName(`${stem}.x`).slice(0, -2).slice(0, CLEANED_LIMIT)

/** The name of a stored file as it was given, as far as it is known: without the timestamp in front. */
export function fileNameOf(path: string): string {
  const name = (path.split('/').at(-1) ?? path).replace(/^\d+-/, '')
  const { stem, ending } = parts(name)
  return originalName(stem, ending) ?? originalName(name, '') ?? name
}

function originalName(stem: string, ending: string): string | null {
  const [, cleaned, encoded = ''] = /^(.+)\.([A-Za-z0-9_-]+)$/.exec(stem) ?? []
  const original = decode(encoded)
  // A name that only looks encoded would not be stored under the same name again.
  if (original === null || !foreignLetter.test(original) || cleanedStem(original) !== cleaned) return null
  return original.replace(/[\p{Cc}\u202A-\u202E\u2066-\u2069]/gu, '') + ending
}

function parts(name: string): { stem: string; ending: string } {
  const [, stem = '', ending = ''] = /^(.*?)(\.[A-Za-z0-9]{1,10})?$/s.exec(name) ?? []
  return { stem, ending }
}

/** As many whole characters of a text as its UTF-8 form has room for. */
function cutTo(bytes: number, text: string): string {
  let room = bytes
  let kept = ''
  for (const character of text) {
    room -= new TextEncoder().encode(character).length
    if (room < 0) break
    kept += character
  }
  return kept
}

/** URL-safe base64 (RFC 4648 §5) without padding. */
function encode(text: string): string {
  const bytes = String.fromCharCode(...new TextEncoder().encode(text))
  return btoa(bytes).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
}

/** @returns null for what is not the encoded form of a text */
function decode(encoded: string): string | null {
  try {
    const bytes = atob(encoded.replaceAll('-', '+').replaceAll('_', '/'))
    return new TextDecoder('utf-8', { fatal: true }).decode(
      Uint8Array.from(bytes, (byte) => byte.charCodeAt(0)),
    )
  } catch {
    return null
  }
}
