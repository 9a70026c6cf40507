/**
 * Removes line breaks, control characters and characters that change the reading direction.
 * @returns the text on one line
 */
export function oneLine(text: string): string {
  return text
    .replace(/[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g, '')
    .replace(/[\p{Cc}\s]+/gu, ' ')
    .trim()
}

/**
 * Makes a name that a person typed safe to show in a mail. Mail programs turn anything that looks like an address into
 * a link, so the characters that form addresses are taken apart: our mails must not carry links typed by strangers.
 * @returns the name, or the fallback when nothing is left of it
 */
export function cleanName(name: string | null | undefined, fallback: string): string {
  return oneLine((name ?? '').replace(/[:/\\@]+/g, ' ').replace(/\.(?=[\p{L}\p{N}-]{2})/gu, '. ')) || fallback
}
