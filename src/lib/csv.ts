/** Excel takes a file for UTF-8 only when it begins with this. */
const BYTE_ORDER_MARK = '\ufeff'

// What a spreadsheet would run as a formula, also behind blanks, and in the wide forms of East Asian keyboards.
const formula = /^[\t\r\n]|^\s*[=+\-@＝＋－＠]/

// A spreadsheet that splits at semicolons (as in German or French) or at tabs does not see the quotes that begin behind
// a comma: to it, each of these ends the cell inside them, and what follows begins another one.
const formulaBehindSeparator = /([;\t\r\n])(?=[\s"]*[=+\-@＝＋－＠])/g

function cell(value: string): string {
  // What begins with an apostrophe is text. Most spreadsheets show the apostrophe too; that is the price.
  const split = value.replace(formulaBehindSeparator, "$1'")
  const safe = formula.test(value) ? `'${split}` : split
  return /["',;\t\r\n]|^\s|\s$/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

/**
 * A table as CSV that opens right in a spreadsheet, with names in any script. No cell is ever taken for a formula,
 * also where the spreadsheet splits at semicolons or tabs.
 * @param rows the first one holds the column names
 */
export function toCsv(rows: readonly (readonly string[])[]): string {
  return BYTE_ORDER_MARK + rows.map((row) => `${row.map(cell).join(',')}\r\n`).join('')
}
