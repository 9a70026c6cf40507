/** A number with its noun: "1 policy", "1,200 policies". Left out, the plural is the singular with an "s". */
export function count(number: number, one: string, many = `${one}s`): string {
  return `${number.toLocaleString('en-US')} ${number === 1 ? one : many}`
}

/** Several things in a sentence: "Anna, Ben, and Clara". */
export function inWords(parts: readonly string[]): string {
  return new Intl.ListFormat('en', { type: 'conjunction' }).format(parts)
}
