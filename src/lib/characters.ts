/**
 * How many characters a text has for the database, whose limits are in Unicode code points (char_length): an emoji is
 * one there, while a JavaScript string counts it as two.
 */
export function characterCount(text: string): number {
  let count = 0
  for (const _ of text) count += 1
  return count
}
