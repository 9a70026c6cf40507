/** Crockford's base 32: no letter that looks like a digit. */
const characters = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const length = 28

/**
 * Reads a code as people type it: in any case, with spaces or dashes, with O for 0 and I or L for 1.
 * @returns the code as the card's link has it; null when it has another length or a mistake. The last two characters
 *   check the others as in the migration `cards`
 */
export function readCardCode(text: string): string | null {
  const code = text
    .toUpperCase()
    .replace(/[\s\p{Pd}]/gu, '')
    .replaceAll('O', '0')
    .replace(/[IL]/g, '1')
  if (code.length !== length || [...code].some((character) => !characters.includes(character))) return null
  const value = (part: string, modulus: number) =>
    [...part].reduce((sum, character) => (sum * 32 + characters.indexOf(character)) % modulus, 0)
  return value(code.slice(0, -2), 1021) === value(code.slice(-2), 1024) ? code : null
}

/** "ABCD EFGH …", as it is printed. */
export function groupCardCode(code: string): string {
  return code.replace(/(.{4})(?=.)/g, '$1 ')
}
