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

/** Tells whether every word of a query stands in a text made by `searchText`. An empty query finds everything. */
export function isFound(query: string, text: string): boolean {
  return fold(query)
    .split(/\s+/)
    .every((word) => text.includes(word))
}
