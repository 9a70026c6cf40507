/** What a kind of mail is written as: a literal, a parameter, a variable, or a case of these. */
const operand = String.raw`'\w+'|\w+`

interface SqlFunction {
  name: string
  parameters: string[]
  body: string
}

/** A function that queues a mail whose kind is given to it as an argument. */
interface Queue {
  name: string
  position: number
}

/**
 * Finds the kinds of mail that migrations queue: those in a call of private.enqueue_mail, and in calls of the functions
 * that hand a kind on to it.
 * @throws Error naming a call whose kind cannot be found out
 */
export function kindsQueuedBy(sql: string): string[] {
  const code = sql.replace(/--.*$/gm, '')
  const functions = functionsIn(code)
  const kinds = new Set<string>()
  const queues: Queue[] = [{ name: 'enqueue_mail', position: 0 }]
  // Grows while it is read: a function that hands a kind on is itself a queue.
  for (const queue of queues)
    for (const caller of functions) {
      for (const call of callsOf(queue.name, caller.body)) {
        for (const source of sourcesOf(call[queue.position] ?? '', caller)) {
          const literal = /^'(\w+)'$/.exec(source)?.[1]
          const position = caller.parameters.indexOf(source)
          if (literal) kinds.add(literal)
          else if (position === -1) throw new Error(`${caller.name} queues a mail of which kind? ${source}`)
          else if (!queues.some(({ name }) => name === caller.name))
            queues.push({ name: caller.name, position })
        }
      }
    }
  return [...kinds]
}

function functionsIn(sql: string): SqlFunction[] {
  return sql.split(/^(?=create (?:or replace )?function )/m).flatMap((text) => {
    const name = /^create (?:or replace )?function \w+\.(\w+)\s*\(/.exec(text)
    if (!name?.[1]) return []
    const parameters = argumentsAt(text, name[0].length).map((parameter) => parameter.split(/\s/)[0] ?? '')
    return [{ name: name[1], parameters, body: text.slice(name[0].length) }]
  })
}

function callsOf(name: string, body: string): string[][] {
  return [...body.matchAll(new RegExp(String.raw`\bprivate\.${name}\s*\(`, 'g'))].map(({ index, 0: begin }) =>
    argumentsAt(body, index + begin.length),
  )
}

/** What is between commas, up to the parenthesis that closes the one before the position. */
function argumentsAt(text: string, position: number): string[] {
  const found = ['']
  let depth = 0
  let isQuoted = false
  for (const character of text.slice(position)) {
    if (character === "'") isQuoted = !isQuoted
    if (!isQuoted && character === ')' && depth-- === 0) break
    if (!isQuoted && character === '(') depth++
    if (!isQuoted && character === ',' && depth === 0) found.push('')
    else found.push(found.pop() + character)
  }
  return found.map((argument) => argument.trim())
}

/** The literals and parameters that an expression can come from. */
function sourcesOf(expression: string, { body }: SqlFunction): string[] {
  const results = expression.startsWith('case')
    ? [...expression.matchAll(new RegExp(String.raw`\b(?:then|else)\s+(${operand})`, 'g'))].map(
        ([, one]) => one ?? '',
      )
    : [expression]
  return results.flatMap((result) => {
    const assigned = [...body.matchAll(new RegExp(String.raw`\b${result} (?:text )?:=\s*([^;]+);`, 'g'))]
    return assigned.length === 0
      ? [result]
      : assigned.flatMap(([, value = '']) => sourcesOf(value.trim(), { name: '', parameters: [], body: '' }))
  })
}
