import { withoutGuards } from '../../src/lib/files/csv.ts'

/**
 * Reads a CSV file that the app wrote (RFC 4180): an empty cell is null, a pair of quotes is an empty text.
 * @param options undo: false keeps the apostrophes that guard against formulas
 */
export function readCsv(text: string, { undo = true } = {}): (string | null)[][] {
  const rows: (string | null)[][] = []
  let row: (string | null)[] = []
  const cells = /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n)/gy
  cells.lastIndex = text.startsWith('\ufeff') ? 1 : 0
  for (let at = cells.lastIndex; at < text.length; at = cells.lastIndex) {
    const [, quoted, plain = '', end] = cells.exec(text) ?? []
    if (end === undefined) throw new Error(`no CSV at ${JSON.stringify(text.slice(at, at + 40))}`)
    const value = quoted === undefined ? plain || null : quoted.replaceAll('""', '"')
    row.push(value !== null && undo ? withoutGuards(value) : value)
    if (end === ',') continue
    rows.push(row)
    row = []
  }
  return rows
}
