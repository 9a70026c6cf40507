/** A text without capitals, accents and apostrophes, to compare it with another: keyboards write O'Brien in many ways. */
export function foldText(text: string): string {
  return text
    .replace(/['’‘ʼ`´]/g, '')
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
}

/**
 * The text that a search looks through: the given texts without capitals and accents, and the digits of a phone number
 * without separators.
 */
export function searchText(texts: readonly (string | null)[], phone: string | null = null): string {
  return [...texts, phone, phone?.replace(/\D/g, '') ?? null]
    .flatMap((text) => (text ? [foldText(text)] : []))
    .join('\n')
}

// Only characters used in phone numbers, and at least one digit.
const phoneLike = /^[\s()+./\-–]*\d[\d\s()+./\-–]*$/

function holdsPhone(query: string, text: string): boolean {
  return phoneLike.test(query) && text.includes(query.replace(/\D/g, ''))
}

/**
 * Tells whether every word of a query occurs in a text made by `searchText`. An empty query matches everything, and a
 * phone number is found however it is written.
 */
export function isFound(query: string, text: string): boolean {
  const folded = foldText(query)
  return (
    holdsPhone(folded, text) ||
    folded.split(/\s/).every((word) => text.includes(word) || holdsPhone(word, text))
  )
}
