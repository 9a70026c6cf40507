/** The longest name of a file without its ending, in bytes of UTF-8: no system takes more than 255 for all of it. */
const LONGEST = 120

// What Windows does not take in a name, or only for devices; and what nobody sees, or what turns text around. The two
// joiners stay: emoji and several scripts are written with them.
const forbidden =
  /[<>:"/\\|?*\p{Cc}\p{Cs}\p{Zl}\p{Zp}\u00ad\u061c\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff]+/gu
const device = /^(con|prn|aux|nul|conin\$|conout\$|(com|lpt)[0-9¹²³])(?=\.|$)/i

/**
 * A text in any script as the name of a file that every system takes: readable, on one line, not too long.
 * @param text what the person calls the thing
 * @param fallback the name when nothing is left of it
 */
export function archiveName(text: string, fallback = 'file'): string {
  const cleaned = text
    .normalize('NFC')
    .replace(forbidden, ' ')
    .replace(/\s+/g, ' ')
    // A dot in front hides a file; Windows drops dots and blanks at the end.
    .replace(/^[\s.]+/, '')
  const name = cut(cleaned, LONGEST).replace(/[\s.]+$/, '')
  return name.replace(device, '$&_') || fallback
}

/** As much of a text as fits, never half a character as people see it. */
function cut(text: string, bytes: number): string {
  const encoder = new TextEncoder()
  if (encoder.encode(text).length <= bytes) return text
  let kept = ''
  let length = 0
  for (const sign of signs(text)) {
    length += encoder.encode(sign).length
    if (length > bytes) break
    kept += sign
  }
  return kept
}

/** The characters of a text as people see them; where the browser cannot tell, its code points. */
function signs(text: string): string[] {
  if (!('Segmenter' in Intl)) return [...text]
  return Array.from(new Intl.Segmenter().segment(text), ({ segment }) => segment)
}

/**
 * Gives out paths in an archive, no two of which are the same on any system: Windows and macOS know no difference
 * between large and small letters, nor between two ways to write an accent.
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
