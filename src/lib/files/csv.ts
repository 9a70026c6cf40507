/** Excel reads a file as UTF-8 only if it begins with this. */
const BYTE_ORDER_MARK = '\ufeff'

// Text that a spreadsheet would run as a formula, including after spaces, quotes and apostrophes, and with the
// full-width signs of East Asian keyboards.
const formula = `['\\s"]*[=+\\-@＝＋－＠]`
// If the first cell begins with a tab or a line end, the text after it moves into a cell of its own.
const atBeginning = new RegExp(`^(?=${formula}|'*[\\t\\r\\n])`)
// A spreadsheet that splits at semicolons (as in German or French) or at tabs does not recognize quotes that open after
// a comma. Each of these characters ends a cell there, so the text after it starts a new one.
const behindSeparator = new RegExp(`([;\\t\\r\\n])(?=${formula})`, 'g')

// "+1 (555) 030-1000" as a phone dials it, which no spreadsheet takes for a formula: two numbers side by side, a number
// beside a bracket, or one with two dots are nothing that it could compute. Of "+1-555-0100" it would make -654, and of
// "+1 2/3" a fraction.
const phoneNumber = /^\+\d[\d ()./-]*$/
const nothingToCompute = /^\+\d+$|\d +\d|\d *\(|\) *\d|\.\d*\./
const fraction = /^\+\d+ +\d+ *\/ *\d+ *$/
const isDialable = (value: string) =>
  phoneNumber.test(value) && nothingToCompute.test(value) && !fraction.test(value)

/**
 * A phone number for a cell of its own. "+1-555-0100" is written with spaces: as it is, it would need an apostrophe against
 * being computed, and phones can't dial that. Whatever else stands there is left to `toCsv`.
 */
export function phoneCell(phone: string | null): string | null {
  if (phone === null || isDialable(phone) || !phoneNumber.test(phone)) return phone
  const spaced = phone.replace(/ *[-/.]+ */g, ' ').trim()
  return isDialable(spaced) ? spaced : phone
}

/**
 * An apostrophe turns what follows it into plain text. Most spreadsheets show the apostrophe too; this is accepted. If
 * the text already has apostrophes in that place, one more is added, so that removing one in each place restores the
 * text.
 */
function guard(value: string): string {
  return isDialable(value) ? value : value.replace(behindSeparator, "$1'").replace(atBeginning, "'")
}

const guardAtBeginning = new RegExp(`^'(?=${formula}|'*[\\t\\r\\n])`)
const guardBehindSeparator = new RegExp(`([;\\t\\r\\n])'(?=${formula})`, 'g')

/** Takes the apostrophes out of a cell that `toCsv` put there against formulas: what was exported can be read again. */
export function withoutGuards(cellText: string): string {
  return cellText.replace(guardBehindSeparator, '$1').replace(guardAtBeginning, '')
}

function cell(value: string | null): string {
  if (value === null) return ''
  const safe = guard(value)
  return safe === '' || /["',;\t\r\n]|^\s|\s$/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

/**
 * Makes a CSV table that opens correctly in a spreadsheet, with names in any script. No cell is ever read as a formula,
 * even if the spreadsheet splits at semicolons or tabs.
 * @param rows the first row holds the column names. Null gives an empty cell; an empty text gives a pair of quotes
 */
export function toCsv(rows: readonly (readonly (string | null)[])[]): string {
  return BYTE_ORDER_MARK + rows.map((row) => `${row.map(cell).join(',')}\r\n`).join('')
}
