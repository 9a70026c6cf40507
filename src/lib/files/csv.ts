/** Excel takes a file for UTF-8 only when it begins with this. */
const BYTE_ORDER_MARK = '\ufeff'

// What a spreadsheet would run as a formula, also behind blanks, quotes and apostrophes, and in the wide forms of East
// Asian keyboards.
const formula = `['\\s"]*[=+\\-@＝＋－＠]`
// A first cell that begins with a tab or a line end moves what is behind it into a cell of its own.
const atBeginning = new RegExp(`^(?=${formula}|'*[\\t\\r\\n])`)
// A spreadsheet that splits at semicolons (as in German or French) or at tabs does not see the quotes that begin behind
// a comma: to it, each of these ends the cell inside them, and what follows begins another one.
const behindSeparator = new RegExp(`([;\\t\\r\\n])(?=${formula})`, 'g')

/**
 * What begins with an apostrophe is text. Most spreadsheets show the apostrophe too; that is the price. Apostrophes of
 * the text's own get another one in front, so that a reader can undo it: wherever one was put, exactly one goes.
 */
function guard(value: string): string {
  return value.replace(behindSeparator, "$1'").replace(atBeginning, "'")
}

function cell(value: string | null): string {
  if (value === null) return ''
  const safe = guard(value)
  return safe === '' || /["',;\t\r\n]|^\s|\s$/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

/**
 * A table as CSV that opens right in a spreadsheet, with names in any script. No cell is ever taken for a formula,
 * also where the spreadsheet splits at semicolons or tabs.
 * @param rows the first one holds the column names. Null leaves its cell empty; an empty text is a pair of quotes
 */
export function toCsv(rows: readonly (readonly (string | null)[])[]): string {
  return BYTE_ORDER_MARK + rows.map((row) => `${row.map(cell).join(',')}\r\n`).join('')
}
