/** The product's name, as shown on screens, in mails and in file names. */
export const PRODUCT_NAME = 'Heartwood'

/** A number as it is read: "1,200". @param decimals how many digits after the point, at most 2 */
export function formatNumber(number: number, decimals = 0): string {
  // Not the browser's own format, for the reason in `dates.ts`.
  return number.toFixed(decimals).replace(/\B(?=(\d{3})+(?!\d))/g, ',')
}

/** A number with its noun: "1 policy", "1,200 policies". Left out, the plural is the singular with an "s". */
export function count(number: number, one: string, many = `${one}s`): string {
  return `${formatNumber(number)} ${number === 1 ? one : many}`
}

/** Several things in a sentence: "Anna, Ben, and Clara". */
export function inWords(parts: readonly string[]): string {
  // Not the browser's own format either.
  return parts.length < 3 ? parts.join(' and ') : `${parts.slice(0, -1).join(', ')}, and ${parts.at(-1)}`
}

/** Between two facts in a row. It stays with the one before it, and begins no line. */
export const DOT = '\u00a0· '

/** The facts that are there, in a row: "Burial · St. Brannoc’s". */
export function dotted(facts: readonly (string | null)[]): string {
  return facts.filter(Boolean).join(DOT)
}

/** The same text with a capital letter first. */
export function capitalize(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}

/**
 * How a text begins: its first sentence, or its first line if that ends sooner. The stop of "Dr." or "St." ends none,
 * because a sentence ends with a longer word or a small one, and the next begins with a capital.
 */
export function firstSentence(text: string): string {
  const [line = ''] = text.split('\n', 1)
  return (
    /^.*?(?:[\p{L}\d)]{3}|(?<=\s)\p{Ll}{1,2})[”"’')]*[.!?…][”"’')]*(?=\s+[^\s\p{Ll}])/u.exec(line)?.[0] ??
    line
  )
}

/**
 * How many characters a text has for the database, whose limits are in Unicode code points (char_length): an emoji is
 * one there, while a JavaScript string counts it as two.
 */
export function characterCount(text: string): number {
  let count = 0
  for (const _ of text) count += 1
  return count
}

/** "0:42", "12:05" or "1:02:05". */
export function formatDuration(seconds: number): string {
  const whole = Math.floor(seconds)
  const two = (value: number) => String(value).padStart(2, '0')
  const minutes = Math.floor(whole / 60) % 60
  const hours = Math.floor(whole / 3600)
  return hours > 0 ? `${hours}:${two(minutes)}:${two(whole % 60)}` : `${minutes}:${two(whole % 60)}`
}

/** "512 B", "13.4 KB", "2.0 MB" or "1.5 GB". @param bytes the size */
export function formatSize(bytes: number): string {
  if (bytes < 1024) return `${bytes} B`
  if (bytes < 1024 ** 2) return `${(bytes / 1024).toFixed(1)} KB`
  return bytes < 1024 ** 3 ? `${(bytes / 1024 ** 2).toFixed(1)} MB` : `${(bytes / 1024 ** 3).toFixed(1)} GB`
}
