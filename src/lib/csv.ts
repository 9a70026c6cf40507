/** Excel takes a file for UTF-8 only when it begins with this. */
const BYTE_ORDER_MARK = '\ufeff'

// What a spreadsheet would run as a formula, also behind blanks, and in the wide forms of East Asian keyboards.
const formula = /^[\t\r\n]|^\s*[=+\-@＝＋－＠]/

function cell(value: string): string {
  // Spreadsheets show what stands behind an apostrophe as text.
  const safe = formula.test(value) ? `'${value}` : value
  return /["',;\t\r\n]|^\s|\s$/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

/**
 * A table as CSV that opens right in a spreadsheet, with names in any script. No cell is ever taken for a formula.
 * @param rows the first one holds the column names
 */
export function toCsv(rows: readonly (readonly string[])[]): string {
  return BYTE_ORDER_MARK + rows.map((row) => `${row.map(cell).join(',')}\r\n`).join('')
}
