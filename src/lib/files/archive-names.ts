/** The longest file name without its ending, in bytes of UTF-8: no system allows more than 255 for the whole name. */
const LONGEST = 120

// Characters that Windows forbids in names, names it reserves for devices, invisible characters, and those that reverse
// the text direction. The two joiners are allowed: emoji and several scripts need them.
const forbidden =
  /[<>:"/\\|?*\p{Cc}\p{Cs}\p{Zl}\p{Zp}\u00ad\u061c\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff]+/gu
const device = /^(con|prn|aux|nul|conin\$|conout\$|(com|lpt)[0-9¹²³])(?=\.|$)/i

/**
 * Turns a text in any script into a file name that every system accepts: readable, on one line, not too long.
 * @param text the name that the person gave
 * @param fallback the name when nothing is left of the text
 */
export function archiveName(text: string, fallback = 'file'): string {
  const cleaned = text
    .normalize('NFC')
    .replace(forbidden, ' ')
    .replace(/\s+/g, ' ')
    // A leading dot hides a file; Windows drops dots and spaces at the end.
    .replace(/^[\s.]+/, '')
  const name = cut(cleaned, LONGEST).replace(/[\s.]+$/, '')
  return name.replace(device, '$&_') || fallback
}

/** The longest beginning of a text that fits; characters are never split. */
function cut(text: string, bytes: number): string {
  const encoder = new TextEncoder()
  let kept = ''
  for (const sign of signs(text)) {
    if (encoder.encode(kept + sign).length > bytes) break
    kept += sign
  }
  return kept
}

/** A text's characters as people see them; its code points where the browser cannot split it. */
function signs(text: string): string[] {
  if (!('Segmenter' in Intl)) return [...text]
  return Array.from(new Intl.Segmenter().segment(text), ({ segment }) => segment)
}

/**
 * Makes paths for an archive that are distinct on every system: Windows and macOS ignore the difference between upper
 * and lower case, and between two encodings of an accent.
 */
export function archivePaths(): (folder: string, name: string, ending: string) => string {
  const taken = new Set<string>()
  return (folder, name, ending) => {
    for (let number = 1; ; number += 1) {
      const path = `${folder}/${name}${number === 1 ? '' : ` (${number})`}${ending}`
      const key = path.normalize('NFKC').toLowerCase()
      if (taken.has(key)) continue
      taken.add(key)
      return path
    }
  }
}
