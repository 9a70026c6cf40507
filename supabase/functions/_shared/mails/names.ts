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

// Characters that mail programs or readers take for a dot, or for one of : / \ @.
const dots = /[\u2024\u3002\ua4f8\ufe12\ufe52\uff0e\uff61]/g
const separators =
  /[:/\\@\u2044\u2215\u2216\u2236\u2571\u29f5\u29f8\u29f9\u2f03\ua789\ufe13\ufe55\ufe68\ufe6b\uff0f\uff1a\uff20\uff3c]+/g
/** Characters without width that no name needs; they would hide an address from the rules below. */
const unseen = /[\u00ad\u200b\u2060-\u2064\ufeff]/g

/**
 * Makes a name that a person typed safe to show in a mail. Mail programs turn anything that looks like an address into
 * a link, so the characters that form addresses, and those that look like them, are taken apart: our mails must not carry
 * links typed by strangers.
 * @returns the name, or the fallback when nothing is left of it
 */
export function cleanName(name: string | null | undefined, fallback: string): string {
  // Invisible characters go first: without them, what they kept apart may be an address.
  const visible = oneLine((name ?? '').replace(unseen, ''))
  const apart = visible
    .replace(separators, ' ')
    .replace(dots, '.')
    .replace(/\.(?=[\p{L}\p{N}\p{M}\p{Cf}-]{2})/gu, '. ')
  return oneLine(apart) || fallback
}
