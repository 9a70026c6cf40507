// Finds the conditions in a piece of SQL, so that each can be weakened on its own. Works on SQL and PL/pgSQL alike, on
// what people wrote and on what Postgres prints, because it reads no more of the grammar than conditions need.

/** A place in the text and what to put there instead. */
export interface Edit {
  start: number
  end: number
  by: 'true' | 'false'
  /** What the edit does, for the name of the mutant. */
  does: string
}

interface Token {
  kind: 'word' | 'text' | 'sign'
  /** In lower case. */
  word: string
  start: number
  end: number
}

/** Items in parentheses, or a `case … end`. */
interface Group {
  kind: 'group'
  items: Item[]
  start: number
  end: number
}

type Item = Token | Group

const tokenPattern =
  /(?<space>\s+|--[^\n]*|\/\*[\s\S]*?\*\/)|(?<text>'(?:[^']|'')*'|\$(?<tag>\w*)\$[\s\S]*?\$\k<tag>\$)|(?<word>"[^"]+"|[a-z_]\w*)|(?<sign>:=|[\s\S])/giy

/** Words after which a new expression may begin: a condition never reaches across one of them. */
const boundaries = new Set(
  `as begin cross declare delete do else elsif end execute except for from full group having if inner insert intersect
   into join language left limit loop offset on order perform query raise return returning right select set then union
   update using values when where while window with`.split(/\s+/),
)

/**
 * Finds what can be left out of the conditions in a text:
 * - each operand of an `and`, by making it true; each operand of an `or`, by making it false;
 * - each `where`, by making it true, and the condition of each `if`, by making it false.
 * SQL inside of strings is read as well.
 * @param sql a function's body or an expression
 */
export function weaken(sql: string): Edit[] {
  return inItems(group(tokens(sql, 0)), sql)
}

/** @returns the text with the edit made */
export function edited(sql: string, { start, end, by }: Edit): string {
  return `${sql.slice(0, start)}${by}${sql.slice(end)}`
}

function tokens(sql: string, offset: number): Token[] {
  return [...sql.matchAll(tokenPattern)].flatMap(({ 0: all, index, groups }) => {
    if (groups?.space !== undefined) return []
    const kind = groups?.text !== undefined ? 'text' : groups?.word !== undefined ? 'word' : 'sign'
    return [{ kind, word: all.toLowerCase(), start: offset + index, end: offset + index + all.length }]
  })
}

/** Puts what is in parentheses, brackets and `case … end` into groups. */
function group(all: Token[]): Item[] {
  const open: { items: Item[]; start: number; closes: string }[] = [{ items: [], start: 0, closes: '' }]
  for (const token of all) {
    const inner = open.at(-1)
    if (!inner) break
    const closes = { '(': ')', '[': ']', case: 'end' }[token.word]
    if (closes) open.push({ items: [], start: token.start, closes })
    else if (token.word === inner.closes) {
      open.pop()
      open.at(-1)?.items.push({ kind: 'group', items: inner.items, start: inner.start, end: token.end })
    } else inner.items.push(token)
  }
  return open[0]?.items ?? []
}

function inItems(items: Item[], sql: string): Edit[] {
  const edits: Edit[] = []
  let keyword = ''
  let expression: Item[] = []
  let inHandlers = false
  const finish = () => {
    // A handler's `when` lists errors, which are no conditions.
    if (inHandlers && keyword === 'when') return
    // A loop that never ends would stop the whole run.
    if (keyword === 'while') return
    edits.push(...inExpression(keyword, expression, sql))
  }
  for (const [n, item] of items.entries()) {
    if (wordOf(item) === 'exception' && wordOf(items[n - 1]) !== 'raise') inHandlers = true
    if (isBoundary(item, items[n - 1], items[n + 1])) {
      finish()
      keyword = wordOf(item)
      expression = []
    } else expression.push(item)
  }
  finish()
  return edits
}

function isBoundary(item: Item, before: Item | undefined, after: Item | undefined): boolean {
  const word = wordOf(item)
  if (word === ';' || word === ',' || word === ':=') return true
  if (!boundaries.has(word)) return false
  // `is distinct from`, and the functions left() and right().
  if (word === 'from' && wordOf(before) === 'distinct') return false
  return !((word === 'left' || word === 'right') && after?.kind === 'group')
}

function inExpression(keyword: string, expression: Item[], sql: string): Edit[] {
  const inside = expression.flatMap((item) => inItem(item, sql))
  const [first, last] = [expression[0], expression.at(-1)]
  if (!first || !last) return inside
  const edit = (part: Item[], by: Edit['by'], does: (text: string) => string): Edit[] => {
    const [start, end] = [part[0]?.start ?? 0, part.at(-1)?.end ?? 0]
    const text = sql.slice(start, end).replaceAll(/\s+/g, ' ')
    return /^\(*true\)*$/i.test(text) ? [] : [{ start, end, by, does: does(text) }]
  }
  const alternatives = split(expression, 'or')
  const edits = alternatives.flatMap((alternative) => {
    const conditions = split(alternative, 'and')
    return [
      ...(alternatives.length > 1
        ? edit(alternative, 'false', (text) => `without the alternative: ${text}`)
        : []),
      ...(conditions.length > 1
        ? conditions.flatMap((condition) => edit(condition, 'true', (text) => `without: ${text}`))
        : []),
    ]
  })
  if (keyword === 'if' || keyword === 'elsif') {
    edits.push(...edit(expression, 'false', (text) => `never: ${keyword} ${text}`))
  } else if (keyword === 'where' && edits.length === 0) {
    edits.push(...edit(expression, 'true', (text) => `without: where ${text}`))
  }
  return [...edits, ...inside]
}

function inItem(item: Item, sql: string): Edit[] {
  if (item.kind === 'group') return inItems(item.items, sql)
  // A query that is put together at run time.
  if (item.kind !== 'text' || !/\b(where|and)\b/.test(item.word)) return []
  const quote = /^(?:'|\$\w*\$)/.exec(item.word)?.[0].length ?? 0
  const query = sql.slice(item.start + quote, item.end - quote)
  if (quote === 1 && !/\bwhere\b/.test(query)) return []
  return inItems(group(tokens(query, item.start + quote)), sql)
}

/** Splits at `and` or `or`, but not at the `and` of `between … and …`. */
function split(items: Item[], operator: 'and' | 'or'): Item[][] {
  const parts: Item[][] = [[]]
  let between = false
  for (const item of items) {
    const word = wordOf(item)
    if (word === operator && !(word === 'and' && between)) parts.push([])
    else parts.at(-1)?.push(item)
    if (word === 'between' || word === 'and') between = word === 'between'
  }
  return parts.filter((part) => part.length > 0)
}

function wordOf(item: Item | undefined): string {
  return item && item.kind !== 'group' && item.kind !== 'text' ? item.word : ''
}
