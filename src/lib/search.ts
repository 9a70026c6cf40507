function fold(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
}

/**
 * What a thing is found by: its texts without capitals and accents, and the digits of a phone number without what
 * stands between them.
 */
export function searchText(texts: readonly (string | null)[], phone: string | null = null): string {
  return [...texts, phone, phone?.replace(/\D+/g, '') ?? null]
    .flatMap((text) => (text ? [fold(text)] : []))
    .join('\n')
}

// Only what phone numbers are written with, and at least one digit.
const phoneLike = /^[\s()+./\-–]*\d[\d\s()+./\-–]*$/

function holdsPhone(query: string, text: string): boolean {
  return phoneLike.test(query) && text.includes(query.replace(/\D+/g, ''))
}

/**
 * Tells whether every word of a query stands in a text made by `searchText`. An empty query finds everything, and a
 * phone number is found however it is written.
 */
export function isFound(query: string, text: string): boolean {
  const folded = fold(query)
  return (
    holdsPhone(folded, text) ||
    folded.split(/\s+/).every((word) => text.includes(word) || holdsPhone(word, text))
  )
}
